import type { ModelPermissions } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import type { ModelNames } from './names.ts';
import { refTo, strict } from './operations.ts';
import { choiceOf, text } from './shapes.ts';

const maxItems = 10_000;
const model: JsonSchema = { type: 'string', description: 'Key of the model; that of the address by default.' };
const tag: JsonSchema = { type: 'string', description: 'The `ETag` of the row as it was read.' };

/** Keys of rows. */
export function keysSchema(key: JsonSchema, minItems = 1): JsonSchema {
  return { type: 'array', items: key, minItems, maxItems };
}

/** One operation of a bulk call: on a row of this model, or of another model that it names (CONTRACT §6). */
export function operationSchema(rights: ModelPermissions, names: ModelNames): JsonSchema {
  const pk: JsonSchema = { anyOf: [refTo('Key'), refTo('MadeKey')] };
  const values = (isKnown: boolean, kind: 'Create' | 'Update'): JsonSchema =>
    isKnown ? { anyOf: [refTo(names.schema(kind)), refTo('OtherValues')] } : refTo('OtherValues');
  return {
    oneOf: [
      strict({ op: choiceOf('create'), model, data: values(rights.add, 'Create') }, ['op', 'data']),
      strict({ op: choiceOf('update'), model, pk, data: values(rights.change, 'Update'), if_match: tag }, ['op', 'pk', 'data']),
      strict({ op: choiceOf('delete'), model, pk, if_match: tag }, ['op', 'pk']),
    ],
  };
}

/** The bodies of a bulk call. */
export function bulkSchema(rights: ModelPermissions, names: ModelNames, key: JsonSchema): JsonSchema {
  const ids = keysSchema(key);
  const forms = [
    ...(rights.delete ? [strict({ action: choiceOf('delete'), ids })] : []),
    ...(rights.change ? [strict({ action: choiceOf('update'), ids, data: refTo(names.schema('Update')) })] : []),
  ];
  const operations = strict({ operations: { type: 'array', items: refTo(names.schema('Operation')), maxItems } });
  return forms.length > 0 ? { anyOf: [...forms, operations] } : operations;
}

/** An example that is valid for every bulk call. */
export const bulkExample: Readonly<Record<string, unknown>> = { operations: [] };

/** Filters of a list, in the form of an action's body. */
export const filtersSchema: JsonSchema = {
  type: 'object',
  description: 'Filters of the list and `search`, by the names of their parameters; a list of values means any of them.',
  additionalProperties: {
    anyOf: [text, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: { type: ['string', 'number', 'boolean'] } }],
  },
};
