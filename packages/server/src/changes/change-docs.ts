import { type EndpointDoc, ofService } from '../openapi/endpoint-doc.ts';
import { answer, type OpenApiParameter } from '../openapi/operations.ts';
import { changeSchemas, refToChange } from './change-schemas.ts';

export const changeIdParameter: OpenApiParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'integer' },
  description: 'Key of the change set.',
};
const common = { tag: 'changes' } as const;

export const changesDoc: EndpointDoc = ofService(
  {
    ...common,
    operationId: 'listChanges',
    summary: 'What was changed, newest first',
    description: 'The change sets that the user made, or of whose rows they may see one. Each has everything that one request has written.',
    responses: { '200': answer('A page of change sets.', refToChange('ChangeSets')) },
  },
  changeSchemas,
);

export const changeDoc: EndpointDoc = ofService({
  ...common,
  operationId: 'getChange',
  summary: 'A change set',
  description: 'Who changed rows, when and by what, and whether every change was recorded.',
  parameters: [changeIdParameter],
  responses: { '200': answer('The change set.', refToChange('ChangeSet')) },
});

export const changedRowsDoc: EndpointDoc = ofService({
  ...common,
  operationId: 'listChangedRows',
  summary: 'The rows of a change set',
  description: 'The rows that the user may see now, with their values before and after; the others are counted.',
  parameters: [changeIdParameter],
  responses: { '200': answer('A page of rows.', refToChange('ChangedRows')) },
});
