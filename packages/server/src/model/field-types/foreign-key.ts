import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import type { Field } from '../field.ts';
import { say } from '../../texts/message.ts';

function keyOf(field: Field): Field {
  if (!field.inner) throw new InvalidValue(say('keylessTarget'));
  return field.inner;
}

/** A foreign key is served, compared and sorted as the key of its target (CONTRACT §1, §4). */
const ofTarget: Omit<FieldTypeOf<Key, Key>, 'name' | 'isParam' | '$values'> = {
  traits: { isRelation: true, isGrouped: true },
  compares: 'in order',
  parse: (text, field) => keyOf(field).type.parse(text, keyOf(field)),
  // Where there is a target, that of its key is shown.
  example: () => 1,
  jsonSchema: (field) => keyOf(field).type.jsonSchema(keyOf(field)),
  takesNumbers: true,
};

export const foreignKey: FieldTypeOf<Key, Key> = { ...ofTarget, name: 'ForeignKey', isParam: true };
export const oneToOneField: FieldTypeOf<Key> = { ...ofTarget, name: 'OneToOneField', isParam: false };
