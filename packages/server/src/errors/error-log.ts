import type { Logger } from 'pino';
import { withoutValues } from './error-values.ts';

/** The service's log: unexpected errors, and notes for its operators. */
export interface ErrorLog {
  /** @param about further members of the line. */
  error(error: unknown, message: string, about: Readonly<Record<string, unknown>>): void;
  /** Nothing is logged if the host's logger has no such level. @param about further members of the line. */
  info(message: string, about: Readonly<Record<string, unknown>>): void;
  /** @param about further members of the line. */
  warn(message: string, about: Readonly<Record<string, unknown>>): void;
}

/** Logs the service's errors to a logger, its own or the host's; without the values in them, unless the settings ask for these. */
export function errorLog(logger: Pick<Logger, 'warn' | 'error'> & Partial<Pick<Logger, 'info'>>, hasValues: boolean): ErrorLog {
  return {
    error(error, message, about) {
      logger.error({ err: hasValues ? error : withoutValues(error), ...about }, message);
    },
    info: (message, about) => logger.info?.(about, message),
    warn: (message, about) => logger.warn(about, message),
  };
}
