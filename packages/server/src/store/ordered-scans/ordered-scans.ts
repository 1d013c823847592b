import { LRUCache } from 'lru-cache';
import { type AuthorizedPlan, bringingTotal, scanning } from '../../authorize/authorize.ts';
import type { OrderedTable, ScanCatalog } from '../../databases/catalog.ts';
import type { Database } from '../../databases/database.ts';
import type { RawStatement } from '../../databases/statement.ts';
import { isPlainColumn, type TypesSql } from '../../databases/type-sql.ts';
import { isReadFromTable } from '../../model/model.ts';
import { type TableName, tableId } from '../../model/table.ts';
import { allOf, type CompareCondition, type Condition } from '../../plan/condition.ts';
import { plain } from '../../plan/parameter.ts';
import { type ListPlan, offsetOf } from '../../plan/plan.ts';
import { hasPatternOrRange } from '../../sql/condition.ts';

/** Rows of a table from which a scan along all of them takes longer than a user notices. */
const largeTable = 500_000;

/** Rows of a table from which to count the rows that match takes longer than to ask the database for its plan. */
const askedTable = 50_000;

/** The most rows that are found and sorted, and their largest share of the table: beyond, a scan is not much slower. */
const mostMatches = { rows: 200_000, share: 1 / 20 };

/** How much longer than expected a page is looked for along its order, and the most rows that are tested then. */
const patience = { factor: 2, rows: 100_000 };

/** Milliseconds that the size and the indexes of a table are remembered. */
const lifetime = 600_000;

/**
 * Limits scans along the order of a list. A database that looks for the rows of a range along the order expects them to be spread evenly; where
 * they all are at the other end, such as old dates in a list that begins with the newest rows, it reads the whole table.
 */
export class OrderedScans {
  readonly #database: Database;
  readonly #tables = new LRUCache<string, OrderedTable>({ max: 1000, ttl: lifetime });

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The same list, or one whose scan is limited, or one whose page brings the number of all rows that match. The database is asked only about
   * ranges of columns with an index in a large table, and about patterns and ranges whose total is wanted.
   * @param statement that of the list.
   */
  async limited(list: AuthorizedPlan<ListPlan>, statement: () => RawStatement): Promise<AuthorizedPlan<ListPlan>> {
    const { catalog, types } = this.#database.dialect;
    const { orderedScans: scans } = catalog;
    const { model, wantsTotal } = list.plan;
    if (!scans || !isReadFromTable(model)) return list;
    const limits = limitsOf(list, types);
    const ranges = limits.filter(({ comparison }) => comparison !== '=').map(({ path }) => path.field.column);
    const mayCount = wantsTotal && hasPatternOrRange(list.where);
    if (ranges.length === 0 && !mayCount) return list;
    const table = await this.#table(scans, model.table);
    const isServed = [...table.indexes.values()].some(([first]) => first !== undefined && ranges.includes(first));
    const mayScan = isServed && table.rows >= largeTable;
    if (!mayScan && !(mayCount && table.rows >= askedTable)) return list;
    const search = await scans.ofPage(this.#database, statement());
    if (!search || search.matches > Math.min(mostMatches.rows, table.rows * mostMatches.share)) return list;
    if (search.by === 'sort') return mayCount ? bringingTotal(list) : list;
    const within = mayScan ? withinIndex(list.plan, limits, table.indexes.get(search.index)) : null;
    if (!within) return list;
    const expected = ((offsetOf(list.plan) + list.plan.limit + 1) * table.rows) / Math.max(1, search.matches);
    return scanning(list, { within, rows: plain(Math.min(Math.ceil(expected * patience.factor), patience.rows)) });
  }

  async #table({ table: read }: ScanCatalog, table: TableName): Promise<OrderedTable> {
    const cached = this.#tables.get(tableId(table));
    if (cached) return cached;
    const orderedTable = await read(this.#database, table);
    this.#tables.set(tableId(table), orderedTable);
    return orderedTable;
  }
}

/** The comparisons of own columns that every row of the list meets; none if no scan along the order is limited. */
function limitsOf({ plan, where }: AuthorizedPlan<ListPlan>, types: TypesSql): CompareCondition[] {
  const [first] = plan.order;
  if (!first || !plan.order.every(({ field, descending }) => isPlainColumn(field, types) && descending === first.descending)) return [];
  const limits = limitsIn(where).filter(({ path }) => isPlainColumn(path.field, types));
  // A scan begins where the first column of the order begins to match, and ends with it.
  return limits.some(({ path }) => path.field.column === first.field.column) ? [] : limits;
}

function limitsIn(condition: Condition): CompareCondition[] {
  if (condition.kind === 'and') return condition.parts.flatMap(limitsIn);
  if (condition.kind === 'rule') return limitsIn(condition.part);
  const isLimit = condition.kind === 'compare' && condition.comparison !== '!=' && condition.path.steps.length === 0;
  return isLimit ? [condition] : [];
}

/** The condition whose rows an index has in the order of the list: any number of them is read from their begin. Null if it has another order. */
function withinIndex({ order }: ListPlan, limits: readonly CompareCondition[], columns: readonly string[] = []): Condition | null {
  const equalities = limits.filter(({ comparison }) => comparison === '=');
  const parts = columns.map((column) => equalities.find(({ path }) => path.field.column === column));
  const fixed = parts.includes(undefined) ? parts.indexOf(undefined) : parts.length;
  const isAlong = order.every(({ field }, place) => field.column === columns[fixed + place]);
  return isAlong ? allOf(parts.slice(0, fixed).flatMap((part) => part ?? [])) : null;
}
