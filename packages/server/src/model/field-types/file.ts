import type { FieldTypeName } from '@grimoire/protocol';
import type { FieldType } from '../field-type.ts';

/** The column holds the file's URL; an empty text means no file. */
function fileType(name: FieldTypeName): FieldType {
  return {
    name,
    traits: { family: 'text', isNeverEdited: true, secret: 'text' },
    compares: 'as text',
    parse: (text) => text,
    jsonSchema: () => ({ type: ['string', 'null'] }),
    isText: true,
  };
}

export const fileField: FieldType = fileType('FileField');
export const imageField: FieldType = fileType('ImageField');
