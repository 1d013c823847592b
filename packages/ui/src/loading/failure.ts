import { ApiError } from '@grimoire/client';

/** Whether what was refused may be answered when it is asked for again. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && ['unreachable', 'later', 'broken'].includes(error.problem.kind);
}

interface Asked<Failure> {
  readonly data?: unknown;
  readonly error?: Failure | null;
}

/**
 * The error that is shown in place of what was asked for; null where there is none, and where an earlier answer stays in sight: the service can not
 * be reached, or has no time, and what it said before is as true as it was.
 */
export function failureOf<Failure = Error>({ data, error }: Asked<Failure>): Failure | null {
  return error && !(data !== undefined && mayPass(error)) ? error : null;
}
