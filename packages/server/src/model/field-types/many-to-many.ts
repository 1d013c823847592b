import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { say } from '../../texts/message.ts';

/** The keys of linked rows; filtered by membership, sorted by their count. */
export const manyToManyField: FieldTypeOf<readonly Key[]> = {
  name: 'ManyToManyField',
  traits: { isRelation: true, isList: true, isUnlisted: true },
  compares: 'as equal',
  isParam: false,
  example: () => [],
  parse(text, field) {
    if (!field.inner) throw new InvalidValue(say('keylessTargets'));
    return field.inner.type.parse(text, field.inner);
  },
  jsonSchema: ({ inner }) => ({ type: 'array', items: inner?.type.jsonSchema(inner) ?? {} }),
};
