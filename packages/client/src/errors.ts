import type { AffectedRows, ErrorCode, Key, UndoConflictRow } from '@grimoire/protocol';
import { type JsonFormat, plainJson } from './exact-json.ts';

/** The error of a call; `kind` distinguishes the cases (CONTRACT §11). */
export type Problem =
  /** Fields or parameters with their messages; `non_field_errors` has the messages that belong to no single field. */
  | {
      readonly kind: 'invalid';
      readonly detail: string;
      readonly fields: Readonly<Record<string, readonly string[]>>;
      readonly operations: unknown;
    }
  | { readonly kind: 'action failed'; readonly detail: string }
  /** The user is not signed in, or the credentials are wrong; `code` says which. */
  | { readonly kind: 'signed out'; readonly detail: string; readonly code: string }
  | { readonly kind: 'forbidden'; readonly detail: string; readonly code: string }
  | { readonly kind: 'not found'; readonly detail: string }
  | { readonly kind: 'protected'; readonly detail: string; readonly blockedBy: readonly AffectedRows[] }
  | { readonly kind: 'locked'; readonly detail: string }
  /** Another user changed the row: `current` is the row as it is now, if the current user may view it. */
  | { readonly kind: 'conflict'; readonly detail: string; readonly current: unknown }
  /** What an undo would take back was changed since, or can not be taken back: nothing is done. `count` is the number of such rows, of which some are named. */
  | { readonly kind: 'undo conflict'; readonly detail: string; readonly rows: readonly UndoConflictRow[]; readonly count: number }
  /** What a write would do is no longer what its dry run has shown: nothing is done. */
  | {
      readonly kind: 'preview changed';
      readonly detail: string;
      /** Some of the rows that differ. */
      readonly rows: readonly { readonly model: string; readonly pk: Key | null }[];
    }
  | { readonly kind: 'refused'; readonly detail: string; readonly code: string }
  /** The client may try again after this many seconds. */
  | { readonly kind: 'later'; readonly detail: string; readonly code: string; readonly retryAfter: number }
  | { readonly kind: 'broken'; readonly detail: string; readonly requestId: string | null }
  /** The service did not answer, or a proxy answered in its place that it could not reach it. */
  | { readonly kind: 'unreachable'; readonly detail: string };

type PreviewChanged = Extract<Problem, { readonly kind: 'preview changed' }>;

/** Thrown by every call of the client that fails, except aborted calls. */
export class ApiError extends Error {
  readonly problem: Problem;
  /** The status of the answer, also of a proxy; 0 without an answer. */
  readonly status: number;

  constructor(problem: Problem, status: number, options?: ErrorOptions) {
    super(problem.detail, options);
    this.name = 'ApiError';
    this.problem = problem;
    this.status = status;
  }
}

/** A write is done, and a trigger or a rule of the database has taken the row out of its table: there is none to return. Its message says so. */
export class RowTaken extends Error {}

/** The outcome of a call: its value, or its problem. */
export type Settled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/**
 * The outcome of a call as a value, so that no `try` is needed.
 * @example const saved = await settled(orders.update(1, { note: 'x' })); if (!saved.ok) show(saved.problem)
 */
export async function settled<T>(call: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, problem: error.problem };
    throw error;
  }
}

interface ErrorBody {
  readonly detail?: string;
  readonly code?: ErrorCode;
  readonly [member: string]: unknown;
}

/** The error for an answer. */
export async function errorOf(response: Response, json: JsonFormat = plainJson): Promise<ApiError> {
  // A proxy may answer in place of the service.
  const read: unknown = await response
    .text()
    .then(json.parse)
    .catch(() => null);
  const body = (typeof read === 'object' && read !== null ? read : {}) as ErrorBody;
  return new ApiError(problemOf(response, body), response.status);
}

function problemOf({ status, headers }: Response, body: ErrorBody): Problem {
  const detail = body.detail ?? `The service answered ${status}.`;
  const code = body.code ?? '';
  switch (status) {
    case 400:
      return code === 'action_failed'
        ? { kind: 'action failed', detail }
        : { kind: 'invalid', detail, fields: fieldsOf(body), operations: body['operations'] };
    case 401:
      return { kind: 'signed out', detail, code };
    case 403:
      return { kind: 'forbidden', detail, code };
    case 404:
      return { kind: 'not found', detail };
    case 409:
      if (code === 'locked') return { kind: 'locked', detail };
      if (code === 'protected') return { kind: 'protected', detail, blockedBy: (body['blocked_by'] ?? []) as readonly AffectedRows[] };
      if (code === 'preview_changed') return { kind: 'preview changed', detail, rows: (body['rows'] ?? []) as PreviewChanged['rows'] };
      if (code === 'undo_conflict') return undoConflict(detail, body);
      return { kind: 'refused', detail, code };
    case 412:
      return { kind: 'conflict', detail, current: body['current'] ?? null };
    case 429:
    case 503:
      return { kind: 'later', detail, code, retryAfter: Number(headers.get('retry-after')) || 1 };
    case 502:
    case 504:
      // A proxy answered in place of the service.
      return { kind: 'unreachable', detail: 'The service could not be reached.' };
    default:
      if (status >= 500) return { kind: 'broken', detail, requestId: headers.get('x-request-id') };
      return { kind: 'refused', detail, code };
  }
}

function undoConflict(detail: string, body: ErrorBody): Problem {
  const rows = (body['rows'] ?? []) as readonly UndoConflictRow[];
  return { kind: 'undo conflict', detail, rows, count: typeof body['count'] === 'number' ? body['count'] : rows.length };
}

function fieldsOf(body: ErrorBody): Record<string, readonly string[]> {
  const fields = Object.entries(body).filter(([name, messages]) => name !== 'operations' && Array.isArray(messages));
  return Object.fromEntries(fields) as Record<string, readonly string[]>;
}
