import { flag, zone } from '../model/build/option-shapes.ts';
import type { Setting } from '../settings/setting.ts';

/** The settings of times in tables. */
export class TimeSettings {
  /**
   * The time zone of date-times in columns without one, such as `Europe/Berlin`, in all tables of the database; UTC by default. `timeZone` of a model,
   * and of a field, says another one.
   */
  readonly databaseTimeZone: Setting<string> = { shape: zone, default: undefined };
  /**
   * Whether the service writes the times at which rows are made and changed (`created_at`, `updatedAt`, `date_joined`) where nothing in the database
   * does; true by default.
   */
  readonly bookkeepingTimes: Setting<boolean, boolean> = { shape: flag, default: true };
}
