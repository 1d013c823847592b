import type { FieldTypeName } from '@grimoire/protocol';
import { sql } from 'kysely';
import { always, type FieldType } from '../field-type.ts';

/** The column holds the file's URL; an empty text means no file. */
function fileType(name: FieldTypeName): FieldType {
  return {
    name,
    traits: { family: 'text', isFile: true, isNeverEdited: true, secret: 'text' },
    compares: 'as text',
    parse: (text) => text,
    jsonSchema: () => ({ type: ['string', 'null'] }),
    json: {
      postgres: (column) => sql`nullif(${column}::text, '')`,
      sqlite: (column) => sql`nullif(CAST(${column} AS TEXT), '')`,
    },
    positions: { postgres: always, sqlite: always },
    isText: true,
  };
}

export const fileField: FieldType = fileType('FileField');
export const imageField: FieldType = fileType('ImageField');
