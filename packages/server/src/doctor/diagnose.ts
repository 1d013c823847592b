import type { Diagnosis, ExaminedUse, Unserved, UseKind } from '@grimoire/protocol';
import type { AdviceGiven, WantedIndex } from '../databases/catalog.ts';
import type { Database } from '../databases/database.ts';
import type { Model } from '../model/model.ts';
import type { IncomingKey } from '../model/references.ts';
import type { Registry } from '../model/registry.ts';
import { tableId, type TableName, tableText } from '../model/table.ts';
import type { PageSizes } from '../request/settings.ts';
import { journalAdvice, type JournalParts, journalSize } from './journal-size.ts';
import { cascadesOf } from './cascades.ts';
import { cureOf, none } from './cures.ts';
import { Examiner, type Verdict } from './examiner.ts';
import { widest } from './indexes.ts';
import { problemOf } from './problems.ts';
import { type RuleUse, ruleUse } from './rules.ts';
import { type DoctorTimes, inTime, TimeLimit } from './time-limit.ts';
import { usesOf } from './uses.ts';

/** What the doctor examines. */
export interface DoctorParts {
  readonly database: Database;
  readonly registry: Registry;
  /** The service's own tables: they are not examined. */
  readonly systemTables: readonly TableName[];
  readonly sizes: PageSizes;
  readonly journal: JournalParts;
  /** Whether the settings link staff to rows of the application. */
  readonly hasLinks: boolean;
}

/** The limits of an examination. */
export interface DoctorLimits {
  /** The number of rows from which a table is examined. */
  readonly minRows?: number | undefined;
  /** How long it may take; without it, it goes on to its end. What is not known by then is left out, and named in the notes. */
  readonly times?: DoctorTimes | undefined;
}

/** The number of rows from which a table is examined: a smaller one is read from end to end anyway. */
const defaultRows = 10_000;

/** A use of any kind, with the question about it. */
interface Asked {
  readonly model: Model;
  readonly kind: UseKind;
  readonly names: readonly string[];
  readonly isAlongLinks: boolean;
  readonly indexes: readonly WantedIndex[];
  readonly ask: () => Promise<Verdict>;
}

interface Answered extends Asked, Verdict {}

/** Asks the database for its plan of what the config offers for large tables: it runs no statement of these, and changes nothing. */
export async function diagnose(parts: DoctorParts, { minRows = defaultRows, times }: DoctorLimits = {}): Promise<Diagnosis> {
  const { database, registry, sizes } = parts;
  const examiner = new Examiner({ database, registry, sizes, minRows, time: new TimeLimit(times?.query, times?.plans) });
  const own = new Set(parts.systemTables.map(tableId));
  const large: Model[] = [];
  for (const model of registry.models)
    if (model.isTable && !own.has(tableId(model.table)) && (await examiner.isLarge(model.table))) large.push(model);
  const rules = large.map((model) => ruleUse(model, { registry, sizes, hasLinks: parts.hasLinks }));
  const uses = [...ofModels(large, rules, { examiner, registry, sizes }), ...(await ofCascades({ examiner, registry, own }))];
  const { answered, notes } = await answersOf(uses, times ? ' "grimoire doctor" waits longer.' : '');
  const rest = new TimeLimit(times?.query, times?.rest);
  const tables = tablesOf(large, uses);
  const usedIndexes = new Set(answered.flatMap(({ plan }) => plan.indexes));
  const request = { tables, usedIndexes, connections: database.maxReads };
  const advice = await inTime(() => database.dialect.catalog.advice(rest.over(database), request), noAdvice);
  const journal = await journalSize(database, parts.journal, rest);
  return {
    examined: { tables: tables.length, uses: answered.length },
    uses: answered.map((use): ExaminedUse => ({ ...described(use), served: use.isServed })),
    unserved: await withCures(database, answered, rest),
    advice: [...advice.advice, ...(journal ? await journalAdvice(database, parts.journal, rest) : [])],
    journal,
    notes: [...rules.flatMap(({ note }) => note ?? []), ...examiner.unknown.map(unknownNote), ...notes, ...advice.notes],
  };
}

const noAdvice: AdviceGiven = {
  advice: [],
  notes: ['Indexes, statistics and settings of the server were not examined: that took too long.'],
};

/** The uses that no index serves, with the indexes that would. */
async function withCures(database: Database, answered: readonly Answered[], time: TimeLimit): Promise<Unserved[]> {
  const slow = answered.filter(({ isServed }) => !isServed);
  const all = slow.flatMap(({ indexes }) => indexes);
  const unserved: Unserved[] = [];
  for (const use of slow) {
    const wanted = { ...use, indexes: use.indexes.map((index) => widest(index, all)) };
    const cure = await inTime(() => cureOf(database, wanted, time), none('To find out which index serves it took too long.'));
    unserved.push({ ...described(use), problem: problemOf(use.kind, use.names.join(', ')), ...cure });
  }
  return unserved;
}

function described({ model, kind, names, plan }: Answered): Pick<ExaminedUse, 'model' | 'kind' | 'fields' | 'plan'> {
  return { model: model.key, kind, fields: names, plan: plan.steps };
}

function unknownNote(table: TableName): string {
  return `The table ${tableText(table)} was not examined, because to count its rows took too long: it may be locked.`;
}

interface Examination {
  readonly examiner: Examiner;
  readonly registry: Registry;
}

function ofModels(
  models: readonly Model[],
  rules: readonly RuleUse[],
  { examiner, registry, sizes }: Examination & { readonly sizes: PageSizes },
): Asked[] {
  const targets = new Set(registry.models.flatMap(({ fields }) => fields.flatMap(({ relation }) => relation?.model ?? [])));
  const ofRules = rules.flatMap(({ use }) => use ?? []);
  return models.flatMap((model) =>
    [...usesOf(model, sizes, targets.has(model.key)), ...ofRules.filter((use) => use.model === model)].map(
      (use): Asked => ({ ...use, ask: () => examiner.verdict(use) }),
    ),
  );
}

/** The foreign keys of large tables that no field of a model stands for. */
async function ofCascades({ examiner, registry, own }: Examination & { readonly own: ReadonlySet<string> }): Promise<Asked[]> {
  const isExamined = ({ table, columns }: IncomingKey): boolean =>
    own.has(tableId(table.table)) ||
    (columns.length === 1 &&
      registry
        .allOfTable(table.table)
        .some(({ fields }) =>
          fields.some(
            ({ column, relation, link, hidden, queryable, primaryKey }) =>
              relation && !link && !hidden && queryable && !primaryKey && column === columns[0],
          ),
        ));
  const uses: Asked[] = [];
  for (const { model, key, target, names } of cascadesOf(registry, isExamined)) {
    if (key.table.isView || !(await examiner.isLarge(key.table.table))) continue;
    const indexes = [{ table: key.table.table, columns: key.columns, isForSearch: false }];
    uses.push({ model, kind: 'cascade', names, isAlongLinks: false, indexes, ask: () => examiner.verdictOnKey(key, target) });
  }
  return uses;
}

/** The answers that were there in time, and a sentence for what is missing. @param hint what may help. */
async function answersOf(
  asked: readonly Asked[],
  hint: string,
): Promise<{ readonly answered: Answered[]; readonly notes: readonly string[] }> {
  const answered: Answered[] = [];
  const notes: string[] = [];
  let late = 0;
  for (const use of asked) {
    try {
      const verdict = await inTime(use.ask, null);
      if (verdict) answered.push({ ...use, ...verdict });
      else late += 1;
    } catch (error) {
      // Its values are the host's, for a user who does not exist.
      if (use.kind !== 'rule') throw error;
      notes.push(`The row rule of ${use.model.key} was not examined: the database refuses it for a sample user.`);
    }
  }
  if (late > 0) notes.push(`${late} of ${asked.length} uses were not examined, because that took too long.${hint}`);
  return { answered, notes };
}

/** The tables of the models, and those of cascades. */
function tablesOf(models: readonly Model[], asked: readonly Asked[]): TableName[] {
  const ofCascade = asked.flatMap(({ kind, indexes }) => (kind === 'cascade' ? indexes.map(({ table }) => table) : []));
  return [...new Map([...models.map(({ table }) => table), ...ofCascade].map((table) => [tableId(table), table])).values()];
}
