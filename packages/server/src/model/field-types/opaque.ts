import type { FieldType } from '../field-type.ts';

/** A column whose type no other field type fits: its text, read-only (CONTRACT §1). */
export const opaqueField: FieldType = {
  name: 'TextField',
  traits: { isOpaque: true, isLongText: true, isUnlisted: true },
  compares: 'as text',
  isParam: false,
  example: ({ verboseName }) => verboseName,
  parse: (text) => text,
  jsonSchema: () => ({ type: 'string' }),
  isText: true,
};
