import { sql } from 'kysely';
import pg from 'pg';
import { tableText } from '../../model/table.ts';
import type { Journal } from '../recording.ts';
import type { Ran, RawStatement } from '../statement.ts';
import { catalogSql } from '../literals.ts';
import { filledTableSql } from '../table-sql.ts';
import { currentSet } from './recording.ts';
import { postgresFragments } from './sql-fragments.ts';

/** What was written into a table: by the session, as the server counts it, and in the journal. */
export interface WrittenRows {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** The rows of the change set: those that are new, those that are gone, and those that the database changed because of others. */
  readonly made: number;
  readonly gone: number;
  readonly affected: number;
}

export const nothingWritten: WrittenRows = { inserted: 0, updated: 0, deleted: 0, made: 0, gone: 0, affected: 0 };

/** The tables in which something was written, by their names. */
export type WrittenTables = ReadonlyMap<string, WrittenRows>;

/** The name of a table in the journal. @param alias that of `pg_class`, beside `n` for `pg_namespace`. */
const nameSql = (alias: string): string =>
  `CASE WHEN n.nspname = current_schema() THEN ${alias}.relname::text ELSE n.nspname || '.' || ${alias}.relname END`;

const count = (event: string): string => `pg_stat_get_xact_tuples_${event}(c.oid)`;
const counts = ['inserted', 'updated', 'deleted'].map(count);

/** The server counts a row of a partition there. What is only of the session, or repeats what other tables hold, is none of it. */
const countedSql = `
  SELECT ${nameSql('r')} AS "tab", ${counts.map((one) => `sum(${one})`).join(', ')}
  FROM pg_class c JOIN pg_class r ON r.oid = CASE WHEN c.relispartition THEN pg_partition_root(c.oid) ELSE c.oid END
    JOIN pg_namespace n ON n.oid = r.relnamespace
  WHERE c.relkind = 'r' AND c.relpersistence <> 't' AND n.nspname <> 'information_schema' AND NOT starts_with(n.nspname, 'pg_') AND ${counts.join(' + ')} > 0
  GROUP BY 1`;

/** Counts the rows that the session has written so far, and those in the journal: also of earlier transactions, and of savepoints that were rolled back. */
export function countWritten(journal: Journal): RawStatement {
  const cached = statements.get(journal);
  if (cached) return cached;
  const of = (condition: string): string => `count(*) FILTER (WHERE ${condition})`;
  const tallies = sql`SELECT "tab", ${catalogSql([of(`"op" = 'I'`), of(`"op" = 'D'`), of(`"op" = 'U' AND "indirect" = 1`)].join(', '))} FROM ${filledTableSql(journal.changeRow)} WHERE "change_set" = ${currentSet(journal)} GROUP BY 1`;
  const columns = ['inserted', 'updated', 'deleted', 'made', 'gone', 'affected'].map((name) => `coalesce("${name}", 0)`).join(', ');
  const query = sql`SELECT "tab", ${catalogSql(columns)} FROM (${catalogSql(countedSql)}) AS w("tab", "inserted", "updated", "deleted") FULL JOIN (${tallies}) AS j("tab", "made", "gone", "affected") USING ("tab")`;
  const statement = { ...postgresFragments.compile(query), name: `grimoire_written_${++statementCount}` };
  statements.set(journal, statement);
  return statement;
}

const statements = new WeakMap<Journal, RawStatement>();
let statementCount = 0;

/** What {@link countWritten} has answered. */
export function writtenTables({ rows }: Ran): WrittenTables {
  return new Map(
    rows.map(([name, ...values]) => {
      const [inserted = 0, updated = 0, deleted = 0, made = 0, gone = 0, affected = 0] = values.map(Number);
      return [String(name), { inserted, updated, deleted, made, gone, affected }];
    }),
  );
}

/** Adds numbers of rows, or takes them away. */
export function sumOf(tables: readonly (readonly [sign: 1 | -1, rows: WrittenRows])[]): WrittenRows {
  const total = { ...nothingWritten };
  for (const [sign, rows] of tables) for (const name of Object.keys(total) as (keyof WrittenRows)[]) total[name] += sign * rows[name];
  return total;
}

const isLocked =
  "l.locktype = 'relation' AND l.pid = pg_backend_pid() AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const uncountedSql = `
  SELECT DISTINCT ${nameSql('r')} FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    JOIN pg_class r ON r.oid = CASE WHEN c.relispartition THEN pg_partition_root(c.oid) ELSE c.oid END JOIN pg_namespace n ON n.oid = r.relnamespace
  WHERE ${isLocked} AND CASE WHEN c.relkind = 'f' THEN l.mode = 'RowExclusiveLock'
    ELSE l.mode = 'AccessExclusiveLock' AND c.relkind IN ('r', 'p') AND c.relpersistence <> 't' END
  UNION ALL SELECT t.name FROM unnest($1::text[], $2::text[]) AS t(name, identifier) WHERE to_regclass(t.identifier) IS NULL
    AND EXISTS (SELECT 1 FROM pg_locks l WHERE ${isLocked} AND l.mode = 'AccessExclusiveLock' AND NOT EXISTS (SELECT 1 FROM pg_class c WHERE c.oid = l.relation))
  UNION ALL SELECT 'track_counts' WHERE NOT current_setting('track_counts')::boolean`;

/**
 * The names of tables that the transaction may have changed without a count: by TRUNCATE, DROP or ALTER, which lock a table against everybody; those of
 * another server; and the name of a setting, without which the server counts nothing.
 */
export function uncountedTables({ all }: Journal): RawStatement {
  const identifiers = all.map(({ schema, name }) =>
    [schema, name].flatMap((part) => (part === undefined ? [] : [pg.escapeIdentifier(part)])).join('.'),
  );
  return { sql: uncountedSql, parameters: [all.map(tableText), identifiers], name: 'grimoire_uncounted' };
}

/** Runs the triggers that wait for the end of the transaction: what they write is recorded too. */
export const runDeferred: RawStatement = { sql: 'SET CONSTRAINTS ALL IMMEDIATE', parameters: [] };
