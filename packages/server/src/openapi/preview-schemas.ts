import type { Preview, PreviewCount, PreviewDifference, PreviewRow } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import { emptyCounts } from './change-schemas.ts';
import type { Responses } from './operations.ts';
import {
  anything,
  choiceOf,
  constant,
  integer,
  list,
  moment,
  nullableText,
  objectOf,
  optional,
  pair,
  recordOf,
  scalar,
  type SchemasOf,
  text,
} from './shapes.ts';

/** The types of previews, by the names of their schemas. */
export interface PreviewTypes {
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

/** What a dry run answers. */
const previewSchema = objectOf<Preview>({
  dry_run: constant(true),
  counts: { ...list(count), description: 'Rows by model; the name of a model that the user may not view is null.' },
  sample: { ...list(row), maxItems: 10 },
  empty: optional(emptyCounts),
  not_run: { ...list(text), description: 'The hooks and handlers that were not called.' },
  preview: { ...text, description: 'The token for `if_preview`.' },
  expires_at: moment,
});

/** The schemas of previews (CONTRACT §21). */
export const previewSchemas: SchemasOf<PreviewTypes> = {
  PreviewDifference: objectOf<PreviewDifference>({ model: text, pk: nullableKey, state: choiceOf('changed', 'added', 'removed') }),
};

/**
 * The responses of a write that may also only be tried: what it then answers stands beside the schema, as `x-dry-run`. As a part of the schema it would make each
 * answer of a generated client one of two.
 */
export function withPreview(responses: Responses): Responses {
  const isFile = (response: JsonSchema): boolean =>
    response['content'] !== undefined && !('application/json' in (response['content'] as object));
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      status.startsWith('2') && !isFile(response) ? { ...response, 'x-dry-run': previewSchema } : response,
    ]),
  );
}
