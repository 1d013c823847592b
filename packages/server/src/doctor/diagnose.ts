import { authorize } from '../authorize/authorize.ts';
import { Policy } from '../authorize/policy.ts';
import type { Advice, WantedIndex } from '../databases/catalog.ts';
import type { Core } from '../connect.ts';
import { systemActor } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import { ownTableName } from '../model/own-tables.ts';
import { type TableName, tableId } from '../model/table.ts';
import { planCount, planList } from '../plan/list.ts';
import { parseListRequest } from '../request/parameters.ts';
import { Store } from '../store/store.ts';
import { UserLimit } from '../store/user-limit.ts';
import { type Use, usesOf } from './uses.ts';

/** Something that the config offers, and that reads a large table from end to end. */
export interface Unserved {
  /** The key of the model. */
  readonly model: string;
  readonly kind: Use['kind'];
  /** The fields that it is about. */
  readonly fields: readonly string[];
  readonly problem: string;
  /** The statement that makes an index for it; null if no index of the database serves it. */
  readonly cure: string | null;
}

/** What the doctor found. */
export interface Diagnosis {
  /** How many uses of how many tables were examined. */
  readonly examined: { readonly tables: number; readonly uses: number };
  readonly unserved: readonly Unserved[];
  readonly advice: readonly Advice[];
}

/** The number of rows from which a table is examined: a smaller one is read from end to end anyway. */
export const defaultRows = 10_000;

/** Asks the database for its plan of each list, filter, sort, search and link that the config offers for tables with so many rows. */
export async function diagnose(core: Core, minRows: number = defaultRows): Promise<Diagnosis> {
  const { database, registry, tables } = core;
  const own = new Set(Object.values(tables).map((table) => tableId(ownTableName(table))));
  const examiner = new Examiner(core);
  const large: Model[] = [];
  for (const model of registry.models)
    if (model.isTable && !own.has(tableId(model.table)) && (await examiner.hasRows(model, minRows))) large.push(model);
  const uses = large.flatMap((model) => usesOf(model));
  const found: Use[] = [];
  for (const use of uses) if (!(await examiner.isServed(use))) found.push(use);
  const wanted = found.map((use) => indexFor(use));
  const unserved = found.map((use, place) => describe(use, core, wanted[place] && widest(wanted[place], wanted)));
  const names = [...new Map(large.map(({ table }): [string, TableName] => [tableId(table), table])).values()];
  const advice = await database.dialect.catalog.advice(database, names);
  return { examined: { tables: names.length, uses: uses.length }, unserved, advice };
}

class Examiner {
  readonly #store: Store;
  readonly #policy: Policy;
  readonly #sizes: { readonly pageSize: number; readonly maxPageSize: number };

  constructor({ database, registry, settings }: Core) {
    this.#store = new Store(database, new UserLimit(1, 'unavailable'));
    this.#policy = new Policy(systemActor, registry);
    this.#sizes = settings;
  }

  async hasRows(model: Model, rows: number): Promise<boolean> {
    const list = planList(model, parseListRequest(new URLSearchParams(), this.#sizes));
    const { value, isCapped } = await this.#store.roughCount(authorize(planCount(list, 'capped', rows), this.#policy), null);
    return isCapped || value >= rows;
  }

  /** Whether the database finds the rows, or their order, by an index. */
  async isServed({ model, kind, parameters }: Use): Promise<boolean> {
    const list = planList(model, parseListRequest(new URLSearchParams(parameters), this.#sizes));
    const isOrdered = kind === 'list' || kind === 'sort';
    const plan = isOrdered ? list : planCount(list, 'exact');
    const { readsAll, sortsAll } = await this.#store.planOf(authorize(plan, this.#policy));
    return !(isOrdered ? sortsAll : readsAll);
  }
}

const problems: { readonly [K in Use['kind']]: (names: string) => string } = {
  list: (names) => `Its list is sorted${names === '' ? '' : ` by ${names}`}: all rows are read and sorted for a page.`,
  sort: (names) => `A list that is sorted by ${names} reads and sorts all rows.`,
  filter: (names) => `A filter by ${names} reads all rows.`,
  link: (names) => `All rows are read for those that ${names} links to a row: for a filter, and before that row is deleted.`,
  search: (names) => `A search${names === '' ? ' along links' : ` in ${names}`} reads all rows.`,
};

function describe({ model, kind, fields }: Use, { database }: Core, wanted: WantedIndex | undefined): Unserved {
  const names = fields.map(({ name }) => name);
  const cure = wanted ? database.dialect.catalog.indexSql(wanted) : null;
  return { model: model.key, kind, fields: names, problem: problems[kind](names.join(', ')), cure };
}

/** Undefined for what no index of one table serves. */
function indexFor({ model, kind, fields }: Use): WantedIndex | undefined {
  if (fields.length === 0) return undefined;
  const isOrdered = kind === 'list' || kind === 'sort';
  // Rows with the same value are sorted by their keys.
  const ends = isOrdered && !fields.some((field) => field.unique) ? model.primaryKey : [];
  const columns = [...new Set([...fields, ...ends].map(({ column }) => column))];
  return { table: model.table, columns, isForSearch: kind === 'search' };
}

/** The longest of these indexes that begins with the columns of one of them, and so serves the same and more. */
function widest(index: WantedIndex, all: readonly (WantedIndex | undefined)[]): WantedIndex {
  const isWider = (other: WantedIndex, than: WantedIndex): boolean =>
    tableId(other.table) === tableId(than.table) &&
    !other.isForSearch &&
    !than.isForSearch &&
    other.columns.length > than.columns.length &&
    than.columns.every((column, place) => other.columns[place] === column);
  return all.reduce<WantedIndex>((widestYet, other) => (other && isWider(other, widestYet) ? other : widestYet), index);
}
