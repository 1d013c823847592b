import { contractVersion } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { Field } from '../model/field.ts';
import type { JsonSchema } from '../model/field-type.ts';
import { accountPaths, commonPaths, tokenPaths, widgetListPath, widgetPaths } from './fixed-paths.ts';
import { modelPaths } from './model-paths.ts';
import { modelSchemas, paramSchema } from './schemas.ts';
import { sharedSchemas } from './shared-schemas.ts';

/** What the document is made of beside the models. */
export interface DocumentParts {
  readonly policy: Policy;
  readonly title: string;
  /** Path that the service is mounted at, with no slash at its end. */
  readonly basePath: string;
  /** Whether users sign in here. */
  readonly hasAccounts: boolean;
  /** Whether they may do so by tokens. */
  readonly hasTokens: boolean;
  readonly sessionCookie: string;
  /** The widgets that the actor may see, with their parameters. */
  readonly widgets: ReadonlyMap<string, readonly Field[]>;
}

/** The OpenAPI 3.1 document of what one actor may ask for (CONTRACT §14). */
export function openApiDocument({ policy, title, basePath, hasAccounts, hasTokens, sessionCookie, widgets }: DocumentParts): JsonSchema {
  const models = policy.registry.models.filter((model) => policy.knows(model));
  const params = new Map(
    Array.from(widgets, ([name, fields]) => [
      name,
      fields.map((field) => ({ name: field.name, schema: paramSchema(field), required: !field.null })),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: { title, version: contractVersion },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ token: [] }, { session: [] }],
    tags: models.map((model) => ({ name: model.key, description: model.verboseNamePlural })),
    paths: {
      ...commonPaths,
      ...(hasAccounts ? accountPaths : {}),
      ...(hasAccounts && hasTokens ? tokenPaths : {}),
      ...widgetListPath,
      ...widgetPaths(params),
      ...Object.assign({}, ...models.map((model) => modelPaths(model, policy))),
    },
    components: {
      schemas: { ...sharedSchemas, ...Object.assign({}, ...models.map((model) => modelSchemas(model, policy))) },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Writes need the header X-CSRFToken too.' },
      },
    },
  };
}
