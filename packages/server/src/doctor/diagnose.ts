import type { Diagnosis, ExaminedUse, Unserved, UseKind } from '@grimoire/protocol';
import type { WantedIndex } from '../databases/catalog.ts';
import type { Database } from '../databases/database.ts';
import { AdminError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import type { IncomingKey } from '../model/references.ts';
import type { Registry } from '../model/registry.ts';
import { tableId, type TableName } from '../model/table.ts';
import type { PageSizes } from '../request/parameters.ts';
import { cascadesOf } from './cascades.ts';
import { cureOf } from './cures.ts';
import { Examiner, type Verdict } from './examiner.ts';
import { widest } from './indexes.ts';
import { problemOf } from './problems.ts';
import { type RuleUse, ruleUse } from './rules.ts';
import { usesOf } from './uses.ts';

/** What the doctor examines. */
export interface DoctorParts {
  readonly database: Database;
  readonly registry: Registry;
  /** The service's own tables: they are not examined. */
  readonly ownTables: readonly TableName[];
  readonly sizes: PageSizes;
  /** Whether the settings link staff to rows of the application. */
  readonly hasLinks: boolean;
}

/** The limits of an examination. */
export interface DoctorLimits {
  /** The number of rows from which a table is examined. */
  readonly minRows?: number | undefined;
  /** When the examination ends, in milliseconds since 1970; without it, it goes on to its end. */
  readonly until?: number | undefined;
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
export async function diagnose(parts: DoctorParts, { minRows = defaultRows, until }: DoctorLimits = {}): Promise<Diagnosis> {
  const { database, registry, sizes } = parts;
  const examiner = new Examiner({ database, registry, sizes, minRows, until });
  const own = new Set(parts.ownTables.map(tableId));
  const large: Model[] = [];
  for (const model of registry.models)
    if (model.isTable && !own.has(tableId(model.table)) && (await examiner.isLarge(model.table))) large.push(model);
  const rules = large.map((model) => ruleUse(model, { registry, sizes, deadline: until, hasLinks: parts.hasLinks }));
  const asked = [...ofModels(large, rules, { examiner, registry, sizes }), ...(await ofCascades({ examiner, registry, own }))];
  const { answered, skipped } = await answersOf(asked, until);
  const found = answered.filter(({ isServed }) => !isServed);
  const all = found.flatMap(({ indexes }) => indexes);
  const unserved: Unserved[] = [];
  for (const use of found) {
    const cure = await cureOf(database, { ...use, indexes: use.indexes.map((index) => widest(index, all)) }, until);
    unserved.push({ ...described(use), problem: problemOf(use.kind, use.names.join(', ')), ...cure });
  }
  const names = tablesOf(large, asked);
  const usedIndexes = new Set(answered.flatMap(({ plan }) => plan.indexes));
  const given = await database.dialect.catalog.advice(database, { tables: names, usedIndexes, connections: database.maxReads });
  return {
    examined: { tables: names.length, uses: answered.length },
    uses: answered.map((use): ExaminedUse => ({ ...described(use), served: use.isServed })),
    unserved,
    advice: given.advice,
    notes: [...rules.flatMap(({ note }) => note ?? []), ...skippedNote(skipped), ...given.notes],
  };
}

function described({ model, kind, names, plan }: Answered): Pick<ExaminedUse, 'model' | 'kind' | 'fields' | 'plan'> {
  return { model: model.key, kind, fields: names, plan: plan.steps };
}

function skippedNote(skipped: number): string[] {
  return skipped === 0 ? [] : [`The time was over before ${skipped} uses were examined: "grimoire doctor" has no such limit.`];
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
  const asked: Asked[] = [];
  for (const { model, key, target, names } of cascadesOf(registry, isExamined)) {
    if (key.table.isView || !(await examiner.isLarge(key.table.table))) continue;
    const indexes = [{ table: key.table.table, columns: key.columns, isForSearch: false }];
    asked.push({ model, kind: 'cascade', names, isAlongLinks: false, indexes, ask: () => examiner.verdictOnKey(key, target) });
  }
  return asked;
}

/** The answers until the time is over. */
async function answersOf(
  asked: readonly Asked[],
  until: number | undefined,
): Promise<{ readonly answered: Answered[]; readonly skipped: number }> {
  const answered: Answered[] = [];
  for (const use of asked) {
    if (until !== undefined && Date.now() >= until) break;
    try {
      answered.push({ ...use, ...(await use.ask()) });
    } catch (error) {
      if (!(error instanceof AdminError) || error.code !== 'timeout') throw error;
    }
  }
  return { answered, skipped: asked.length - answered.length };
}

/** The tables of the models, and those of cascades. */
function tablesOf(models: readonly Model[], asked: readonly Asked[]): TableName[] {
  const ofCascade = asked.flatMap(({ kind, indexes }) => (kind === 'cascade' ? indexes.map(({ table }) => table) : []));
  return [...new Map([...models.map(({ table }) => table), ...ofCascade].map((table) => [tableId(table), table])).values()];
}
