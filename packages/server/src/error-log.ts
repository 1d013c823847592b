import type { Logger } from 'pino';
import { withoutValues } from './error-values.ts';

/** The service's log: what was not expected, and what its operators should know. */
export interface ErrorLog {
  /** @param about more members of the line. */
  error(error: unknown, message: string, about: Readonly<Record<string, unknown>>): void;
  /** @param about more members of the line. */
  warn(message: string, about: Readonly<Record<string, unknown>>): void;
}

/** The errors of the service in a logger, its own or the host's; without the values in them unless these are wanted. */
export function errorLog(logger: Logger, hasValues: boolean): ErrorLog {
  return {
    error(error, message, about) {
      logger.error({ err: hasValues ? error : withoutValues(error), ...about }, message);
    },
    warn: (message, about) => logger.warn(about, message),
  };
}
