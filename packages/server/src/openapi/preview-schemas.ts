import type { Preview, PreviewCount, PreviewDifference, PreviewRow } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import { answer, type Responses } from './operations.ts';
import {
  anything,
  choiceOf,
  constant,
  integer,
  list,
  moment,
  nullableText,
  objectOf,
  pair,
  recordOf,
  referencesTo,
  scalar,
  type SchemasOf,
  text,
} from './shapes.ts';

/** The types of previews, by the names of their schemas. */
export interface PreviewTypes {
  readonly Preview: Preview;
  readonly PreviewDifference: PreviewDifference;
}

const nullableKey = scalar('integer', 'string', 'null');
const count = objectOf<PreviewCount>({ model: nullableText, create: integer, update: integer, delete: integer });
const row = objectOf<PreviewRow>({
  model: text,
  pk: nullableKey,
  label: text,
  op: choiceOf('create', 'update', 'delete'),
  diff: recordOf(pair<unknown, unknown>(anything), 'The values before and after, by field.'),
});

/** The schemas of previews (CONTRACT §21). */
export const previewSchemas: SchemasOf<PreviewTypes> = {
  Preview: objectOf<Preview>({
    dry_run: constant(true),
    counts: { ...list(count), description: 'Rows by model; the name of a model that the user may not view is null.' },
    sample: { ...list(row), maxItems: 10 },
    not_run: { ...list(text), description: 'The hooks and handlers that were not called.' },
    preview: { ...text, description: 'The token for `if_preview`.' },
    expires_at: moment,
  }),
  PreviewDifference: objectOf<PreviewDifference>({ model: text, pk: nullableKey, state: choiceOf('changed', 'added', 'removed') }),
};

const preview = referencesTo<PreviewTypes>()('Preview');

/** The responses of a write that may also only be tried. */
export function withPreview(responses: Responses): Responses {
  const done = responses['200'];
  if (!done) return { ...responses, '200': answer('What it would do, if it is only tried.', preview) };
  const content = done['content'] as { readonly 'application/json'?: { readonly schema: JsonSchema } };
  const schema = content['application/json']?.schema;
  // A file can not be tried.
  return schema
    ? { ...responses, '200': { ...done, content: { 'application/json': { schema: { anyOf: [schema, preview] } } } } }
    : responses;
}
