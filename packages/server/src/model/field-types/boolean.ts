import { sql } from 'kysely';
import { type FieldType, InvalidValue, always } from '../field-type.ts';

/** Reads the texts that CONTRACT §4 allows for a boolean. Throws {@link InvalidValue}. */
export function parseBoolean(text: string): boolean {
  const word = text.toLowerCase();
  if (word === 'true' || word === '1' || word === 'yes') return true;
  if (word === 'false' || word === '0' || word === 'no') return false;
  throw new InvalidValue('Must be true or false.');
}

export const booleanField: FieldType = {
  name: 'BooleanField',
  traits: { isFlag: true },
  compares: 'as equal',
  parse: parseBoolean,
  fromJson(input) {
    if (typeof input === 'boolean') return input;
    if (typeof input === 'string' || input === 0 || input === 1) return parseBoolean(String(input));
    throw new InvalidValue('Must be true or false.');
  },
  jsonSchema: () => ({ type: 'boolean' }),
  json: {
    postgres: (column) => column,
    sqlite: (column) =>
      sql`CASE WHEN typeof(${column}) <> 'integer' THEN CAST(${column} AS TEXT) WHEN ${column} = 1 THEN json('true') WHEN ${column} = 0 THEN json('false') ELSE CAST(${column} AS TEXT) END`,
  },
  bindSqlite: (value) => (value === true ? 1 : 0),
  positions: { postgres: always, sqlite: always },
};
