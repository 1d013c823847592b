import type { Policy } from '../authorize/policy.ts';
import type { JsonSchema } from '../model/field-type.ts';
import { type Model, singleKey } from '../model/model.ts';
import { withArticle } from '../model/naming.ts';
import { actionOperation } from './action-operation.ts';
import { bulkExample } from './bulk-schemas.ts';
import { exampleBody, exampleOf } from './examples.ts';
import { filterLegend, listParameters } from './list-parameters.ts';
import type { ModelNames } from './names.ts';
import { answer, body, type Operation, parameter, type PathItem, refTo, responses, writeResponses, writeSecurity } from './operations.ts';
import { inputFields, keySchema } from './schemas.ts';
import { list, object, text } from './shapes.ts';

const noContent: JsonSchema = { description: 'Done.' };

/** A model with the actor's rights on it. */
interface Place {
  readonly model: Model;
  readonly policy: Policy;
  readonly names: ModelNames;
}

/** The parameter components of a model: the key of a row. */
export function modelParameters(model: Model, names: ModelNames): Record<string, JsonSchema> {
  const key = {
    name: 'pk',
    in: 'path',
    required: true,
    schema: keySchema(model),
    description: `The key of ${withArticle(model.verboseName)}.`,
  };
  return { [keyName(names)]: key };
}

function keyName(names: ModelNames): string {
  return names.schema('Key');
}

/** The paths of a model, limited to what this actor may do. */
export function modelPaths(model: Model, policy: Policy, names: ModelNames): Record<string, PathItem> {
  const place: Place = { model, policy, names };
  const { rights } = policy.view(model);
  const base = `/r/${encodeURIComponent(model.key)}/`;
  const isWritable = rights.add || rights.change || rights.delete;
  const paths: Record<string, PathItem> = {
    [base]: {
      ...(rights.view ? { get: listOperation(place) } : {}),
      ...(rights.add ? { post: createOperation(place) } : {}),
    },
    [`${base}{pk}/`]: {
      ...(rights.view ? { get: retrieveOperation(place) } : {}),
      ...(rights.change ? { patch: updateOperation(place) } : {}),
      ...(rights.delete ? { delete: deleteOperation(place) } : {}),
    },
    ...(rights.view ? viewPaths(place, base) : {}),
    ...(isWritable ? { [`${base}bulk/`]: { post: bulkOperation(place) } } : {}),
  };
  for (const action of model.actions) {
    if (!action.run || !policy.mayRun(model, action)) continue;
    const operationId = names.run(action);
    const keys = { key: keySchema(model), exampleKey: exampleKey(model), mayView: rights.view };
    paths[`${base}action/${action.key}/`] = { post: actionOperation(action, { operationId, tag: model.key, ...keys }) };
  }
  return Object.fromEntries(Object.entries(paths).filter(([, item]) => Object.keys(item).length > 0));
}

function exampleKey(model: Model): unknown {
  const key = singleKey(model);
  return key ? exampleOf(key) : '1~1';
}

type Described = Omit<Operation, 'operationId' | 'tags'>;

function make({ model, names }: Place, verb: string, described: Described): Operation {
  return { operationId: names.operation(verb), tags: [model.key], ...described };
}

function keyOf({ names }: Place): JsonSchema & { readonly $ref: string } {
  return parameter(keyName(names));
}

function rowAnswer({ names }: Place, headers: readonly string[] = []): JsonSchema {
  return answer('The row.', refTo(names.schema('')), ['ETag', ...headers]);
}

function listOperation(place: Place): Operation {
  const { model, policy, names } = place;
  return make(place, 'list', {
    summary: `A page of ${model.verboseNamePlural}`,
    description: `Filters that are given together must all hold; the end of a name says how it compares: ${filterLegend}.`,
    parameters: listParameters(model, policy),
    responses: responses({ '200': answer('A page.', refTo(names.schema('Page'))) }),
  });
}

function createOperation(place: Place): Operation {
  const { model, policy, names } = place;
  return make(place, 'create', {
    summary: `Create ${withArticle(model.verboseName)}`,
    description: 'All that is wrong with the values is said at once, by field.',
    parameters: [parameter('IdempotencyKey')],
    requestBody: body(refTo(names.schema('Create')), exampleBody(inputFields(model, policy, true), true)),
    responses: writeResponses({ '201': rowAnswer(place, ['Location']) }, { isKeyed: true }),
    security: writeSecurity,
  });
}

function retrieveOperation(place: Place): Operation {
  const { model } = place;
  return make(place, 'get', {
    summary: `Get ${withArticle(model.verboseName)}`,
    description: 'The row with all the fields that the user may view, and its `ETag`.',
    parameters: [keyOf(place)],
    responses: responses({ '200': rowAnswer(place) }),
  });
}

function updateOperation(place: Place): Operation {
  const { model, policy, names } = place;
  return make(place, 'update', {
    summary: `Change ${withArticle(model.verboseName)}`,
    description: 'Fields that are not sent stay as they are. A value that is the stored one is no change.',
    parameters: [keyOf(place), parameter('IfMatch')],
    requestBody: body(refTo(names.schema('Update')), exampleBody(inputFields(model, policy, false), false)),
    responses: writeResponses({ '200': rowAnswer(place) }, { matches: true }),
    security: writeSecurity,
  });
}

function deleteOperation(place: Place): Operation {
  const { model } = place;
  return make(place, 'delete', {
    summary: `Delete ${withArticle(model.verboseName)}`,
    description: 'Rows that belong to it go too; where other rows forbid it, nothing is deleted.',
    parameters: [keyOf(place), parameter('IfMatch')],
    responses: writeResponses({ '204': noContent }, { matches: true, hasBody: false }),
    security: writeSecurity,
  });
}

function viewPaths(place: Place, base: string): Record<string, PathItem> {
  const { model } = place;
  const suggestion = object({ value: keySchema(model), label: text });
  const suggestions = object({ results: list(suggestion), has_more: { type: 'boolean' } });
  return {
    [`${base}autocomplete/`]: {
      get: make(place, 'suggest', {
        summary: `Keys and labels of ${model.verboseNamePlural}`,
        description: 'What a combobox offers for the words that were typed: twenty rows a page.',
        parameters: [parameter('Words'), parameter('Page')],
        responses: responses({ '200': answer('Twenty at most.', suggestions) }),
      }),
    },
    [`${base}{pk}/related/`]: {
      get: make(place, 'relatedTo', {
        summary: `What deleting ${withArticle(model.verboseName)} would do to other rows`,
        description: 'Counts of the rows that would go too, that forbid the delete, and that would lose their link.',
        parameters: [keyOf(place)],
        responses: responses({ '200': answer('Counts.', refTo('Related')) }),
      }),
    },
    [`${base}{pk}/history/`]: {
      get: make(place, 'historyOf', {
        summary: `What was done to ${withArticle(model.verboseName)}`,
        description: 'Its entries in the audit log, newest first.',
        parameters: [keyOf(place), parameter('Page'), parameter('PageSize')],
        responses: responses({ '200': answer('Newest first.', refTo('History')) }),
      }),
    },
  };
}

/** The bulk operation, which runs in one transaction (CONTRACT §6). */
function bulkOperation(place: Place): Operation {
  const { model, names } = place;
  return make(place, 'bulk', {
    summary: `Many changes of ${model.verboseNamePlural}, all or none`,
    description: 'One transaction: deletes of rows, one change of many rows, or operations one after the other, also on other models.',
    parameters: [parameter('IdempotencyKey')],
    requestBody: body(refTo(names.schema('Bulk')), bulkExample),
    responses: writeResponses({ '200': answer('What was done.', refTo('BulkResult')) }, { matches: true, isKeyed: true }),
    security: writeSecurity,
  });
}
