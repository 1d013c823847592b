import type { JsonSchema } from '../model/field-type.ts';

/** A part of the document that stands elsewhere in it. */
export interface Reference {
  readonly $ref: string;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly schema: JsonSchema;
  readonly required?: boolean;
  readonly description?: string;
  /** Of a list: it is written as one parameter for each of its values. */
  readonly explode?: boolean;
  readonly example?: unknown;
}

/** One request that the service answers. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema | Reference>>;
  readonly security?: readonly JsonSchema[];
}

/** The operations of one path, by method. */
export type PathItem = Readonly<Record<string, Operation>>;

/** The kinds of components that stand in the document. */
export type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'headers';

/** A reference to a component of the document. */
export function refTo(name: string, kind: ComponentKind = 'schemas'): Reference & JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** A reference to a parameter that stands among the components. */
export function parameter(name: string): Reference & JsonSchema {
  return refTo(name, 'parameters');
}

/** An answer with a JSON body. */
export function answer(description: string, schema: JsonSchema, headers: readonly string[] = []): JsonSchema {
  const described = Object.fromEntries(headers.map((name) => [name, refTo(name, 'headers')]));
  return { description, ...(headers.length > 0 ? { headers: described } : {}), content: { 'application/json': { schema } } };
}

/** A JSON body. */
export function body(schema: JsonSchema, example?: unknown): JsonSchema {
  return { required: true, content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } } };
}

/** An object with these members and no other. */
export function strict(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

type Responses = Readonly<Record<string, JsonSchema>>;

function failures(names: Readonly<Record<string, string>>): Responses {
  return Object.fromEntries(Object.entries(names).map(([status, name]) => [status, refTo(name, 'responses')]));
}

/** What may go wrong with any request. */
const anyFailure = failures({ 400: 'Invalid', 405: 'MethodNotAllowed', 500: 'InternalError', 503: 'Unavailable' });
/** What may go wrong with any request of staff (CONTRACT §11). */
const staffFailures = failures({ 401: 'Unauthenticated', 403: 'Forbidden', 404: 'NotFound' });
const bodyFailures = failures({ 413: 'TooLarge', 415: 'NotJson' });
const blocked = failures({ 409: 'Blocked' });
const repeated = failures({ 422: 'IdempotencyClash' });
const conflict = failures({ 412: 'Conflict' });

/** Answers of a request that anyone may make: its own, and what may go wrong. */
export function publicResponses(own: Responses): Responses {
  return { ...own, ...anyFailure };
}

/** Answers of a request of staff. */
export function responses(own: Responses): Responses {
  return { ...own, ...anyFailure, ...staffFailures };
}

/** Answers of a request of staff that has a body. */
export function bodyResponses(own: Responses): Responses {
  return { ...responses(own), ...bodyFailures };
}

/** What a write of rows may be beside its body. */
interface WriteKind {
  /** Whether it takes an `If-Match`. */
  readonly matches?: boolean;
  /** Whether it takes an `Idempotency-Key`. */
  readonly isKeyed?: boolean;
  readonly hasBody?: boolean;
}

/** Answers of a request that writes rows. */
export function writeResponses(own: Responses, { matches = false, isKeyed = false, hasBody = true }: WriteKind): Responses {
  return {
    ...responses(own),
    ...blocked,
    ...(hasBody ? bodyFailures : {}),
    ...(matches ? conflict : {}),
    ...(isKeyed ? repeated : {}),
  };
}

/** Who may write: by a token, or by a session with its CSRF token. */
export const writeSecurity: readonly JsonSchema[] = [{ token: [] }, { session: [], csrf: [] }];
