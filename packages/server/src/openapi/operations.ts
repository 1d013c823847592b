import type { JsonSchema } from '../model/field-type.ts';
import type { SchemaOf } from './shapes.ts';

/** A reference to another part of the document. */
export interface Reference {
  readonly $ref: string;
}

/** A parameter of an operation. */
export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly schema: JsonSchema;
  readonly required?: boolean;
  readonly description?: string;
  /** For a list: each value is a parameter of its own. */
  readonly explode?: boolean;
  readonly example?: unknown;
}

/** One operation of the service. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema | Reference>>;
  readonly security?: readonly JsonSchema[];
}

/** The operations of one path, by method. */
export type PathItem = Readonly<Record<string, Operation>>;

/** The kinds of components in the document. */
export type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'headers';

/** A reference to a component of the document. */
export function refTo(name: string, kind: ComponentKind = 'schemas'): Reference & JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** A reference to a parameter component. */
export function parameter(name: string): Reference & JsonSchema {
  return refTo(name, 'parameters');
}

/** A response with a JSON body. */
export function answer<T>(description: string, schema: SchemaOf<T>, headers: readonly string[] = []): JsonSchema {
  const described = Object.fromEntries(headers.map((name) => [name, refTo(name, 'headers')]));
  return { description, ...(headers.length > 0 ? { headers: described } : {}), content: { 'application/json': { schema } } };
}

/** A JSON body. */
export function body(schema: JsonSchema, example?: unknown): JsonSchema {
  return { required: true, content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } } };
}

/** Responses by their status. */
export type Responses = Readonly<Record<string, JsonSchema>>;

function failures(names: Readonly<Record<string, string>>): Responses {
  return Object.fromEntries(Object.entries(names).map(([status, name]) => [status, refTo(name, 'responses')]));
}

/** The errors of any request. */
const anyFailure = failures({ 400: 'Invalid', 405: 'MethodNotAllowed', 500: 'InternalError', 503: 'Unavailable' });
/** The errors of any request with credentials (CONTRACT §11). */
const staffFailures = failures({ 401: 'Unauthenticated', 403: 'Forbidden', 404: 'NotFound' });
const bodyFailures = failures({ 413: 'TooLarge', 415: 'NotJson' });
const writeFailures: Readonly<Record<HandlerKind, Responses>> = {
  respond: {},
  'write row': failures({ 409: 'Blocked', 412: 'Conflict' }),
  'execute once': failures({ 409: 'Blocked', 422: 'IdempotencyClash' }),
};

type HandlerKind = 'respond' | 'write row' | 'execute once';

/** The part of an endpoint's declaration from which its errors follow. */
interface Fallible {
  readonly method: string;
  readonly access: string;
  readonly body: { readonly isExpected: boolean };
  readonly handler: { readonly kind: HandlerKind };
}

/** The errors of an endpoint. */
export function failuresOf({ method, access, body: { isExpected }, handler }: Fallible): Responses {
  const hasCredentials = access !== 'public' || method !== 'GET';
  return { ...anyFailure, ...(hasCredentials ? staffFailures : {}), ...(isExpected ? bodyFailures : {}), ...writeFailures[handler.kind] };
}

/** Credentials for writes: a token, or a session with its CSRF token. */
export const writeSecurity: readonly JsonSchema[] = [{ token: [] }, { session: [], csrf: [] }];
