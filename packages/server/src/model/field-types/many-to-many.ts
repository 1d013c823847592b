import { type FieldType, InvalidValue } from '../field-type.ts';

/** The keys of linked rows; filtered by membership, sorted by their count. */
export const manyToManyField: FieldType = {
  name: 'ManyToManyField',
  traits: { isRelation: true, isList: true, isUnlisted: true },
  compares: 'as equal',
  parse(text, field) {
    if (!field.inner) throw new InvalidValue('The target of this field has no key.');
    return field.inner.type.parse(text, field.inner);
  },
  jsonSchema: ({ inner }) => ({ type: 'array', items: inner?.type.jsonSchema(inner) ?? {} }),
};
