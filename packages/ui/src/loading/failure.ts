import { ApiError } from '@grimoire/client';
import { onlineManager, type StaleTime } from '@tanstack/react-query';

/** Whether what was refused may be answered when it is asked for again. */
export function mayWorkLater(error: unknown): boolean {
  return isAway(error) || (error instanceof ApiError && error.problem.kind === 'broken');
}

/** Whether the service could not be reached, or had no time. */
function isAway(error: unknown): boolean {
  return isUnreached(error) || (error instanceof ApiError && error.problem.kind === 'later');
}

/** Whether no answer came. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && error.problem.kind === 'unreachable';
}

/** Milliseconds after which a service that could not be reached is asked again. */
export const pauseUntilReached = 4000;

/** The `refetchInterval` of all queries: what the service was not there for is asked for again while it is shown, and the browser is online. */
export function untilReached({ state }: { readonly state: { readonly error: unknown } }): number | false {
  return isUnreached(state.error) && onlineManager.isOnline() && pauseUntilReached;
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
  return error && !(data !== undefined && isAway(error)) ? error : null;
}

/** The `staleTime` of what is read once, such as a row for a form, which is not to be read again while it is edited. What could not be read is. */
export function readOnce({ state }: { readonly state: { readonly data: unknown } }): StaleTime {
  return state.data === undefined ? 0 : 'static';
}
