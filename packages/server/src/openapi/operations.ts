import type { JsonSchema } from '../model/field-type.ts';
import { refTo } from './schemas.ts';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly schema: JsonSchema;
  readonly required?: boolean;
  readonly description?: string;
}

/** One request that the service answers. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly security?: readonly JsonSchema[];
}

/** The operations of one path, by method. */
export type PathItem = Readonly<Record<string, Operation>>;

/** An answer with a JSON body. */
export function answer(description: string, schema: JsonSchema, headers: readonly string[] = []): JsonSchema {
  const described = Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }]));
  return { description, ...(headers.length > 0 ? { headers: described } : {}), content: { 'application/json': { schema } } };
}

/** A JSON body. */
export function body(schema: JsonSchema): JsonSchema {
  return { required: true, content: { 'application/json': { schema } } };
}

const error = (description: string): JsonSchema => answer(description, refTo('Error'));

/** What may go wrong with any request of staff (CONTRACT §11). */
const common: Readonly<Record<string, JsonSchema>> = {
  '401': error('No credentials, or none that hold.'),
  '403': error('Not staff, or a permission is missing.'),
  '404': error('Not there, or not for this user to know of.'),
  '503': error('The database is away, or was too slow.'),
};

/** Answers of a request of staff: its own, and what may go wrong. */
export function responses(own: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return { ...own, '400': answer('A parameter or field is not right.', refTo('ValidationError')), ...common };
}

/** Answers of a request that writes. */
export function writeResponses(own: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return {
    ...responses(own),
    '409': answer('Other rows forbid it, or somebody else is writing.', refTo('Protected')),
    '413': error('The body is too large.'),
    '415': error('The body is not JSON.'),
    '422': error('The Idempotency-Key was used for something else.'),
  };
}

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 255 },
  description: 'The same key with the same body is done once.',
};

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  schema: { type: 'string' },
  description: 'The ETag of the row as it was read; another one is a 412.',
};
