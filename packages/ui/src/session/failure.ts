import { ApiError } from '@grimoire/client';
import type { StaleTime } from '@tanstack/react-query';
import { isOverdue } from './time-limit.ts';

/** Whether what was refused may be answered when it is asked for again. What was waited for in vain is not waited for once more. */
export function mayWorkLater(error: unknown): boolean {
  return error instanceof ApiError && (isBusy(error) || error.problem.kind === 'broken') && !isOverdue(error.cause);
}

/** Whether the service could not be reached, or had no time. */
function isBusy(error: unknown): boolean {
  return error instanceof ApiError && (error.problem.kind === 'unreachable' || error.problem.kind === 'later');
}

/** The codes of a service that may answer in a moment; the empty one is that of a proxy. */
const awayCodes: ReadonlySet<string> = new Set(['', 'unavailable', 'shutting_down']);

/** Whether the service was not there, or not for this user: it could not be reached, has no database or no place, or is being started again. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { problem } = error;
  return problem.kind === 'unreachable' || (problem.kind === 'later' && awayCodes.has(problem.code));
}

interface Asked<Failure> {
  readonly data?: unknown;
  readonly error?: Failure | null;
}

/**
 * The error that is shown in place of what was asked for. It is null where there is none, and where an earlier answer stays in sight because the service
 * could not be reached or had no time: then the error is shown beside that answer, if at all.
 */
export function failureOf<Failure = Error>({ data, error }: Asked<Failure>): Failure | null {
  return error && !(data !== undefined && isBusy(error)) ? error : null;
}

/** The `staleTime` of what is read once, such as a row for a form, which is not to be read again while it is edited. What could not be read is. */
export function readOnce({ state }: { readonly state: { readonly data: unknown; readonly error: Error | null } }): StaleTime {
  return state.data === undefined || state.error !== null ? 0 : 'static';
}
