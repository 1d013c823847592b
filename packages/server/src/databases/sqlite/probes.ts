import { quotedName } from '../quoted-name.ts';
import { sql } from 'kysely';
import { tableSql } from '../table-sql.ts';
import { sqliteFragments } from './sql-fragments.ts';
import type { Sql } from '../sql-fragments.ts';
import type { TableDescription, TableName } from '../../model/table.ts';
import { AdminError } from '../../errors/errors.ts';
import type { StatementReader } from '../statement.ts';

/** The limit in milliseconds for finding nulls in a key. */
const nullsLimit = 5000;

/**
 * SQLite's message if it cannot compile a statement, because a table, a collation, a function or a module is missing; undefined if it can.
 * The statement is not run.
 */
export async function whyNotCompiled(database: StatementReader, statement: Sql): Promise<string | undefined> {
  try {
    const query = sqliteFragments.compile(sql`EXPLAIN ${statement}`);
    await database.read({ sql: query.sql, parameters: [] });
    return undefined;
  } catch (error) {
    const { errcode, message } = error as { readonly errcode?: number; readonly message: string };
    // SQLITE_ERROR and its extended codes; other errors, such as a locked or damaged file, are not about the statement.
    if (errcode === undefined || (errcode & 0xff) !== 1) throw error;
    return message;
  }
}

/** The tables whose columns or indexes may have a collation that SQLite itself lacks, in lower case. */
export async function tablesWithCollations(database: StatementReader): Promise<ReadonlySet<string>> {
  const rows = await database.read({ sql: "SELECT tbl_name, sql FROM sqlite_schema WHERE sql LIKE '%collate%'", parameters: [] });
  const own = rows.filter(([, text]) =>
    [...String(text).matchAll(/\bcollate\s+["'`[]?(\w+)/gi)].some(([, name]) => !isBuiltIn(name ?? '')),
  );
  return new Set(own.map(([table]) => String(table).toLowerCase()));
}

function isBuiltIn(collation: string): boolean {
  return ['binary', 'nocase', 'rtrim'].includes(collation.toLowerCase());
}

/**
 * The query that is read in place of a table with collations of the application, which SQLite may lack: columns with such a collation are
 * compared byte by byte, without an index.
 */
export async function readAround(database: StatementReader, name: string, columns: readonly string[]): Promise<string> {
  const read: string[] = [];
  for (const column of columns) {
    const sorted = sql`SELECT 1 FROM ${sql.id(name)} NOT INDEXED ORDER BY ${sql.id(column)}`;
    const isCollated = (await whyNotCompiled(database, sorted)) !== undefined;
    read.push(isCollated ? `${quotedName(column)} COLLATE BINARY AS ${quotedName(column)}` : quotedName(column));
  }
  return `SELECT ${read.join(', ')} FROM ${quotedName(name)} NOT INDEXED`;
}

/** Why the rows of a table or view cannot be read, counted and sorted; undefined if they can. */
export async function whyNotReadable(database: StatementReader, { table, columns }: TableDescription): Promise<string | undefined> {
  const source = sql`FROM ${tableSql(table)}`;
  const count = sql`SELECT count(*) ${source}`;
  // A view over a missing table has no columns.
  if (columns.length === 0) return whyNotCompiled(database, count);
  const names = sql.join(columns.map(({ column }) => sql.id(column)));
  const why = await whyNotCompiled(database, sql`SELECT ${names}, (${count}) ${source} ORDER BY ${names}`);
  // For a table whose index uses a missing collation, only the count's message names it.
  return why && ((await whyNotCompiled(database, count)) ?? why);
}

/** The writes to a table that SQLite cannot compile. @param columns those that a statement may set. */
export async function refusalsOf(
  database: StatementReader,
  { table: { name }, primaryKey }: Pick<TableDescription, 'table' | 'primaryKey'>,
  columns: readonly string[],
): Promise<TableRefusals> {
  const table = sql.id(name);
  const isKey = sql.join([sql`random() = 1`, ...primaryKey.map((column) => sql`${sql.id(column)} = NULL`)], sql` AND `);
  const why = (statement: Sql): Promise<string | undefined> => whyNotCompiled(database, statement);
  const update = (some: readonly string[]): Promise<string | undefined> =>
    why(sql`UPDATE ${table} SET ${sql.join(some.map((column) => sql`${sql.id(column)} = ${sql.id(column)}`))} WHERE ${isKey}`);
  const insert = await why(
    sql`INSERT INTO ${table} (${sql.join(columns.map((column) => sql.id(column)))}) VALUES (${sql.join(columns.map(() => sql`NULL`))})`,
  );
  // With a condition on the key, because the missing collation may be that of the key.
  const remove = await why(sql`DELETE FROM ${table} WHERE ${isKey}`);
  const ofColumns = new Map<string, string>();
  if ((await update(columns)) !== undefined) {
    for (const column of columns) {
      const refusal = await update([column]);
      if (refusal !== undefined) ofColumns.set(column, `SQLite does not change ${JSON.stringify(column)} (${refusal})`);
    }
  }
  const text = JSON.stringify(name);
  const isFixed = ofColumns.size === columns.length;
  return {
    table: {
      ...(insert === undefined ? {} : { insert: `SQLite takes no new rows of ${text} (${insert})` }),
      ...(isFixed ? { update: [...ofColumns.values()].join('; ') } : {}),
      ...(remove === undefined ? {} : { delete: `SQLite deletes no rows of ${text} (${remove})` }),
    },
    columns: ofColumns,
  };
}

/** The writes that SQLite refuses for a table and, in updates, for its columns. */
export interface TableRefusals {
  readonly table: NonNullable<TableDescription['refused']>;
  readonly columns: ReadonlyMap<string, string>;
}

/** Whether some rows have a null in one of these columns; true also if the check exceeds its time limit. */
export async function mayHaveNulls(database: StatementReader, table: TableName, columns: readonly string[]): Promise<boolean> {
  for (const [index, column] of columns.entries()) {
    const { sql: text } = sqliteFragments.compile(
      sql`SELECT EXISTS (SELECT 1 FROM ${tableSql(table)} AS "t" WHERE ${sql.id('t', column)} IS NULL)`,
    );
    try {
      // The first column of a key is also the first one of its index; for the others, the whole index is read.
      const limits = index === 0 ? {} : { isLong: true, until: Date.now() + nullsLimit };
      const [row] = await database.read({ sql: text, parameters: [], ...limits });
      if (Number(row?.[0]) === 1) return true;
    } catch (error) {
      if (error instanceof AdminError && error.code === 'timeout') return true;
      throw error;
    }
  }
  return false;
}
