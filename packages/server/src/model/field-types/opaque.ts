import { sql } from 'kysely';
import { type FieldType, never } from '../field-type.ts';

/** A column whose type no other field type fits: its text, read-only (CONTRACT §1). */
export const opaqueField: FieldType = {
  name: 'TextField',
  traits: { isLongText: true, isUnlisted: true },
  compares: 'as text',
  parse: (text) => text,
  jsonSchema: () => ({ type: 'string' }),
  json: {
    postgres: (column) => sql`${column}::text`,
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  operand: {
    postgres: (column) => sql`${column}::text`,
    sqlite: (column) => sql`CAST(${column} AS TEXT)`,
  },
  positions: { postgres: never, sqlite: never },
  isText: true,
};
