import type { Key } from '@grimoire/protocol';
import type { Storage } from '../field.ts';
import { type FieldTypeOf, InvalidValue } from '../field-type.ts';
import { canonicalDateTime, dateTimeOfMilliseconds, isInfinity } from '../calendar.ts';
import { canonicalInZone, clockTextOf, momentOf } from '../time-zone.ts';
import { say } from '../../texts/message.ts';

/** The milliseconds of what a column counts. */
const units: ReadonlyMap<Storage, number> = new Map([
  ['seconds', 1000],
  ['milliseconds', 1],
]);

export const dateTimeField: FieldTypeOf<string, Key> = {
  name: 'DateTimeField',
  traits: { fills: 'moment', hasExtremes: true },
  compares: 'in order',
  isParam: true,
  example: () => '2026-01-31T08:30:00Z',
  calendar: 'instant',
  parse(text, { limits }) {
    if (limits?.hasInfinity && isInfinity(text)) return text;
    const canonical = canonicalDateTime(text);
    if (canonical === null) throw new InvalidValue(say('dateTime'));
    return canonical;
  },
  check(value, { timeZone }) {
    const text = String(value);
    if (timeZone === undefined || !text.endsWith('Z') || momentOf(clockTextOf(text, timeZone), timeZone) === text) return;
    throw new InvalidValue(say('hourTwice', { zone: timeZone }));
  },
  fromDefault(text, field) {
    const unit = units.get(field.storage);
    if (unit === undefined)
      return isInfinity(text) ? dateTimeField.parse(text, field) : (canonicalInZone(text, field.timeZone) ?? undefined);
    return /^-?\d{1,16}$/.test(text) ? (dateTimeOfMilliseconds(Number(text) * unit) ?? undefined) : undefined;
  },
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
};
