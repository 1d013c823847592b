import type { JsonSchema } from '../model/field-type.ts';
import { type EndpointDoc, ofService } from './endpoint-doc.ts';
import { answer } from './operations.ts';
import { openObject, text } from './shapes.ts';
import { refToShared } from './shared-schemas.ts';

/** The tags of the paths that do not belong to a model. */
export const fixedTags: readonly JsonSchema[] = [
  { name: 'auth', description: 'Signing in and out' },
  { name: 'schema', description: 'What frontends are rendered from' },
  { name: 'views', description: 'Saved lists' },
  { name: 'widgets', description: 'Data for the dashboard' },
  { name: 'changes', description: 'What was changed, and its undo' },
];

export const modelsDoc: EndpointDoc = ofService({
  tag: 'schema',
  operationId: 'listModels',
  summary: 'The models',
  description: 'Those on which the user holds a permission, or of which they may run an action.',
  responses: { '200': answer('Models.', refToShared('Models')) },
});

export const modelSchemaDoc: EndpointDoc = ofService({
  tag: 'schema',
  operationId: 'getModelSchema',
  summary: 'The schema of a model',
  description: 'Fields, filters, actions and rights, as this user has them.',
  parameters: [
    { name: 'model', in: 'path', required: true, schema: text, description: 'Key of the model.', example: 'admin.AdminAuditLog' },
  ],
  responses: { '200': answer('The schema.', refToShared('ModelSchema')) },
});

export const openApiDoc: EndpointDoc = ofService({
  tag: 'schema',
  operationId: 'getOpenApi',
  summary: 'This document',
  description: 'What this user may ask for.',
  responses: { '200': answer('OpenAPI 3.1.', openObject()) },
});
