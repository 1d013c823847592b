import type { FieldTypeName } from '@grimoire/protocol';
import { type FieldType, InvalidValue } from '../field-type.ts';
import type { Field } from '../field.ts';
import { say } from '../../texts/message.ts';

function keyOf(field: Field): Field {
  if (!field.inner) throw new InvalidValue(say('keylessTarget'));
  return field.inner;
}

/** A foreign key is served, compared and sorted as the key of its target (CONTRACT §1, §4). */
function foreignKeyType(name: FieldTypeName): FieldType {
  return {
    name,
    traits: { isRelation: true, isGrouped: true },
    compares: 'in order',
    parse: (text, field) => keyOf(field).type.parse(text, keyOf(field)),
    jsonSchema: (field) => keyOf(field).type.jsonSchema(keyOf(field)),
    takesNumbers: true,
  };
}

export const foreignKey: FieldType = foreignKeyType('ForeignKey');
export const oneToOneField: FieldType = foreignKeyType('OneToOneField');
