import { sql } from 'kysely';
import { always, type FieldType, InvalidValue, never, ordered } from '../field-type.ts';

export const decimalField: FieldType = {
  name: 'DecimalField',
  lookups: ordered,
  parse(text) {
    if (text.length > 400 || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) throw new InvalidValue('A valid number is required.');
    return text;
  },
  json: {
    postgres: (column) => sql`${column}::text`,
    sqlite(column, field) {
      const scale = field.decimalPlaces;
      if (scale === undefined) return sql`CAST(${column} AS TEXT)`;
      const zeros = sql.lit(scale === 0 ? '' : `.${'0'.repeat(scale)}`);
      return sql`CASE typeof(${column}) WHEN 'integer' THEN ${column} || ${zeros} WHEN 'real' THEN printf(${sql.lit(`%.${scale}f`)}, ${column}) ELSE CAST(${column} AS TEXT) END`;
    },
  },
  operand: { sqlite: (column, field) => (field.storage === 'text' ? sql`CAST(${column} AS NUMERIC)` : column) },
  // SQLite compares a text with a number by the affinity of the other side, which an expression lacks.
  bindSqlite: (value, field) => (field.storage === 'text' ? Number(value) : value),
  positions: { postgres: always, sqlite: never },
};
