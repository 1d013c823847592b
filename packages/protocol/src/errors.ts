import type { Row } from './answers.ts';
import type { PreviewDifference } from './previews.ts';
import type { AffectedRows } from './writes.ts';

/** The codes of errors (CONTRACT §11). */
export type ErrorCode =
  | 'invalid'
  | 'parse_error'
  | 'bad_host'
  | 'not_authenticated'
  | 'invalid_credentials'
  | 'token_not_valid'
  | 'not_staff'
  | 'csrf_failed'
  | 'too_many_attempts'
  | 'permission_denied'
  | 'read_only'
  | 'not_linked'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'protected'
  | 'locked'
  | 'undo_conflict'
  | 'already_undone'
  | 'incomplete'
  | 'irreversible'
  | 'conflict'
  | 'idempotency_clash'
  | 'not_replayable'
  | 'preview_unknown'
  | 'preview_spent'
  | 'preview_expired'
  | 'preview_changed'
  | 'action_failed'
  | 'internal'
  | 'unavailable'
  | 'maintenance'
  | 'timeout'
  | 'outcome_unknown'
  | 'shutting_down';

/** The status of an error, and its default text. */
export interface ErrorDescription {
  readonly status: number;
  readonly detail: string;
}

/**
 * Every error code with its status and its default text (CONTRACT §11).
 * A 404, and a 400 that names fields, carry no code on the wire.
 */
export const errorCodes: Readonly<Record<ErrorCode, ErrorDescription>> = {
  invalid: { status: 400, detail: 'Invalid input.' },
  bad_host: { status: 400, detail: 'This host is not served here. Name it in settings.allowedHosts, or start with --public-url.' },
  parse_error: { status: 400, detail: 'Malformed JSON.' },
  not_authenticated: { status: 401, detail: 'Authentication credentials were not provided.' },
  invalid_credentials: { status: 401, detail: 'No active staff account with these credentials.' },
  token_not_valid: { status: 401, detail: 'Token is invalid or expired.' },
  not_staff: { status: 403, detail: 'Only staff may use this service.' },
  csrf_failed: { status: 403, detail: 'The request could not be shown to come from your own pages.' },
  too_many_attempts: { status: 429, detail: 'Too many attempts. Try again later.' },
  permission_denied: { status: 403, detail: 'You do not have permission to do this.' },
  read_only: { status: 403, detail: 'This model is read-only.' },
  not_linked: { status: 403, detail: 'Your account is linked to no row of the application, and this needs one.' },
  not_found: { status: 404, detail: 'Not found.' },
  method_not_allowed: { status: 405, detail: 'Method not allowed.' },
  body_too_large: { status: 413, detail: 'The body is larger than 1 MiB.' },
  unsupported_media_type: { status: 415, detail: 'The body must be application/json.' },
  protected: { status: 409, detail: 'Other rows need this one.' },
  locked: { status: 409, detail: 'Another request is writing this row. Try again.' },
  undo_conflict: { status: 409, detail: 'Some values were changed since: nothing was taken back.' },
  already_undone: { status: 409, detail: 'This change has been taken back already.' },
  incomplete: { status: 409, detail: 'Not all of this change was recorded: it can not be taken back.' },
  irreversible: { status: 409, detail: 'This change can not be taken back.' },
  conflict: { status: 412, detail: 'The row was changed meanwhile.' },
  idempotency_clash: { status: 422, detail: 'This Idempotency-Key was used for another request.' },
  not_replayable: {
    status: 409,
    detail: 'The response of the first request was a file, which is not stored. Use another Idempotency-Key.',
  },
  preview_unknown: { status: 400, detail: 'This is not the token of a preview of this request.' },
  preview_spent: { status: 409, detail: 'What was shown has been carried out already.' },
  preview_expired: { status: 409, detail: 'The preview is too old. Look at it again.' },
  preview_changed: { status: 409, detail: 'The request would do something else than was shown. Look at it again.' },
  action_failed: { status: 400, detail: 'The action failed.' },
  internal: { status: 500, detail: 'Internal error.' },
  unavailable: { status: 503, detail: 'The database is not available. Try again shortly.' },
  maintenance: { status: 503, detail: 'Nothing can be changed at present: the service is being maintained. Try again later.' },
  timeout: { status: 503, detail: 'The database did not answer in time. Ask for less, such as by fewer words or a narrower filter.' },
  outcome_unknown: {
    status: 503,
    detail:
      'The database did not confirm the change: it may have been made. Look at the rows, or send the request again with its Idempotency-Key.',
  },
  shutting_down: { status: 503, detail: 'The service is shutting down.' },
};

/** The body of an error: a text and, where the contract has one, a code. */
export interface ErrorBody {
  readonly detail: string;
  readonly code?: ErrorCode;
}

/** The body of a 400 that names parameters or fields: each name with its messages. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The body of another 400: a text, and messages by field or parameter; `non_field_errors` for those that belong to none of them. */
export interface InvalidBody {
  readonly detail: string;
  /** A list of messages where a field has this name. */
  readonly code?: string | readonly string[];
  readonly [name: string]: unknown;
}

/** The body of a 409. */
export interface RefusalBody {
  readonly detail: string;
  readonly code: 'protected' | 'locked' | 'not_replayable' | 'preview_spent' | 'preview_expired' | 'preview_changed';
  /** Of a delete that other rows forbid: these rows. */
  readonly blocked_by?: readonly AffectedRows[];
  /** Of a request that would do something else than was shown: the rows that the user may see, and the number of the others. */
  readonly rows?: readonly PreviewDifference[];
  readonly other_records?: number;
}

/** The body of a 412. */
export interface ConflictBody {
  readonly detail: string;
  readonly code: 'conflict';
  /** The row as it is now; null if the user may not view it. */
  readonly current: Row | null;
}

/** The body of a 500. */
export interface InternalErrorBody {
  readonly detail: string;
  /** The id of the request, a UUID: the service's log has the error under it. */
  readonly request_id: string;
}
