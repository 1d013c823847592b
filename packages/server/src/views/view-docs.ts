import { refToView, viewSchemas } from './view-schemas.ts';
import type { JsonSchema } from '../model/field-type.ts';
import { type EndpointDoc, ofService } from '../openapi/endpoint-doc.ts';
import { answer, body, type OpenApiParameter, parameter, refTo } from '../openapi/operations.ts';

const noContent: JsonSchema = { description: 'Done.' };
const id: OpenApiParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Key of the view.' };
const failures = { '409': refTo('Blocked', 'responses'), '412': refTo('Conflict', 'responses') };

export const viewsDoc: EndpointDoc = ofService(
  {
    tag: 'views',
    operationId: 'listViews',
    summary: 'The saved views',
    description:
      'Own views, those of the groups of the user, and those of all, of models that the user may view. `problems` names the parameters of `query` that the user may not use today.',
    responses: { '200': answer('Views.', refToView('SavedViews')) },
  },
  viewSchemas,
);

export const createViewDoc: EndpointDoc = ofService({
  tag: 'views',
  operationId: 'createView',
  summary: 'Save a view',
  description: 'A list of a model that the user may view. To share it needs the permission `auth.share_view`.',
  requestBody: body(refToView('NewSavedView'), { model: 'admin.AdminAuditLog', name: 'Deleted', query: 'action=delete' }),
  responses: { '201': answer('The view.', refToView('SavedView'), ['ETag']) },
});

export const updateViewDoc: EndpointDoc = ofService({
  tag: 'views',
  operationId: 'updateView',
  summary: 'Change a view',
  description: 'An own view; a shared one needs `auth.share_view` too. Superusers change every shared view.',
  parameters: [id, parameter('IfMatch')],
  requestBody: body(refToView('SavedViewChange'), { name: 'Deleted rows' }),
  responses: { ...failures, '200': answer('The view.', refToView('SavedView'), ['ETag']) },
});

export const deleteViewDoc: EndpointDoc = ofService({
  tag: 'views',
  operationId: 'deleteView',
  summary: 'Delete a view',
  description: 'Who may change a view may delete it.',
  parameters: [id, parameter('IfMatch')],
  responses: { ...failures, '204': noContent },
});
