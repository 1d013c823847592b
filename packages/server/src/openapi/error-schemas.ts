import {
  type AffectedRows,
  type ConflictBody,
  type ErrorBody,
  type ErrorCode,
  errorCodes,
  type InternalErrorBody,
  type InvalidBody,
  type PreviewDifference,
  type RefusalBody,
  type Row,
} from '@grimoire/protocol';
import { anyOf, choiceOf, integer, list, objectOf, optional, referencesTo, type SchemasOf, text } from './shapes.ts';

/** The types of errors, by the names of their schemas. */
export interface ErrorTypes {
  readonly Error: ErrorBody;
  readonly InternalError: InternalErrorBody;
  readonly ValidationError: InvalidBody;
  readonly Conflict: ConflictBody;
  readonly Protected: RefusalBody;
}

const refTo = referencesTo<{
  readonly AnyRow: Row | null;
  readonly AffectedRows: AffectedRows;
  readonly PreviewDifference: PreviewDifference;
}>();

/** The schemas of errors (CONTRACT §11). */
export const errorSchemas: SchemasOf<ErrorTypes> = {
  Error: {
    ...objectOf<ErrorBody>({ detail: text, code: optional(choiceOf(...(Object.keys(errorCodes) as ErrorCode[]))) }),
    examples: [{ detail: 'You do not have permission to do this.', code: 'permission_denied' }],
  },
  InternalError: {
    ...objectOf<InternalErrorBody>({ detail: text, request_id: { ...text, format: 'uuid' } }),
    examples: [{ detail: 'Internal error.', request_id: '3e0f9f8c-52a4-4a0c-9f43-6a8b9c1f7d20' }],
  },
  ValidationError: {
    ...objectOf<InvalidBody>({ detail: text, code: optional(anyOf(text, list(text))) }),
    additionalProperties: true,
    description: 'Messages by field or parameter; `non_field_errors` for those that belong to none of them.',
    examples: [{ detail: 'quantity: A valid integer is required.', quantity: ['A valid integer is required.'] }],
  },
  Conflict: objectOf({ detail: text, code: choiceOf('conflict'), current: refTo('AnyRow') }),
  Protected: {
    ...objectOf<RefusalBody>({
      detail: text,
      code: choiceOf('protected', 'locked', 'not_replayable', 'preview_spent', 'preview_expired', 'preview_changed'),
      blocked_by: optional(list(refTo('AffectedRows'))),
      rows: optional(list(refTo('PreviewDifference'))),
      other_records: optional(integer),
    }),
    examples: [
      { detail: 'Other rows need this one.', code: 'protected', blocked_by: [{ model: 'sales.Order', verbose_name: 'orders', count: 3 }] },
    ],
  },
};
