import type { ErrorLog } from '../errors/error-log.ts';
import type { Resolved } from '../settings/setting.ts';
import type { LogSettings } from './settings.ts';
import type { RequestObserver } from '../service/served-request.ts';

/** Logs requests, and slow statements with their SQL, without keys and values; undefined if neither is wanted. */
export function requestLog(log: ErrorLog, { logRequests, slowStatement }: Resolved<LogSettings>): RequestObserver | undefined {
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
