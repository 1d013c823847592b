import { sql } from 'kysely';
import type { CompiledSql, Sql, SqlFragments } from '../databases/sql-fragments.ts';
import type { IncomingKey } from '../model/references.ts';
import type { TableName } from '../model/table.ts';
import { tableSql } from '../databases/table-sql.ts';
import { numberSql } from '../databases/literals.ts';

/** Counts the rows of a table up to a limit. */
export function rowsUpTo(fragments: SqlFragments, table: TableName, limit: number): CompiledSql {
  return fragments.compile(sql`SELECT count(*) FROM (SELECT 1 FROM ${tableSql(table)} AS "t" LIMIT ${numberSql(limit)}) AS "counted"`);
}

/** The rows of a table that reference a row of another one, as the database looks for them before that row is deleted. */
export function referencingRows(fragments: SqlFragments, { table, columns, targetColumns }: IncomingKey, target: TableName): CompiledSql {
  const list = (alias: string, names: readonly string[]): Sql => sql.join(names.map((name) => sql.id(alias, name)));
  const one = sql`SELECT ${list('p', targetColumns)} FROM ${tableSql(target)} AS "p" LIMIT 1`;
  return fragments.compile(sql`SELECT 1 FROM ${tableSql(table.table)} AS "t" WHERE (${list('t', columns)}) IN (${one})`);
}
