import { z } from 'zod';
import type { DerivedSetting } from '../settings/setting.ts';

const daysOfUnits = { day: 1, week: 7, month: 31, year: 366 } as const;

type Unit = keyof typeof daysOfUnits;

/** How long the values of changes are kept: a number of days, weeks, months (of 31 days) or years (of 366 days), such as `2 years`; or `forever`. */
export type KeptTime = 'forever' | `${number} ${Unit | `${Unit}s`}`;

/** How long the values of changes are kept: of all models, and of single ones by their keys. */
export interface KeptTimes {
  readonly keep: KeptTime;
  readonly models: Readonly<Record<string, KeptTime>>;
}

const keptTime = z
  .string()
  .regex(
    /^(?:forever|[1-9]\d{0,3} (?:day|week|month|year)s?)$/,
    'Expected "forever", or a number with a unit, such as "90 days" or "2 years".',
  );

/** The settings of the journal. */
export class JournalSettings {
  /**
   * How long the values of changes are kept, after which `grimoire prune` deletes them: `keep` of all models, `2 years` by default, and `models` of single
   * ones by their keys. Who made a change, when and why is kept forever.
   */
  readonly journal: DerivedSetting<Partial<KeptTimes>, KeptTimes> = {
    shape: z.strictObject({ keep: keptTime.optional(), models: z.record(z.string(), keptTime).optional() }),
    derive: ({ keep = '2 years', models = {} } = {}) => ({ keep, models }),
  };
}

/** The number of days that a time has; null for one without an end. */
export function daysOf(time: KeptTime): number | null {
  const [number, unit] = time.split(' ');
  return unit === undefined ? null : Number(number) * daysOfUnits[unit.replace(/s$/, '') as Unit];
}
