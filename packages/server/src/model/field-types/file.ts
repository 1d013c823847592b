import type { FieldTypeName } from '@grimoire/protocol';
import type { FieldTypeOf } from '../field-type.ts';

/** The column holds the file's URL; an empty text means no file. */
function fileType(name: FieldTypeName): FieldTypeOf<string, never, true> {
  return {
    name,
    traits: { family: 'text', isNeverEdited: true, secret: 'text' },
    compares: 'as text',
    isParam: false,
    editors: ['image'],
    example: ({ verboseName }) => verboseName,
    parse: (text) => text,
    jsonSchema: () => ({ type: ['string', 'null'] }),
    isText: true,
  };
}

export const fileField: FieldTypeOf<string, never, true> = fileType('FileField');
export const imageField: FieldTypeOf<string, never, true> = fileType('ImageField');
