import { sql } from 'kysely';
import { type FieldType, never, textual } from '../field-type.ts';
import { jsonOfSqlite } from './json.ts';

export const arrayField: FieldType = {
  name: 'ArrayField',
  lookups: textual,
  parse: (text) => text,
  json: {
    postgres(column, field) {
      if (!field.inner) return sql`to_json(${column}::text[])`;
      const element = field.inner.type.json.postgres(sql.ref('element'), field.inner);
      const flat = sql`(SELECT json_agg(${element} ORDER BY place) FROM unnest(${column}) WITH ORDINALITY AS elements(element, place))`;
      return sql`CASE WHEN array_ndims(${column}) = 1 THEN ${flat} WHEN ${column} IS NULL THEN NULL ELSE to_json(${column}::text[]) END`;
    },
    sqlite: jsonOfSqlite,
  },
  operand: {
    postgres: (column) => sql`${column}::text`,
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  positions: { postgres: never, sqlite: never },
};
