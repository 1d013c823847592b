import type { JsonSchema } from '../model/field-type.ts';
import { type EndpointDoc, ofService } from '../openapi/endpoint-doc.ts';
import { answer, body, refTo, writeSecurity } from '../openapi/operations.ts';
import { object, objectOf, optional, strict, text } from '../openapi/shapes.ts';
import { accountSchemas, refToAccount, refToUser } from './account-schemas.ts';

const noContent: JsonSchema = { description: 'Done.' };
const password: JsonSchema = { type: 'string', format: 'password' };
const tooMany = refTo('TooManyAttempts', 'responses');

export const loginDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'logIn',
  summary: 'Sign in',
  description: 'Answers with tokens; with `session`, or where the service is set so, with the cookies of a session.',
  requestBody: body(refToAccount('Credentials'), { username: 'ada', password: 'correct horse battery staple' }),
  responses: { '200': answer('Signed in.', refToAccount('Login')), '429': tooMany },
});

export const logoutDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'logOut',
  summary: 'Sign out',
  description: 'Ends the session, or all tokens that descend from the same sign-in. A refresh token in the body is enough.',
  requestBody: {
    content: { 'application/json': { schema: strict(objectOf<{ readonly refresh?: string }>({ refresh: optional(text) })), example: {} } },
  },
  responses: { '204': noContent },
  security: [...writeSecurity, {}],
});

export const passwordDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'changePassword',
  summary: 'Change the password',
  description: 'Every other sign-in of the user ends.',
  requestBody: body(strict(object({ old_password: password, new_password: password })), {
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
  requestBody: body(strict(objectOf<{ readonly refresh: string }>({ refresh: text })), { refresh: 'eyJhbGciOiJIUzI1NiJ9.e30.x' }),
  responses: { '200': answer('The pair.', refToAccount('TokenPair')) },
});

export const configDoc: EndpointDoc = ofService(
  {
    tag: 'auth',
    operationId: 'getConfig',
    summary: 'Brand, and how to sign in',
    description: 'No sign-in is required.',
    responses: { '200': answer('The brand.', refToAccount('Config')) },
  },
  accountSchemas,
);

export const meDoc: EndpointDoc = ofService({
  tag: 'auth',
  operationId: 'getMe',
  summary: 'Who is signed in',
  description: 'The user. A session that has no CSRF token yet is given one.',
  responses: { '200': answer('The user.', refToUser) },
});
