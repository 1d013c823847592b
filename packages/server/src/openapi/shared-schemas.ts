import { errorCodes } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';

const text: JsonSchema = { type: 'string' };
const key: JsonSchema = { type: ['integer', 'string'] };
const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

const affected = list(
  object({ model: { type: ['string', 'null'] }, verbose_name: text, count: { type: 'integer' }, capped: { type: 'boolean' } }, [
    'model',
    'verbose_name',
    'count',
  ]),
);

/** Schemas that do not depend on the models. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Key: key,
  Error: object({ detail: text, code: { enum: Object.keys(errorCodes) } }, ['detail']),
  ValidationError: {
    type: 'object',
    description: 'Messages by field or parameter; `non_field_errors` for what is nobody’s alone.',
    properties: { detail: text },
    required: ['detail'],
    additionalProperties: true,
  },
  Conflict: object({ detail: text, code: { const: 'conflict' }, current: {} }),
  Protected: object({ detail: text, code: { enum: ['protected', 'locked', 'not_replayable'] }, blocked_by: affected }, ['detail', 'code']),
  Related: object({ related: affected, blocked_by: affected, unlinked: affected }),
  Suggestions: object({ results: list(object({ value: key, label: text })), has_more: { type: 'boolean' } }),
  TokenPair: object({ access: text, refresh: text }),
  Login: object({ access: text, refresh: text, user: {} }, ['user']),
  Config: object({ brand: object({ name: text, accent: text }), auth: { enum: ['jwt', 'session'] } }),
  BulkResult: {
    anyOf: [
      object({ deleted: { type: 'integer' } }),
      object({ updated: { type: 'integer' } }),
      object({ results: list(object({ op: { enum: ['create', 'update', 'delete'] }, pk: key })) }),
    ],
  },
  ActionResult: {
    type: 'object',
    description: 'What the action says; of one that works row by row, the report.',
    properties: {
      message: text,
      total: { type: 'integer' },
      succeeded: { type: 'integer' },
      failed: list(object({ pk: key, detail: text })),
    },
  },
  Widgets: object({ widgets: list(object({ name: text, title: text, params: list({ type: 'object' }) }, ['name', 'title'])) }),
  Schema: { type: 'object', description: 'What a frontend renders a model from.' },
  History: object({
    count: { type: 'integer' },
    next: { type: ['string', 'null'] },
    previous: { type: ['string', 'null'] },
    results: list({ type: 'object' }),
  }),
};

/** A page of rows. */
export function pageOf(item: JsonSchema): JsonSchema {
  return object({
    count: { type: 'integer' },
    next: { type: ['string', 'null'] },
    previous: { type: ['string', 'null'] },
    results: list(item),
    count_exact: { type: 'boolean' },
  });
}
