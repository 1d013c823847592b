import type { Field } from '../model/field.ts';
import type { JsonSchema } from '../model/field-type.ts';
import { firstFree, pascal } from './names.ts';
import {
  answer,
  body,
  bodyResponses,
  type Operation,
  type Parameter,
  type PathItem,
  publicResponses,
  refTo,
  responses,
  strict,
  writeSecurity,
} from './operations.ts';
import { paramSchema } from './schemas.ts';
import { text } from './shapes.ts';

const noContent: JsonSchema = { description: 'Done.' };
const password: JsonSchema = { type: 'string', format: 'password' };
const tooMany = refTo('TooManyAttempts', 'responses');

type Described = Omit<Operation, 'operationId' | 'tags'>;

function operation(tag: string, operationId: string, described: Described): Operation {
  return { operationId, tags: [tag], ...described };
}

/** The tags of the paths that do not belong to a model. */
export const fixedTags: readonly JsonSchema[] = [
  { name: 'auth', description: 'Signing in and out' },
  { name: 'schema', description: 'What frontends are rendered from' },
  { name: 'widgets', description: 'Data for the dashboard' },
];

/** Login and logout, if the users are the service's own. */
export const accountPaths: Readonly<Record<string, PathItem>> = {
  '/auth/login/': {
    post: operation('auth', 'logIn', {
      summary: 'Sign in',
      description: 'Answers with tokens; with `session`, or where the service is set so, with the cookies of a session.',
      requestBody: body(refTo('Credentials'), { username: 'ada', password: 'correct horse battery staple' }),
      responses: { ...bodyResponses({ '200': answer('Signed in.', refTo('Login')) }), '429': tooMany },
      security: [],
    }),
  },
  '/auth/logout/': {
    post: operation('auth', 'logOut', {
      summary: 'Sign out',
      description: 'Ends the session, or all tokens that descend from the same sign-in. A refresh token in the body is enough.',
      requestBody: { content: { 'application/json': { schema: strict({ refresh: text }, []), example: {} } } },
      responses: bodyResponses({ '204': noContent }),
      security: [...writeSecurity, {}],
    }),
  },
  '/auth/password/': {
    post: operation('auth', 'changePassword', {
      summary: 'Change the password',
      description: 'Every other sign-in of the user ends.',
      requestBody: body(strict({ old_password: password, new_password: password }), {
        old_password: 'correct horse battery staple',
        new_password: 'an even longer passphrase',
      }),
      responses: { ...bodyResponses({ '204': noContent }), '429': tooMany },
      security: writeSecurity,
    }),
  },
};

/** For users who sign in with tokens. */
export const tokenPaths: Readonly<Record<string, PathItem>> = {
  '/auth/refresh/': {
    post: operation('auth', 'refreshTokens', {
      summary: 'Exchange a refresh token',
      description: 'The pair of tokens that follows. Asked again with the same token, it is the same pair.',
      requestBody: body(strict({ refresh: text }), { refresh: 'eyJhbGciOiJIUzI1NiJ9.e30.x' }),
      responses: bodyResponses({ '200': answer('The pair.', refTo('TokenPair')) }),
      security: [],
    }),
  },
};

/** Paths that exist in every service. */
export const commonPaths: Readonly<Record<string, PathItem>> = {
  '/config/': {
    get: operation('auth', 'getConfig', {
      summary: 'Brand, and how to sign in',
      description: 'No sign-in is required.',
      responses: publicResponses({ '200': answer('The brand.', refTo('Config')) }),
      security: [],
    }),
  },
  '/auth/me/': {
    get: operation('auth', 'getMe', {
      summary: 'Who is signed in',
      description: 'The user. A session that has no CSRF token yet is given one.',
      responses: responses({ '200': answer('The user.', refTo('User')) }),
    }),
  },
  '/schema/': {
    get: operation('schema', 'listModels', {
      summary: 'The models',
      description: 'Those on which the user holds a permission, or of which they may run an action.',
      responses: responses({ '200': answer('Models.', refTo('Models')) }),
    }),
  },
  '/schema/{model}/': {
    get: operation('schema', 'getModelSchema', {
      summary: 'The schema of a model',
      description: 'Fields, filters, actions and rights, as this user has them.',
      parameters: [
        { name: 'model', in: 'path', required: true, schema: text, description: 'Key of the model.', example: 'admin.AdminAuditLog' },
      ],
      responses: responses({ '200': answer('The schema.', refTo('ModelSchema')) }),
    }),
  },
  '/widgets/': {
    get: operation('widgets', 'listWidgets', {
      summary: 'The widgets',
      description: 'Those that this user may ask for, each with its title and its parameters.',
      responses: responses({ '200': answer('Widgets.', refTo('Widgets')) }),
    }),
  },
  '/openapi.json': {
    get: operation('schema', 'getOpenApi', {
      summary: 'This document',
      description: 'What this user may ask for.',
      parameters: [
        {
          name: 'model',
          in: 'query',
          schema: { type: 'array', items: text },
          explode: true,
          description: 'Keys of the models that it is to have; all of them by default.',
        },
      ],
      responses: responses({ '200': answer('OpenAPI 3.1.', { type: 'object', additionalProperties: true }) }),
    }),
  },
};

const builtIn: Readonly<Record<string, string>> = { 'recent-audit': 'RecentAudit', 'model-counts': 'Cards' };

/** The widgets that this actor may see, each with its own path. */
export function widgetPaths(widgets: ReadonlyMap<string, readonly Field[]>): Record<string, PathItem> {
  const taken = new Set<string>();
  return Object.fromEntries(
    Array.from(widgets, ([name, fields]) => {
      const base = `getWidget${pascal(name)}`;
      const operationId = `${base}${firstFree((suffix) => [`${base}${suffix}`], taken)}`;
      const isOwn = fields.length > 0 || !Object.hasOwn(builtIn, name);
      const schema = refTo(isOwn ? 'WidgetData' : (builtIn[name] ?? 'WidgetData'));
      const get = operation('widgets', operationId, {
        summary: `The widget ${name}`,
        description: isOwn ? 'A widget of the configuration.' : 'A widget that every service has.',
        parameters: fields.map(queryParameter),
        responses: responses({ '200': answer('Its data.', schema) }),
      });
      return [`/widgets/${encodeURIComponent(name)}/`, { get }];
    }),
  );
}

function queryParameter(field: Field): Parameter {
  const schema = paramSchema(field);
  const isList = field.type.traits.isList === true;
  return { name: field.name, in: 'query', schema, required: !field.null, ...(isList ? { explode: true } : {}) };
}
