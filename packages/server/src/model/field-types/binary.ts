import { sql } from 'kysely';
import { type FieldType, InvalidValue, never } from '../field-type.ts';

export const binaryField: FieldType = {
  name: 'BinaryField',
  lookups: ['isnull'],
  parse() {
    throw new InvalidValue('Binary values can not be compared.');
  },
  jsonSchema: () => ({ type: 'string', contentEncoding: 'base64' }),
  json: {
    postgres: (column) => sql`translate(encode(${column}, 'base64'), E'\n', '')`,
    sqlite: (column) => sql`CASE WHEN typeof(${column}) = 'blob' THEN grimoire_base64(${column}) ELSE CAST(${column} AS TEXT) END`,
  },
  positions: { postgres: never, sqlite: never },
  leftOutOfLists: true,
};
