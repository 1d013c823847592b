import { pino } from 'pino';
import { type ErrorLog, errorLog } from '../errors/error-log.ts';
import type { LogSettings } from '../monitoring/settings.ts';
import type { Written } from '../settings/setting.ts';

/** The levels of the service's own log. */
export const logLevels: readonly string[] = [...Object.keys(pino.levels.values), 'silent'];

/** The level that `LOG_LEVEL` names; null if it names none. Empty counts as not set. */
export function wantedLevel(): string | null {
  const level = process.env['LOG_LEVEL'] || 'info';
  return logLevels.includes(level) ? level : null;
}

/** The log; it also works if other settings are invalid. */
export function logOf(settings: Written<LogSettings> | undefined): ErrorLog {
  // JavaScript of the host application may pass null.
  const { logger, logValues = false } = settings ?? {};
  const own = typeof logger?.error === 'function' && typeof logger.warn === 'function' ? logger : undefined;
  return errorLog(own ?? pino({ level: wantedLevel() ?? 'info' }, process.stderr), logValues);
}
