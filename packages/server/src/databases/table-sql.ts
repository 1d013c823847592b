import { sql } from 'kysely';
import type { TableName } from '../model/table.ts';
import { catalogSql } from './literals.ts';
import type { Sql } from './sql-fragments.ts';

/** The source for reading a table: its own rows, or the query that replaces it. */
export function tableSql(table: TableName): Sql {
  return table.readAs === undefined ? changedTableSql(table) : sql`(${catalogSql(table.readAs)})`;
}

/** A table whose own rows an UPDATE changes or a DELETE removes. */
export function changedTableSql(table: TableName): Sql {
  return table.hasHeirs ? sql`ONLY ${filledTableSql(table)}` : filledTableSql(table);
}

/** A table's quoted name, into which an INSERT writes. */
export function filledTableSql({ schema, name }: TableName): Sql {
  return schema === undefined ? sql.id(name) : sql.id(schema, name);
}
