import type { Policy } from '../authorize/policy.ts';
import type { Field } from '../model/field.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { ModelNames } from './names.ts';
import {
  failuresOf,
  type Operation,
  parameter,
  type OpenApiParameter,
  type PathItem,
  type Reference,
  type Responses,
  writeSecurity,
} from './operations.ts';
import { withPreview } from './preview-schemas.ts';

/** A model, and the user whose document it is. */
export interface ModelPlace {
  readonly model: Model;
  readonly policy: Policy;
  readonly names: ModelNames;
}

/** What the operations of a service depend on, beside its models. */
export interface ServicePlace {
  readonly policy: Policy;
  /** The widgets that the user may see, with their parameters. */
  readonly widgets: ReadonlyMap<string, readonly Field[]>;
}

/** The part of an operation that does not follow from the declaration of its endpoint. */
export interface OperationDoc {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Values of path parameters, for an operation about one of several things. */
  readonly at?: Readonly<Record<string, string>>;
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: JsonSchema;
  /** The responses by their status, without the errors that all such endpoints have. */
  readonly responses: Responses;
  readonly security?: readonly JsonSchema[];
}

/** The schemas of a document, by their names. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The operations of an endpoint: of the service, or of each model. */
export type EndpointDoc = { /** What its operations refer to, beside what all share. */ readonly schemas?: Schemas } & (
  | { readonly per: 'service'; operations(place: ServicePlace): readonly OperationDoc[] }
  | { readonly per: 'model'; operations(place: ModelPlace): readonly OperationDoc[] }
);

/** The part of an endpoint's declaration from which its operations are derived. */
export interface DocumentedEndpoint {
  readonly method: string;
  readonly path: string;
  readonly access: 'public' | 'staff' | 'model' | 'row';
  /** A right, if that is all that the endpoint requires of the user. */
  readonly right: 'superuser' | 'view' | 'add' | 'change' | 'delete' | object | null;
  readonly parameters: { readonly documented: readonly (OpenApiParameter | Reference)[] };
  readonly body: { readonly isExpected: boolean };
  readonly writeOptions?: 'query' | 'body';
  readonly handler: { readonly kind: 'respond' | 'write row' | 'execute once' };
  readonly doc: EndpointDoc | null;
}

/** The document of an endpoint that the service has once, and what it refers to beside what all share. */
export function ofService(operation: OperationDoc, schemas: Schemas = {}): EndpointDoc {
  return { per: 'service', operations: () => [operation], schemas };
}

/** The schemas that documents of endpoints refer to. */
export function schemasOf(endpoints: readonly DocumentedEndpoint[]): Schemas {
  return Object.assign({}, ...endpoints.map(({ doc }) => doc?.schemas)) as Schemas;
}

/** The document of an endpoint that each model has once. */
export function ofModel(operation: (place: ModelPlace) => Omit<OperationDoc, 'tag'>): EndpointDoc {
  return { per: 'model', operations: (place) => [{ tag: place.model.key, ...operation(place) }] };
}

/** The paths of the service, apart from those of its models. */
export function servicePaths(endpoints: readonly DocumentedEndpoint[], place: ServicePlace): Record<string, PathItem> {
  return pathsOf(endpoints, (endpoint) =>
    endpoint.doc?.per === 'service' ? endpoint.doc.operations(place).map((doc) => ({ doc, at: doc.at ?? {}, key: [] })) : [],
  );
}

/** The paths of a model, limited to what the user may do. */
export function modelPaths(endpoints: readonly DocumentedEndpoint[], place: ModelPlace): Record<string, PathItem> {
  const { model, policy, names } = place;
  const { rights } = policy.access(model);
  return pathsOf(endpoints, (endpoint) => {
    const { access, doc: docs, right } = endpoint;
    if (docs?.per !== 'model' || (typeof right === 'string' && right !== 'superuser' && !rights[right])) return [];
    const key = access === 'row' ? [parameter(names.schema('Key'))] : [];
    return docs.operations(place).map((doc) => ({ doc, at: { model: model.key, ...doc.at }, key }));
  });
}

/** An operation, with the values of its path. */
interface PlacedDoc {
  readonly doc: OperationDoc;
  readonly at: Readonly<Record<string, string>>;
  /** The parameter of the row's key. */
  readonly key: readonly Reference[];
}

function pathsOf(
  endpoints: readonly DocumentedEndpoint[],
  operationsOf: (endpoint: DocumentedEndpoint) => readonly PlacedDoc[],
): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of endpoints) {
    for (const placed of operationsOf(endpoint)) {
      const path = pathOf(endpoint.path, placed.at);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, placed) };
    }
  }
  return paths;
}

/** `/r/:model/:pk` becomes `/r/sales.Order/{pk}/`. */
function pathOf(path: string, at: PlacedDoc['at']): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    Object.hasOwn(at, name) ? encodeURIComponent(at[name] ?? '') : `{${name}}`,
  );
  return path.endsWith('.json') ? filled : `${filled}/`;
}

/** The headers that the pipeline reads for a kind of handler. */
const headersOf: Readonly<Record<DocumentedEndpoint['handler']['kind'], readonly string[]>> = {
  respond: [],
  'write row': ['IfMatch'],
  'execute once': ['IdempotencyKey'],
};

function operationOf(endpoint: DocumentedEndpoint, { doc, key }: PlacedDoc): Operation {
  const { summary, description, operationId, tag, requestBody } = doc;
  const headers = headersOf[endpoint.handler.kind].map((name) => parameter(name));
  const parameters = [...key, ...headers, ...endpoint.parameters.documented, ...(doc.parameters ?? [])];
  const security = doc.security ?? securityOf(endpoint);
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...failuresOf(endpoint), ...(endpoint.writeOptions ? withPreview(doc.responses) : doc.responses) },
    ...(security ? { security } : {}),
  };
}

/** The credentials of an operation; undefined for those of the whole document. */
function securityOf({ access, method }: DocumentedEndpoint): readonly JsonSchema[] | undefined {
  if (access === 'public') return [];
  return method === 'GET' ? undefined : writeSecurity;
}
