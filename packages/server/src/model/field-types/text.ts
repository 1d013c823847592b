import type { FieldTypeName } from '@grimoire/protocol';
import { sql } from 'kysely';
import { always, type FieldType, textual } from '../field-type.ts';

function textType(name: FieldTypeName): FieldType {
  return {
    name,
    lookups: textual,
    parse: (text) => text,
    json: {
      // The cast takes the padding off char(n) and the type off enums and domains.
      postgres: (column) => sql`${column}::text`,
      sqlite: (column) => sql`CAST(${column} AS TEXT)`,
    },
    positions: { postgres: always, sqlite: always },
    isText: true,
  };
}

export const charField: FieldType = textType('CharField');
export const textField: FieldType = textType('TextField');
export const emailField: FieldType = textType('EmailField');
export const urlField: FieldType = textType('URLField');
export const slugField: FieldType = textType('SlugField');
