import type { Logger } from 'pino';
import { z } from 'zod';
import { flag } from '../model/build/option-shapes.ts';
import type { Setting } from '../settings/setting.ts';

const logger = z.custom(
  (value) => ['warn', 'error'].every((name) => typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function'),
  'Expected a logger of pino.',
);

/** The settings of the log. */
export class LogSettings {
  /** The log, a logger of pino: by default standard error, from the level `LOG_LEVEL` or `info` on. */
  readonly logger: Setting<Logger> = { shape: logger, default: undefined };
  /** Whether each request is logged, with its user, model, duration and number of statements; false by default. */
  readonly logRequests: Setting<boolean, boolean> = { shape: flag, default: false };
  /** Milliseconds after which statements are logged with their SQL, without values: 1,000 by default, 0 for never. */
  readonly slowStatement: Setting<number, number> = { shape: z.int().min(0), default: 1000 };
  /** Whether log lines about errors keep the values in them, such as PostgreSQL's `detail`; false by default. */
  readonly logValues: Setting<boolean, boolean> = { shape: flag, default: false };
}
