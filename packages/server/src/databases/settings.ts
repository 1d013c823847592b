import { z } from 'zod';
import { defaultPrefix } from '../model/system-tables.ts';
import type { Resolved, Setting } from '../settings/setting.ts';

const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,29}$/, 'Expected up to 30 letters, digits and "_", no digit first.');

/** The settings of the service's own tables. */
export class OwnTableSettings {
  /**
   * The schema of the service's own tables on PostgreSQL: `grimoire` by default. Without it the schema follows from `tablePrefix`. It must
   * not be the first schema of the search path.
   */
  readonly schema: Setting<string> = { shape: identifier, default: undefined };
  /** The prefix of the service's own tables on SQLite: `grimoire_` by default. On PostgreSQL, versions before 0.2 used it as well. */
  readonly tablePrefix: Setting<string, string> = { shape: identifier, default: defaultPrefix };
}

/** The settings that say where the service's own tables stand. */
export interface OwnLocationSettings extends Resolved<OwnTableSettings> {}
