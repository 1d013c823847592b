import type { JsonSchema } from '../model/field-type.ts';
import { refTo, strict } from '../openapi/operations.ts';
import { choiceOf, list, object, text } from '../openapi/shapes.ts';

const integer: JsonSchema = { type: 'integer' };
const flag: JsonSchema = { type: 'boolean' };
const display: JsonSchema = { type: 'object', description: 'At most 8 kB of JSON.', additionalProperties: true };
const group = object({ value: integer, label: text });

const change: Readonly<Record<string, JsonSchema>> = {
  name: { type: 'string', minLength: 1, maxLength: 150 },
  query: { type: 'string', maxLength: 4000 },
  display,
  sharing: refTo('ViewSharingInput'),
  is_default: flag,
};

/** The schemas of saved views (CONTRACT §15). */
export const viewSchemas: Readonly<Record<string, JsonSchema>> = {
  ViewSharing: {
    ...object({ kind: choiceOf('own', 'group', 'all'), group }, ['kind']),
    description: '`group` is given for the kind `group`.',
  },
  ViewSharingInput: {
    anyOf: [strict({ kind: choiceOf('own', 'all') }), strict({ kind: choiceOf('group'), group: { type: 'integer', minimum: 1 } })],
    description: '`group` is the key of the group.',
  },
  SavedView: object({
    id: integer,
    model: text,
    name: text,
    query: text,
    display,
    sharing: refTo('ViewSharing'),
    is_default: flag,
    is_own: flag,
    may_change: flag,
    problems: { type: 'object', additionalProperties: list(text) },
    etag: text,
  }),
  SavedViews: object({
    views: list(refTo('SavedView')),
    defaults: { type: 'object', description: 'The view with which the list of a model opens.', additionalProperties: integer },
    may_share: { anyOf: [object({ all: { const: true }, groups: list(group) }), { type: 'null' }] },
  }),
  NewSavedView: strict({ model: text, ...change }, ['model', 'name']),
  SavedViewChange: strict(change, []),
};
