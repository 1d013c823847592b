import { yieldToEventLoop } from '../process/event-loop.ts';
import { contractVersion, type UserPayload } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { Field } from '../model/field.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { PageSizes } from '../request/settings.ts';
import { type DocumentedEndpoint, modelPaths, servicePaths, schemasOf } from './endpoint-doc.ts';
import { modelParameters } from './model-docs.ts';
import { fixedTags } from './service-docs.ts';
import { namesOf } from './names.ts';
import type { ComponentKind } from './operations.ts';
import { modelSchemas } from './schemas.ts';
import { sharedHeaders, sharedParameters, sharedResponses } from './shared-responses.ts';
import { sharedSchemas } from './shared-schemas.ts';
import { boolean, key, list, objectOf, openObject, text } from './shapes.ts';

/** What the document says about a service, apart from its models. */
export interface ServiceDescription {
  readonly title: string;
  /** Path that the service is mounted at, with no slash at its end. */
  readonly basePath: string;
  /** The endpoints that the service has. */
  readonly endpoints: readonly DocumentedEndpoint[];
  readonly sessionCookie: string;
  readonly pageSizes: PageSizes;
  /** Whether the configuration defines the payload of `GET /auth/me/`. */
  readonly hasOwnPayload: boolean;
}

/** The input of one document. */
export interface DocumentParts {
  readonly service: ServiceDescription;
  readonly policy: Policy;
  /** The models to describe; the actor holds a right on each. */
  readonly models: readonly Model[];
  /** The widgets that the actor may see, with their parameters. */
  readonly widgets: ReadonlyMap<string, readonly Field[]>;
}

/** The number of models after which it yields to the event loop. */
const modelsAtOnce = 10;

/**
 * The OpenAPI 3.1 document of the requests that one actor may make (CONTRACT §14), as JSON text. It is built in pieces, so that other
 * requests are served meanwhile, regardless of the number of models.
 */
export async function openApiText(parts: DocumentParts): Promise<string> {
  const { service, policy, models, widgets } = parts;
  const schemas = { ...sharedSchemas, ...schemasOf(service.endpoints) };
  const names = namesOf(policy.registry, schemas);
  const components = new Components();
  components.add('headers', sharedHeaders);
  components.add('responses', sharedResponses);
  components.add('parameters', sharedParameters(service.pageSizes));
  components.add('schemas', { ...schemas, User: userSchema(service) });
  const paths = [membersOf(servicePaths(service.endpoints, { policy, widgets }))];
  for (const [index, model] of models.entries()) {
    const own = names.get(model);
    if (!own) throw new Error(`${model.key} is no model of the registry.`);
    components.add('parameters', modelParameters(model, own));
    components.add('schemas', modelSchemas(model, policy, own));
    const members = membersOf(modelPaths(service.endpoints, { model, policy, names: own }));
    if (members !== '') paths.push(members);
    if (index % modelsAtOnce === modelsAtOnce - 1) await yieldToEventLoop();
  }
  const used = await components.usedBy(paths);
  await yieldToEventLoop();
  const head = membersOf({ ...headOf(service), tags: tagsOf(models) });
  return `{${head},"paths":{${paths.join(',')}},"components":{${used}${used === '' ? '' : ','}${membersOf(securitySchemes(service))}}}`;
}

/** The members of an object as JSON, without its braces. */
function membersOf(members: object): string {
  return JSON.stringify(members).slice(1, -1);
}

function headOf({ title, basePath }: ServiceDescription): object {
  const info = {
    title,
    version: contractVersion,
    description:
      'What the signed-in user may ask of this service. `info.version` is the version of the wire contract. Where SQLite holds a value of ' +
      'another type than that of its column, the value is a text in answers, whatever the schema of its field says.',
  };
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ token: [] }, { session: [] }],
  };
}

function tagsOf(models: readonly Model[]): readonly JsonSchema[] {
  return [...fixedTags, ...models.map((model) => ({ name: model.key, description: model.verboseNamePlural }))];
}

function userSchema({ hasOwnPayload }: ServiceDescription): JsonSchema {
  if (hasOwnPayload) return openObject('As the configuration says.');
  const user = objectOf<UserPayload>({
    id: key,
    username: text,
    name: text,
    is_superuser: boolean,
    groups: { ...list(text), description: "The names of the user's groups." },
  });
  return { ...user, examples: [{ id: 1, username: 'ada', name: 'Ada Lovelace', is_superuser: true, groups: [] }] };
}

function securitySchemes({ sessionCookie }: ServiceDescription): object {
  return {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'The cookie of a session.' },
      csrf: {
        type: 'apiKey',
        in: 'header',
        name: 'X-CSRFToken',
        description: 'What a session writes with: the value of the cookie that `GET /auth/me/` sets.',
      },
    },
  };
}

const kinds: readonly ComponentKind[] = ['schemas', 'responses', 'parameters', 'headers'];

/** Components of the document, which other parts reference; unused ones are left out. */
class Components {
  readonly #texts = new Map<string, string>();

  add(kind: ComponentKind, parts: Readonly<Record<string, JsonSchema>>): void {
    for (const [name, part] of Object.entries(parts)) this.#texts.set(`${kind}/${name}`, JSON.stringify(part));
  }

  /** The members of `components` that these texts reference, directly or through others. */
  async usedBy(texts: readonly string[]): Promise<string> {
    const used = new Set<string>();
    const open = [...texts];
    for (let done = 0; open.length > 0; done++) {
      const referring = open.pop() ?? '';
      for (const [, name = ''] of referring.matchAll(/"#\/components\/([^"\\]+)"/g)) {
        if (used.has(name)) continue;
        used.add(name);
        open.push(this.#texts.get(name) ?? '');
      }
      if (done % modelsAtOnce === 0) await yieldToEventLoop();
    }
    await yieldToEventLoop();
    // In the order in which they were added, regardless of the order of the references.
    const names = Array.from(this.#texts.keys()).filter((name) => used.has(name));
    return kinds
      .map((kind) => ({ kind, own: names.filter((name) => name.startsWith(`${kind}/`)) }))
      .filter(({ own }) => own.length > 0)
      .map(({ kind, own }) => `"${kind}":{${own.map((name) => this.#member(kind, name)).join(',')}}`)
      .join(',');
  }

  #member(kind: ComponentKind, name: string): string {
    return `${JSON.stringify(name.slice(kind.length + 1))}:${this.#texts.get(name) ?? '{}'}`;
  }
}
