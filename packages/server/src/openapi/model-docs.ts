import type { Page, Row, Suggestion, Suggestions } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import { type Model, singleKey } from '../model/model.ts';
import { withArticle } from '../model/naming.ts';
import { bulkExample } from './bulk-schemas.ts';
import type { TrashRight } from '../model/actor.ts';
import { type EndpointDoc, type ModelPlace, ofModel, type OperationDoc } from './endpoint-doc.ts';
import { exampleBody, exampleOf } from './examples.ts';
import { filterLegend, listParameters, trashParameters } from './list-parameters.ts';
import type { ModelNames } from './names.ts';
import { answer, body, refTo } from './operations.ts';
import { inputFields, keySchema, pickerSchema } from './schemas.ts';
import { anyOf, boolean, list, objectOf, type SchemaOf, text, trusted } from './shapes.ts';
import { refToShared } from './shared-schemas.ts';

const noContent: JsonSchema = { description: 'Done.' };

/** The parameter components of a model: the key of a row. */
export function modelParameters(model: Model, names: ModelNames): Record<string, JsonSchema> {
  const key = {
    name: 'pk',
    in: 'path',
    required: true,
    schema: keySchema(model),
    description: `The key of ${withArticle(model.verboseName)}.`,
  };
  return { [names.schema('Key')]: key };
}

/** An example of the key of a row. */
export function exampleKey(model: Model): unknown {
  const key = singleKey(model);
  return key ? exampleOf(key) : '1~1';
}

/** The row of a model. */
function rowOf(names: ModelNames): SchemaOf<Row> {
  return trusted(refTo(names.schema('')));
}

function rowAnswer({ names }: ModelPlace, headers: readonly string[] = []): JsonSchema {
  return answer('The row.', rowOf(names), ['ETag', ...headers]);
}

/** On a table with triggers, the database may have taken the row out of it. */
function writtenAnswer(place: ModelPlace, headers: readonly string[] = []): JsonSchema {
  if (!place.model.redirects.save) return rowAnswer(place, headers);
  return answer('The row.', anyOf(rowOf(place.names), refToShared('MadeOtherwise')));
}

export const listDoc: EndpointDoc = ofModel(({ model, policy, names }) => ({
  operationId: names.operation('list'),
  summary: `A page of ${model.verboseNamePlural}`,
  description: `Filters that are given together must all hold; the end of a name says how it compares: ${filterLegend}.`,
  parameters: listParameters(model, policy),
  responses: { '200': answer('A page.', trusted<Page>(refTo(names.schema('Page')))) },
}));

export const createDoc: EndpointDoc = ofModel((place) => {
  const { model, policy, names } = place;
  return {
    operationId: names.operation('create'),
    summary: `Create ${withArticle(model.verboseName)}`,
    description: 'All that is wrong with the values is said at once, by field.',
    requestBody: body(refTo(names.schema('Create')), exampleBody(inputFields(model, policy, true), true)),
    responses: { '201': writtenAnswer(place, ['Location']) },
  };
});

export const rowDoc: EndpointDoc = ofModel((place) => ({
  operationId: place.names.operation('get'),
  summary: `Get ${withArticle(place.model.verboseName)}`,
  description: 'The row with all the fields that the user may view, and its `ETag`.',
  parameters: trashParameters(place.model, place.policy),
  responses: { '200': rowAnswer(place) },
}));

export const updateDoc: EndpointDoc = ofModel((place) => {
  const { model, policy, names } = place;
  return {
    operationId: names.operation('update'),
    summary: `Change ${withArticle(model.verboseName)}`,
    description: 'Fields that are not sent stay as they are. A value that is the stored one is no change.',
    requestBody: body(refTo(names.schema('Update')), exampleBody(inputFields(model, policy, false), false)),
    responses: { '200': writtenAnswer(place) },
  };
});

export const deleteDoc: EndpointDoc = ofModel(({ model, names }) => ({
  operationId: names.operation('delete'),
  summary: `Delete ${withArticle(model.verboseName)}`,
  description: model.softDelete
    ? 'The row moves to the trash.'
    : 'Rows that belong to it go too; where other rows forbid it, nothing is deleted.',
  responses: doneAnswers(model.redirects.delete),
}));

function doneAnswers(mayBeKept: boolean): OperationDoc['responses'] {
  const redirected = mayBeKept ? { '200': answer('The database has kept the row.', refToShared('MadeOtherwise')) } : {};
  return { ...redirected, '204': noContent };
}

/** An endpoint of models with a trash, for users who hold the right. */
function ofTrash(right: TrashRight, about: (place: ModelPlace) => Pick<OperationDoc, 'summary' | 'description'>): EndpointDoc {
  return {
    per: 'model',
    operations(place) {
      const { model, policy, names } = place;
      if (!policy.may(model, right)) return [];
      return [
        {
          tag: model.key,
          operationId: names.operation(right),
          ...about(place),
          responses: doneAnswers(right === 'purge' && model.redirects.delete),
        },
      ];
    },
  };
}

export const restoreDoc: EndpointDoc = ofTrash('restore', ({ model }) => ({
  summary: `Restore ${withArticle(model.verboseName)}`,
  description: 'Takes a deleted row out of the trash.',
}));

export const purgeDoc: EndpointDoc = ofTrash('purge', ({ model }) => ({
  summary: `Delete ${withArticle(model.verboseName)} for good`,
  description: 'The row must be in the trash. Rows that belong to it go too; where other rows forbid it, nothing is deleted.',
}));

export const autocompleteDoc: EndpointDoc = ofModel(({ model, policy, names }) => {
  const fields = pickerSchema(model, policy);
  const value = keySchema(model);
  // Every row of a model has the member, or none.
  const suggestion = trusted<Suggestion>(
    fields ? objectOf<Required<Suggestion>>({ value, label: text, fields }) : objectOf<Omit<Suggestion, 'fields'>>({ value, label: text }),
  );
  return {
    operationId: names.operation('suggest'),
    summary: `Keys and labels of ${model.verboseNamePlural}`,
    description: 'What a combobox offers for the words that were typed: twenty rows a page.',
    responses: { '200': answer('Twenty at most.', objectOf<Suggestions>({ results: list(suggestion), has_more: boolean })) },
  };
});

export const relatedDoc: EndpointDoc = ofModel(({ model, policy, names }) => ({
  operationId: names.operation('relatedTo'),
  summary: `What deleting ${withArticle(model.verboseName)} would do to other rows`,
  description: 'Counts of the rows that would go too, that forbid the delete, and that would lose their link.',
  parameters: trashParameters(model, policy),
  responses: { '200': answer('Counts.', refToShared('Related')) },
}));

export const referencesDoc: EndpointDoc = ofModel(({ model, names }) => ({
  operationId: names.operation('referencesTo'),
  summary: `How many rows point to ${withArticle(model.verboseName)}`,
  description:
    'For each foreign key that the user may view: the number of its rows, 1,000 at most (then `capped`), and null where counting all of them took longer than a second.',
  responses: { '200': answer('Counts.', refToShared('References')) },
}));

export const historyDoc: EndpointDoc = ofModel(({ model, policy, names }) => ({
  operationId: names.operation('historyOf'),
  summary: `What was done to ${withArticle(model.verboseName)}`,
  description:
    'Its entries in the audit log, and its changes of which these do not tell: by actions, cascades, links, hooks and other requests. Those of its inlines too. The newest 10,000.',
  parameters: trashParameters(model, policy),
  responses: { '200': answer('Newest first.', refToShared('History')) },
}));

/** Of models on which the user may write: the rights that a call requires depend on its body. */
export const bulkDoc: EndpointDoc = {
  per: 'model',
  operations({ model, policy, names }) {
    const { rights } = policy.access(model);
    if (!rights.add && !rights.change && !rights.delete) return [];
    return [
      {
        tag: model.key,
        operationId: names.operation('bulk'),
        summary: `Many changes of ${model.verboseNamePlural}, all or none`,
        description: 'One transaction: deletes of rows, one change of many rows, or operations one after the other, also on other models.',
        requestBody: body(refTo(names.schema('Bulk')), bulkExample),
        responses: { '200': answer('What was done.', refToShared('BulkResult')), '412': refTo('Conflict', 'responses') },
      },
    ];
  },
};
