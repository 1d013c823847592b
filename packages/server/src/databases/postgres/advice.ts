import type { TableName } from '../../model/table.ts';
import type { Advice, QueryPlan, WantedIndex } from '../catalog.ts';
import { quotedName } from '../quoted-name.ts';
import type { RawStatement, Reader } from '../statement.ts';

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` prints it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

/** The plan that the server makes for the values of a statement. */
export async function postgresPlan(database: Reader, { sql, parameters }: RawStatement, table: TableName): Promise<QueryPlan> {
  const [row] = await database.read({ sql: `EXPLAIN (FORMAT JSON) ${sql}`, parameters });
  const [{ Plan: root }] = JSON.parse(String(row?.[0])) as [{ readonly Plan: PlanNode }];
  const nodes = [...nodesOf(root)];
  // An index only scan has a name, a bitmap scan has its condition in a node below it.
  const ofTable = nodes.filter((node) => node['Relation Name'] === table.name);
  const isSequential = ofTable.some((node) => node['Node Type'] === 'Seq Scan');
  const isWholeIndex = ofTable.some((node) => node['Node Type'].startsWith('Index') && node['Index Cond'] === undefined);
  return { readsAll: isSequential || isWholeIndex, sortsAll: isSequential };
}

function quotedTable({ schema, name }: TableName): string {
  return schema === undefined ? quotedName(name) : `${quotedName(schema)}.${quotedName(name)}`;
}

/** Made without a lock that would stop writes. */
export function postgresIndex({ table, columns, isForSearch }: WantedIndex): string {
  const on = `CREATE INDEX CONCURRENTLY ON ${quotedTable(table)}`;
  if (!isForSearch) return `${on} (${columns.map(quotedName).join(', ')});`;
  return `CREATE EXTENSION IF NOT EXISTS pg_trgm; ${on} USING gin (${columns.map((column) => `${quotedName(column)} gin_trgm_ops`).join(', ')});`;
}

const indexesSql = `SELECT coalesce(json_agg(json_build_object('table', n.nspname || '.' || t.relname, 'name', format('%I.%I', n.nspname, c.relname),
    'valid', i.indisvalid, 'unique', i.indisunique,
    'shape', concat_ws(' ', am.amname, i.indclass::text, i.indcollation::text, i.indoption::text, i.indpred::text, i.indexprs::text), 'keys', i.indkey::text)
    ORDER BY c.oid), '[]'::json)::text
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  JOIN pg_am am ON am.oid = c.relam
  WHERE (n.nspname, t.relname) IN (SELECT coalesce(w.schema, current_schema()), w.name FROM json_to_recordset($1) AS w(schema text, name text))`;

interface IndexRow {
  readonly table: string;
  readonly name: string;
  readonly valid: boolean;
  readonly unique: boolean;
  readonly shape: string;
  readonly keys: string;
}

const tablesSql = `SELECT coalesce(json_agg(json_build_object('name', format('%I.%I', n.nspname, t.relname), 'rows', t.reltuples,
    'changed', coalesce(s.n_mod_since_analyze, 0)) ORDER BY t.oid), '[]'::json)::text
  FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace LEFT JOIN pg_stat_user_tables s ON s.relid = t.oid
  WHERE (n.nspname, t.relname) IN (SELECT coalesce(w.schema, current_schema()), w.name FROM json_to_recordset($1) AS w(schema text, name text))`;

interface TableRow {
  readonly name: string;
  /** Negative if it was never analyzed. */
  readonly rows: number;
  readonly changed: number;
}

const settingsSql = `SELECT current_setting('jit', true), extract(epoch FROM clock_timestamp())::text`;

/** Seconds by which the clocks of the service and of the server may differ. */
const clockTolerance = 2;

/** Indexes that are invalid or double, tables without fresh statistics, a clock that is wrong, and `jit`. */
export async function postgresAdvice(database: Reader, tables: readonly TableName[]): Promise<Advice[]> {
  const wanted = [JSON.stringify(tables.map(({ schema, name }) => ({ schema: schema ?? null, name })))];
  const read = async <T>(sql: string): Promise<T[]> =>
    JSON.parse(String((await database.read({ sql, parameters: wanted }))[0]?.[0])) as T[];
  const [[settings], indexes, stored] = [
    await database.read({ sql: settingsSql, parameters: [] }),
    await read<IndexRow>(indexesSql),
    await read<TableRow>(tablesSql),
  ];
  return [...indexAdvice(indexes), ...statisticsAdvice(stored), ...settingsAdvice(settings ?? [])];
}

function indexAdvice(indexes: readonly IndexRow[]): Advice[] {
  const drop = ({ name }: IndexRow): string => `DROP INDEX CONCURRENTLY ${name};`;
  return indexes.flatMap((index, place): Advice[] => {
    if (!index.valid) return [{ problem: `The index ${index.name} is invalid: it is written, but never read.`, cure: drop(index) }];
    // Of two, the one that makes values unique stays, otherwise the older one.
    const twin = indexes.find((other, at) => other.valid && isSame(other, index) && (other.unique || at < place));
    if (!twin || index.unique) return [];
    return [{ problem: `The index ${index.name} is the same as ${twin.name}.`, cure: drop(index) }];
  });
}

function isSame(first: IndexRow, second: IndexRow): boolean {
  return first.table === second.table && first.shape === second.shape && first.keys === second.keys;
}

function statisticsAdvice(tables: readonly TableRow[]): Advice[] {
  return tables.flatMap(({ name, rows, changed }): Advice[] => {
    const cure = `ANALYZE ${name};`;
    if (rows < 0) return [{ problem: `The server has no statistics of ${name}: it guesses how many rows match.`, cure }];
    if (changed > 10_000 && changed > rows / 2)
      return [{ problem: `The statistics of ${name} are stale: ${changed} rows have changed since.`, cure }];
    return [];
  });
}

function settingsAdvice([jit, seconds]: readonly unknown[]): Advice[] {
  const drift = Math.abs(Number(seconds) - Date.now() / 1000);
  return [
    ...(jit === 'on'
      ? [
          {
            problem: 'Statements are compiled just in time (jit = on), which can take seconds for a list or a count.',
            cure: 'ALTER ROLE CURRENT_USER SET jit = off;',
          },
        ]
      : []),
    ...(drift > clockTolerance
      ? [
          {
            problem: `The clocks of the service and of the database differ by ${Math.round(drift)} seconds: sign-ins and tokens depend on both.`,
            cure: null,
          },
        ]
      : []),
  ];
}
