import type { ModelPermissions } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import { maxReason, type writeOptionNames } from '../request/write-options.ts';
import type { ModelPlace } from './endpoint-doc.ts';
import type { ModelNames } from './names.ts';
import { refTo } from './operations.ts';
import { choiceOf, constant, object, strict, text } from './shapes.ts';
import { refToShared } from './shared-schemas.ts';

const trashRights = ['restore', 'purge'] as const;
const maxItems = 10_000;
const model: JsonSchema = { type: 'string', description: 'Key of the model; that of the address by default.' };
const tag: JsonSchema = { type: 'string', description: 'The `ETag` of the row as it was read.' };

/** Keys of rows. */
export function keysSchema(key: JsonSchema, minItems = 1): JsonSchema {
  return { type: 'array', items: key, minItems, maxItems };
}

/** One operation of a bulk call: on a row of this model, or of another model that it names (CONTRACT §6). */
export function operationSchema(rights: ModelPermissions, names: ModelNames): JsonSchema {
  const pk: JsonSchema = { anyOf: [refToShared('Key'), refToShared('MadeKey')] };
  const values = (isKnown: boolean, kind: 'Create' | 'Update'): JsonSchema =>
    isKnown ? { anyOf: [refTo(names.schema(kind)), refToShared('OtherValues')] } : refToShared('OtherValues');
  return {
    oneOf: [
      strict(object({ op: choiceOf('create'), model, data: values(rights.add, 'Create') }, ['op', 'data'])),
      strict(object({ op: choiceOf('update'), model, pk, data: values(rights.change, 'Update'), if_match: tag }, ['op', 'pk', 'data'])),
      strict(object({ op: choiceOf('delete'), model, pk, if_match: tag }, ['op', 'pk'])),
    ],
  };
}

/** The members of a body that say how a request writes (CONTRACT §21). */
export const writeMembers: Readonly<Record<(typeof writeOptionNames)[number], JsonSchema>> = {
  dry_run: { type: 'boolean', description: 'Whether it is only tried: the answer says what it would do.' },
  if_preview: { type: 'string', description: 'The token of a dry run: it is done only if it does what was shown.' },
  reason: { type: 'string', maxLength: maxReason, description: 'Why it is done; kept with the change set.' },
};

/** A body that writes, of these members. */
export function writeBody(members: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return strict(object({ ...members, ...writeMembers }, required));
}

/** The bodies of a bulk call. */
export function bulkSchema({ model: owner, policy, names }: ModelPlace, key: JsonSchema): JsonSchema {
  const { rights } = policy.access(owner);
  const ids = keysSchema(key);
  const forms = [
    ...(rights.delete ? [writeBody({ action: choiceOf('delete'), ids }, ['action', 'ids'])] : []),
    ...(rights.change ? updateForms(policy.may(owner, 'view'), { ids, data: refTo(names.schema('Update')) }) : []),
    ...trashRights
      .filter((right) => policy.maySeeTrash(owner) && policy.may(owner, right))
      .map((action) => writeBody({ action: choiceOf(action), ids }, ['action', 'ids'])),
  ];
  const operations = writeBody({ operations: { type: 'array', items: refTo(names.schema('Operation')), maxItems } }, ['operations']);
  return forms.length > 0 ? { anyOf: [...forms, operations] } : operations;
}

/** The bodies of a change of many rows: of these keys, or of all that filters match. @param mayView whether the user may view the rows */
function updateForms(mayView: boolean, { ids, data }: { readonly ids: JsonSchema; readonly data: JsonSchema }): readonly JsonSchema[] {
  const action = choiceOf('update');
  if (!mayView) return [writeBody({ action, ids, data }, ['action', 'ids', 'data'])];
  const changes = {
    type: 'object',
    description: 'Changes that depend on values, by field.',
    additionalProperties: refToShared('FieldChange'),
  };
  const matching = { action, all_filtered: constant(true), params: filtersSchema, data, changes };
  // Each with what it needs at least: linters take no `required` without its properties.
  return ['data', 'changes'].flatMap((what) => [
    writeBody({ action, ids, data, changes }, ['action', 'ids', what]),
    writeBody(matching, ['action', 'all_filtered', what]),
  ]);
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
