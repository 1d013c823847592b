import type { TableName } from '../../model/table.ts';
import type { OrderedTable, PageSearch, ScanCatalog } from '../catalog.ts';
import type { RawStatement, StatementReader } from '../statement.ts';
import type { PlanNode } from './plan-of.ts';
import { leadingColumns } from '../indexes.ts';
import { columnsOfIndex, orderedIndexes, quotedTable } from './proposals.ts';

/** `$1` is the table's name as SQL. */
const tableSql = `SELECT coalesce((SELECT t.reltuples::float8 FROM pg_class t WHERE t.oid = to_regclass($1)), -1)::text,
  (SELECT coalesce(json_object_agg(c.relname, ${columnsOfIndex}), '{}'::json)::text FROM ${orderedIndexes})`;

async function orderedTable(database: StatementReader, table: TableName): Promise<OrderedTable> {
  const [row] = await database.read({ sql: tableSql, parameters: [quotedTable(table)] });
  const indexes = Object.entries(JSON.parse(String(row?.[1])) as Record<string, (string | null)[]>);
  return { rows: Number(row?.[0]), indexes: new Map(indexes.map(([name, columns]) => [name, leadingColumns(columns)])) };
}

async function searchOfPage(database: StatementReader, { sql, parameters, until }: RawStatement): Promise<PageSearch | null> {
  const limit = until === undefined ? {} : { until };
  const [row] = await database.read({ sql: `EXPLAIN (FORMAT JSON) ${sql}`, parameters, ...limit });
  const [{ Plan: root }] = JSON.parse(String(row?.[0])) as [{ readonly Plan: PlanNode }];
  const [found] = pageOf(root)?.Plans ?? [];
  if (!found) return null;
  const matches = found['Plan Rows'];
  if (isSorted(found)) return { by: 'sort', matches };
  const index = scannedIndex(found);
  return index === undefined ? null : { by: 'ordered scan', index, matches };
}

/** The node that ends at the limit of the page; those of labels are in subplans. */
function pageOf(node: PlanNode): PlanNode | undefined {
  if (node['Node Type'] === 'Limit') return node;
  for (const child of node.Plans ?? []) {
    const page = ['SubPlan', 'InitPlan'].includes(child['Parent Relationship'] ?? '') ? undefined : pageOf(child);
    if (page) return page;
  }
  return undefined;
}

/** Whether a node sorts all rows of the page's table that match; an incremental sort stops when the page is full. */
function isSorted({ 'Node Type': type, Plans: [first] = [] }: PlanNode): boolean {
  return type === 'Sort' || (type === 'Gather Merge' && first !== undefined && isSorted(first));
}

/** The index along which a node reads the table of the page. A condition along a link may be a join, which keeps the order of its first side. */
function scannedIndex({ 'Node Type': type, 'Index Name': index, Alias: alias, Plans: [first] = [] }: PlanNode): string | undefined {
  if (type === 'Index Scan' || type === 'Index Only Scan') return /^t(_\d+)?$/.test(alias ?? '') ? index : undefined;
  return first && (type === 'Nested Loop' || type === 'Gather Merge') ? scannedIndex(first) : undefined;
}

/** How PostgreSQL is asked how it would find a page. */
export const postgresScans: ScanCatalog = { table: orderedTable, ofPage: searchOfPage };
