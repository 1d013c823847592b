import { z } from 'zod';
import type { AuthSettings } from '../auth/settings.ts';
import type { StaffSource } from '../auth/staff-source.ts';
import { callable, flag, timeLimit, zone } from '../model/build/option-shapes.ts';
import type { PageSizeSettings } from '../request/settings.ts';
import type { ArrangementSettings } from '../schema/settings.ts';
import type { DerivedSetting, Resolved, Setting } from '../settings/setting.ts';

/** The settings of what requests may ask of the database. */
export class AnswerSettings {
  /**
   * Whether rows can only be read, for times of maintenance; a function is asked for each request that would write. Such requests are
   * answered 503 `maintenance`. Users still sign in, and actions that answer with a file still run. False by default.
   */
  readonly readOnly: DerivedSetting<boolean | (() => boolean), () => boolean> = {
    shape: z.union([flag, callable]),
    derive: (readOnly = false) => (typeof readOnly === 'function' ? readOnly : () => readOnly),
  };
  /** Milliseconds that an exact count may take: 200 by default (CONTRACT §4). */
  readonly countBudget: Setting<number, number> = { shape: z.int().min(0), default: 200 };
  /** Milliseconds that the aggregates of a list may take: 1,000 by default (CONTRACT §15). */
  readonly aggregateBudget: Setting<number, number> = { shape: z.int().min(0), default: 1000 };
  /** Milliseconds that all statements of a request that reads may take together; after that, the response is a 503 `timeout`. 15,000 by default. */
  readonly requestTimeout: Setting<number, number> = { shape: timeLimit, default: 15_000, inPage: true };
  /** The time zone in which the days of the home page begin, such as `Europe/Berlin`; by default that of each user's browser. */
  readonly timeZone: Setting<string> = { shape: zone, default: undefined };
}

/** Settings that answers depend on, with their defaults. */
export interface ServiceSettings extends Resolved<PageSizeSettings & ArrangementSettings & AuthSettings & AnswerSettings> {
  /** Where users come from. */
  readonly staffSource: StaffSource;
}
