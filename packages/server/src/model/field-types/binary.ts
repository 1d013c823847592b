import { sql } from 'kysely';
import { type FieldType, InvalidValue, never } from '../field-type.ts';

export const binaryField: FieldType = {
  name: 'BinaryField',
  traits: { isNeverEdited: true, isUnsortable: true, isUnlisted: true, isNoLabel: true, secret: 'value of several parts' },
  compares: 'as equal',
  // In a path it may also be base64url.
  parse(text) {
    const base64 = Buffer.from(text, 'base64').toString('base64');
    const given = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    if (base64.replace(/=+$/, '') !== given) throw new InvalidValue('A valid base64 text is required.');
    return base64;
  },
  decode: {
    postgres: (parameter) => sql`decode(${parameter}, 'base64')`,
    sqlite: (parameter) => sql`grimoire_bytes(${parameter})`,
  },
  jsonSchema: () => ({ type: 'string', contentEncoding: 'base64' }),
  json: {
    postgres: (column) => sql`translate(encode(${column}, 'base64'), E'\n', '')`,
    sqlite: (column) => sql`CASE WHEN typeof(${column}) = 'blob' THEN grimoire_base64(${column}) ELSE CAST(${column} AS TEXT) END`,
  },
  positions: { postgres: never, sqlite: never },
  leftOutOfLists: true,
};
