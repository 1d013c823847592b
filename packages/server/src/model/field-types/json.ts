import { sql } from 'kysely';
import type { FieldType, Sql } from '../field-type.ts';
import { never, textual } from '../field-type.ts';

/** JSON kept in a SQLite column as text or as JSONB; what is no JSON is served as text. A column declared JSON keeps bare numbers as such. */
export const jsonOfSqlite = (column: Sql): Sql =>
  sql`CASE WHEN typeof(${column}) = 'blob' AND json_valid(${column}, 8) THEN json(${column}) WHEN typeof(${column}) = 'text' AND json_valid(${column}) THEN json(${column}) WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} ELSE CAST(${column} AS TEXT) END`;

export const jsonField: FieldType = {
  name: 'JSONField',
  lookups: textual,
  parse: (text) => text,
  json: { postgres: (column) => column, sqlite: jsonOfSqlite },
  operand: {
    postgres: (column) => sql`${column}::text`,
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  positions: { postgres: never, sqlite: never },
};
