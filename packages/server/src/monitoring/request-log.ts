import type { ErrorLog } from '../errors/error-log.ts';
import type { RequestObserver } from '../service/served-request.ts';

/** What is logged of requests. */
export interface RequestLogSettings {
  /** Whether each request is logged. */
  readonly logRequests: boolean;
  /** Milliseconds after which statements are logged; 0 for never. */
  readonly slowStatement: number;
}

/** Logs requests, and slow statements with their SQL, without keys and values; undefined if neither is wanted. */
export function requestLog(log: ErrorLog, { logRequests, slowStatement }: RequestLogSettings): RequestObserver | undefined {
  if (!logRequests && slowStatement === 0) return undefined;
  return ({ id, slowest, milliseconds, ...served }) => {
    const about = { requestId: id, ...served };
    if (logRequests) log.info('request', { ...about, milliseconds: rounded(milliseconds) });
    if (slowStatement > 0 && slowest && slowest.milliseconds >= slowStatement)
      log.warn('slow statement', { ...about, statementMilliseconds: rounded(slowest.milliseconds), sql: slowest.sql });
  };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
