import type { JsonSchema } from '../model/field-type.ts';
import { answer, body, type Operation, type PathItem, responses } from './operations.ts';
import { refTo } from './schemas.ts';

const text: JsonSchema = { type: 'string' };
const noContent: JsonSchema = { description: 'Done.' };

function operation(
  operationId: string,
  summary: string,
  rest: Omit<Operation, 'operationId' | 'summary' | 'tags'>,
  tag = 'auth',
): Operation {
  return { operationId, summary, tags: [tag], ...rest };
}

function strict(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Signing in and out, where the users are the service's own. */
export const accountPaths: Readonly<Record<string, PathItem>> = {
  '/auth/login/': {
    post: operation('login', 'Sign in: tokens, or a session’s cookies', {
      requestBody: body(strict({ username: text, password: text, session: { type: 'boolean' } }, ['username', 'password'])),
      responses: {
        ...responses({ '200': answer('Signed in.', refTo('Login')) }),
        '429': answer('Too many failures.', refTo('Error'), ['Retry-After']),
      },
      security: [],
    }),
  },
  '/auth/logout/': {
    post: operation('logout', 'Sign out', {
      requestBody: { content: { 'application/json': { schema: strict({ refresh: text }, []) } } },
      responses: responses({ '204': noContent }),
    }),
  },
  '/auth/password/': {
    post: operation('changePassword', 'Another password; every other sign-in ends', {
      requestBody: body(strict({ old_password: text, new_password: text })),
      responses: responses({ '204': noContent }),
    }),
  },
};

/** Of users who sign in by tokens. */
export const tokenPaths: Readonly<Record<string, PathItem>> = {
  '/auth/refresh/': {
    post: operation('refresh', 'The pair that follows on a refresh token', {
      requestBody: body(strict({ refresh: text })),
      responses: responses({ '200': answer('The pair.', refTo('TokenPair')) }),
      security: [],
    }),
  },
};

/** What is there whatever is registered. */
export const commonPaths: Readonly<Record<string, PathItem>> = {
  '/config/': {
    get: operation('config', 'Brand, and how to sign in', {
      responses: {
        '200': answer('For everybody.', refTo('Config')),
        '400': answer('A parameter that there is not.', refTo('ValidationError')),
      },
      security: [],
    }),
  },
  '/auth/me/': { get: operation('me', 'Who is signed in', { responses: responses({ '200': answer('The user.', { type: 'object' }) }) }) },
  '/schema/': {
    get: operation(
      'models',
      'The models on which the user holds something',
      {
        responses: responses({
          '200': answer('Models.', {
            type: 'object',
            properties: { models: { type: 'array', items: { type: 'object' } } },
            required: ['models'],
          }),
        }),
      },
      'schema',
    ),
  },
  '/schema/{model}/': {
    get: operation(
      'modelSchema',
      'What a frontend renders a model from',
      {
        parameters: [{ name: 'model', in: 'path', required: true, schema: text }],
        responses: responses({ '200': answer('The schema.', refTo('Schema')) }),
      },
      'schema',
    ),
  },
};

/** The list of the widgets. */
export const widgetListPath: Readonly<Record<string, PathItem>> = {
  '/widgets/': {
    get: operation(
      'widgets',
      'The widgets that the user may ask for',
      { responses: responses({ '200': answer('Widgets.', refTo('Widgets')) }) },
      'widgets',
    ),
  },
};

/** The widgets that this actor may see, each by its name. */
export function widgetPaths(
  widgets: ReadonlyMap<string, readonly { readonly name: string; readonly schema: JsonSchema; readonly required: boolean }[]>,
): Record<string, PathItem> {
  return Object.fromEntries(
    Array.from(widgets, ([name, params]) => [
      `/widgets/${encodeURIComponent(name)}/`,
      {
        get: operation(
          `widget_${name.replace(/[^A-Za-z0-9_]+/g, '_')}`,
          `The widget ${name}`,
          {
            parameters: params.map((param) => ({ ...param, in: 'query' as const })),
            responses: responses({ '200': answer('Its data.', { type: 'object' }) }),
          },
          'widgets',
        ),
      },
    ]),
  );
}
