import type { JsonSchema } from '../model/field-type.ts';
import { type EndpointDoc, ofService } from './endpoint-doc.ts';
import { answer, body, refTo, strict, writeSecurity } from './operations.ts';
import { text } from './shapes.ts';

const noContent: JsonSchema = { description: 'Done.' };
const password: JsonSchema = { type: 'string', format: 'password' };
const tooMany = refTo('TooManyAttempts', 'responses');

/** The tags of the paths that do not belong to a model. */
export const fixedTags: readonly JsonSchema[] = [
  { name: 'auth', description: 'Signing in and out' },
  { name: 'schema', description: 'What frontends are rendered from' },
  { name: 'views', description: 'Saved lists' },
  { name: 'widgets', description: 'Data for the dashboard' },
];

export const loginDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'logIn',
  summary: 'Sign in',
  description: 'Answers with tokens; with `session`, or where the service is set so, with the cookies of a session.',
  requestBody: body(refTo('Credentials'), { username: 'ada', password: 'correct horse battery staple' }),
  responses: { '200': answer('Signed in.', refTo('Login')), '429': tooMany },
});

export const logoutDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'logOut',
  summary: 'Sign out',
  description: 'Ends the session, or all tokens that descend from the same sign-in. A refresh token in the body is enough.',
  requestBody: { content: { 'application/json': { schema: strict({ refresh: text }, []), example: {} } } },
  responses: { '204': noContent },
  security: [...writeSecurity, {}],
});

export const passwordDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'changePassword',
  summary: 'Change the password',
  description: 'Every other sign-in of the user ends.',
  requestBody: body(strict({ old_password: password, new_password: password }), {
    old_password: 'correct horse battery staple',
    new_password: 'an even longer passphrase',
  }),
  responses: { '204': noContent, '429': tooMany },
});

export const refreshDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'refreshTokens',
  summary: 'Exchange a refresh token',
  description: 'The pair of tokens that follows. Asked again with the same token, it is the same pair.',
  requestBody: body(strict({ refresh: text }), { refresh: 'eyJhbGciOiJIUzI1NiJ9.e30.x' }),
  responses: { '200': answer('The pair.', refTo('TokenPair')) },
});

export const configDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'getConfig',
  summary: 'Brand, and how to sign in',
  description: 'No sign-in is required.',
  responses: { '200': answer('The brand.', refTo('Config')) },
});

export const meDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'getMe',
  summary: 'Who is signed in',
  description: 'The user. A session that has no CSRF token yet is given one.',
  responses: { '200': answer('The user.', refTo('User')) },
});

export const modelsDoc: EndpointDoc = ofService({
  tag: 'schema',
  operationId: 'listModels',
  summary: 'The models',
  description: 'Those on which the user holds a permission, or of which they may run an action.',
  responses: { '200': answer('Models.', refTo('Models')) },
});

export const modelSchemaDoc: EndpointDoc = ofService({
  tag: 'schema',
  operationId: 'getModelSchema',
  summary: 'The schema of a model',
  description: 'Fields, filters, actions and rights, as this user has them.',
  parameters: [
    { name: 'model', in: 'path', required: true, schema: text, description: 'Key of the model.', example: 'admin.AdminAuditLog' },
  ],
  responses: { '200': answer('The schema.', refTo('ModelSchema')) },
});

export const searchDoc: EndpointDoc = ofService({
  tag: 'widgets',
  operationId: 'search',
  summary: 'Find rows of all models',
  description:
    'Five rows at most of each model that the user may view and that has search fields, the logs left out, with the `fields` that its autocomplete has. `complete` is false where not every model could be searched in a second.',
  responses: { '200': answer('Rows by model.', refTo('Found')) },
});

export const openApiDoc: EndpointDoc = ofService({
  tag: 'schema',
  operationId: 'getOpenApi',
  summary: 'This document',
  description: 'What this user may ask for.',
  responses: { '200': answer('OpenAPI 3.1.', { type: 'object', additionalProperties: true }) },
});
