import type { Policy } from '../authorize/policy.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import { listParameters } from './list-parameters.ts';
import {
  answer,
  body,
  idempotencyKey,
  ifMatch,
  type Operation,
  type Parameter,
  type PathItem,
  responses,
  writeResponses,
} from './operations.ts';
import { paramSchema, refTo, schemaName } from './schemas.ts';
import { pageOf } from './shared-schemas.ts';

const pageParameter: Parameter = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } };
const pageSize: Parameter = { name: 'page_size', in: 'query', schema: { type: 'integer', minimum: 1 } };
const noContent: JsonSchema = { description: 'Done.' };
const keys: JsonSchema = { type: 'array', items: refTo('Key'), minItems: 1, maxItems: 10_000 };

/** The paths of a model, with what this actor may do there. */
export function modelPaths(model: Model, policy: Policy): Record<string, PathItem> {
  const { rights } = policy.view(model);
  const pathKey: Parameter = { name: 'pk', in: 'path', required: true, schema: { type: 'string' }, description: 'The key.' };
  const base = `/r/${model.key}/`;
  const make = operationMaker(model);
  const row = answer('The row.', refTo(schemaName(model, 'row')), ['ETag']);
  const isWritable = rights.add || rights.change || rights.delete;
  const paths: Record<string, PathItem> = {
    [base]: {
      ...(rights.view ? { get: listOperation(model, policy, make) } : {}),
      ...(rights.add ? { post: createOperation(model, make, row) } : {}),
    },
    [`${base}{pk}/`]: {
      ...(rights.view
        ? {
            get: make('retrieve', `One of the ${model.verboseNamePlural}`, { parameters: [pathKey], responses: responses({ '200': row }) }),
          }
        : {}),
      ...(rights.change ? { patch: updateOperation(model, make, { row, pathKey }) } : {}),
      ...(rights.delete
        ? {
            delete: make('delete', `Delete a ${model.verboseName}`, {
              parameters: [pathKey, ifMatch],
              responses: { ...writeResponses({ '204': noContent }), '412': conflict },
            }),
          }
        : {}),
    },
    ...(rights.view ? viewPaths(model, make, pathKey) : {}),
    ...(isWritable ? { [`${base}bulk/`]: { post: bulkOperation(model, make, rights) } } : {}),
  };
  for (const action of model.actions) {
    if (action.run && policy.mayRun(model, action))
      paths[`${base}action/${action.key}/`] = { post: actionOperation(action, make, rights.view) };
  }
  return Object.fromEntries(Object.entries(paths).filter(([, item]) => Object.keys(item).length > 0));
}

const conflict: JsonSchema = answer('The row was changed meanwhile.', refTo('Conflict'));

type Make = (name: string, summary: string, rest: Omit<Operation, 'operationId' | 'summary' | 'tags'>) => Operation;

function operationMaker(model: Model): Make {
  const prefix = model.key.replace(/[^A-Za-z0-9_]+/g, '_');
  return (name, summary, rest) => ({ operationId: `${prefix}_${name}`, summary, tags: [model.key], ...rest });
}

function listOperation(model: Model, policy: Policy, make: Make): Operation {
  return make('list', `A page of ${model.verboseNamePlural}`, {
    parameters: listParameters(model, policy),
    responses: responses({ '200': answer('A page.', pageOf(refTo(schemaName(model, 'list item')))) }),
  });
}

function createOperation(model: Model, make: Make, row: JsonSchema): Operation {
  return make('create', `Make a ${model.verboseName}`, {
    parameters: [idempotencyKey],
    requestBody: body(refTo(schemaName(model, 'create'))),
    responses: writeResponses({ '201': row }),
  });
}

function updateOperation(model: Model, make: Make, { row, pathKey }: { readonly row: JsonSchema; readonly pathKey: Parameter }): Operation {
  return make('update', `Change a ${model.verboseName}`, {
    parameters: [pathKey, ifMatch],
    requestBody: body(refTo(schemaName(model, 'update'))),
    responses: { ...writeResponses({ '200': row }), '412': conflict },
  });
}

function viewPaths(model: Model, make: Make, pathKey: Parameter): Record<string, PathItem> {
  const base = `/r/${model.key}/`;
  const q: Parameter = { name: 'q', in: 'query', schema: { type: 'string', maxLength: 200 } };
  return {
    [`${base}autocomplete/`]: {
      get: make('autocomplete', `Keys and labels of ${model.verboseNamePlural}`, {
        parameters: [q, pageParameter],
        responses: responses({ '200': answer('Twenty at most.', refTo('Suggestions')) }),
      }),
    },
    [`${base}{pk}/related/`]: {
      get: make('related', 'What a delete would do to other rows', {
        parameters: [pathKey],
        responses: responses({ '200': answer('Counts.', refTo('Related')) }),
      }),
    },
    [`${base}{pk}/history/`]: {
      get: make('history', 'What was done to the row', {
        parameters: [pathKey, pageParameter, pageSize],
        responses: responses({ '200': answer('Newest first.', refTo('History')) }),
      }),
    },
  };
}

/** All of it in one transaction (CONTRACT §6). */
function bulkOperation(model: Model, make: Make, rights: { readonly change: boolean; readonly delete: boolean }): Operation {
  const strict = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  });
  // A property of this name would be taken for a reference by whoever reads the document.
  const reference: JsonSchema = {
    type: 'object',
    description: '{"$ref": 0} stands for the key that operation 0 made.',
    patternProperties: { '^\\$ref$': { type: 'integer', minimum: 0 } },
    minProperties: 1,
    maxProperties: 1,
  };
  const operation = strict(
    {
      op: { enum: ['create', 'update', 'delete'] },
      model: { type: 'string' },
      pk: { anyOf: [refTo('Key'), reference] },
      data: { type: 'object' },
      if_match: { type: 'string' },
    },
    ['op'],
  );
  const forms = [
    ...(rights.delete ? [strict({ action: { const: 'delete' }, ids: keys }, ['action', 'ids'])] : []),
    ...(rights.change
      ? [strict({ action: { const: 'update' }, ids: keys, data: refTo(schemaName(model, 'update')) }, ['action', 'ids', 'data'])]
      : []),
    strict({ operations: { type: 'array', items: operation, maxItems: 10_000 } }, ['operations']),
  ];
  return make('bulk', 'Many changes, all or none', {
    parameters: [idempotencyKey],
    requestBody: body({ oneOf: forms }),
    responses: { ...writeResponses({ '200': answer('What was done.', refTo('BulkResult')) }), '412': conflict },
  });
}

function actionOperation({ key, label, params, scope, returnsFile }: ModelAction, make: Make, mayView: boolean): Operation {
  const input: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(params.map((param) => [param.name, paramSchema(param)])),
    required: params.filter((param) => !param.null).map((param) => param.name),
    additionalProperties: false,
  };
  const ids = scope === 'toolbar' ? { ...keys, minItems: 0 } : keys;
  const isRequired = params.some((param) => !param.null);
  const selected: JsonSchema = {
    type: 'object',
    properties: { ids, input },
    required: [...(scope === 'bulk' ? ['ids'] : []), ...(isRequired ? ['input'] : [])],
    additionalProperties: false,
  };
  const filtered: JsonSchema = {
    type: 'object',
    properties: { all_filtered: { const: true }, params: { type: 'object', description: 'Filters of the list.' }, input },
    required: ['all_filtered', ...(isRequired ? ['input'] : [])],
    additionalProperties: false,
  };
  const result = answer('What came of it.', refTo('ActionResult'));
  const file = { description: 'A file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  return make(`action_${key.replace(/[^A-Za-z0-9_]+/g, '_')}`, label, {
    parameters: [idempotencyKey],
    requestBody: body(mayView ? { anyOf: [selected, filtered] } : selected),
    responses: writeResponses({ '200': returnsFile ? file : result }),
  });
}
