import { sql } from 'kysely';
import type { UuidStorage } from '../../model/field.ts';
import type { TableDescription, TableName } from '../../model/table.ts';
import { tableSql } from '../table-sql.ts';
import { numberSql } from '../literals.ts';
import type { StatementReader } from '../statement.ts';
import { uuidStorage } from './uuid-storage.ts';
import { sqliteFragments } from './sql-fragments.ts';

/** The most rows in which a value of a column is looked for. */
const mostRows = 1000;

/** A table with the forms in which its columns keep UUIDs, as the values that are there have them: SQLite has no type for them. */
export async function withUuidForms(database: StatementReader, description: TableDescription): Promise<TableDescription> {
  const { table } = description;
  const columns = await Promise.all(
    description.columns.map(async (column) => {
      const form = column.type === 'UUIDField' ? await formOf(database, table, column.column) : undefined;
      return form === undefined ? column : { ...column, storage: form };
    }),
  );
  return { ...description, columns };
}

async function formOf(database: StatementReader, table: TableName, column: string): Promise<UuidStorage | undefined> {
  const some = sql`SELECT ${sql.id(column)} AS "value" FROM ${tableSql(table)} LIMIT ${numberSql(mostRows)}`;
  const { sql: text } = sqliteFragments.compile(
    sql`SELECT typeof("value"), CASE WHEN typeof("value") = 'blob' THEN hex("value") ELSE "value" END FROM (${some}) WHERE "value" IS NOT NULL LIMIT 1`,
  );
  const [row] = await database.read({ sql: text, parameters: [] });
  if (!row) return undefined;
  const [storageClass, value] = row.map(String);
  return uuidStorage(storageClass ?? '', value ?? '');
}
