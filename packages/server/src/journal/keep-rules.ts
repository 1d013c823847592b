import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Journal } from '../databases/recording.ts';
import { didYouMean, type Problems } from '../model/build/checks.ts';
import type { Registry } from '../model/registry.ts';
import { tableId } from '../model/table.ts';
import { daysOf, type KeptTime, type KeptTimes } from './settings.ts';

/** Tables of the journal, by their names in it, whose values are kept for the same number of days. */
export interface KeepRule {
  readonly days: number;
  readonly tables: readonly string[];
  /** Whether all other tables are meant. */
  readonly isOfOthers: boolean;
}

/** How long the values of changes are kept, by the exact keys of models. Reports models that there are not, or that have no values in the journal. */
export function checkedTimes({ keep, models }: KeptTimes, { registry, journal }: Named, problems: Problems): KeptTimes {
  const times = new Map<string, KeptTime>();
  const byTable = new Map<string, KeptTime>();
  for (const [name, time] of Object.entries(models)) {
    const model = registry.find(name);
    const table = model && nameOf(journal, model.table);
    if (!model) {
      const keys = registry.models.map(({ key }) => key);
      problems.add('E063', 'settings journal.models', { message: `"${name}" is none.`, cure: didYouMean(name, keys) });
    } else if (table === undefined) {
      const message = `No changes of ${model.key} are recorded: it is a view, or the service's own.`;
      problems.add('E061', 'settings journal.models', { message, cure: 'Leave it out.' });
    } else if ((byTable.get(table) ?? time) !== time) {
      const message = `${model.key} has the same table as another model, and another time.`;
      problems.add('E061', 'settings journal.models', { message, cure: 'Give both the same time.' });
    } else {
      times.set(model.key, time);
      byTable.set(table, time);
    }
  }
  return { keep, models: Object.fromEntries(times) };
}

/** What is named by keys of models. */
interface Named {
  readonly registry: Pick<Registry, 'find' | 'models'>;
  readonly journal: Journal;
}

/** The rules by which values are deleted; none where all are kept forever. */
export function keepRules({ keep, models }: KeptTimes, { registry, journal }: Named): readonly KeepRule[] {
  const own = Object.entries(models).flatMap(([key, time]) => {
    const model = registry.find(key);
    const table = model && nameOf(journal, model.table);
    return table === undefined ? [] : [{ days: daysOf(time), tables: [table], isOfOthers: false }];
  });
  const others = { days: daysOf(keep), tables: own.flatMap(({ tables }) => tables), isOfOthers: true };
  return [...own, others].flatMap(({ days, ...rule }) => (days === null ? [] : [{ ...rule, days }]));
}

/** Whether a row of the journal is of a table of the rule. */
export function isOfRule({ tables, isOfOthers }: KeepRule): RawBuilder<SqlBool> {
  if (tables.length === 0) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`"tab" ${isOfOthers ? sql`NOT IN` : sql`IN`} (${sql.join(tables)})`;
}

function nameOf({ tables }: Journal, table: Parameters<typeof tableId>[0]): string | undefined {
  const id = tableId(table);
  return tables.find((one) => tableId(one.table) === id)?.name;
}
