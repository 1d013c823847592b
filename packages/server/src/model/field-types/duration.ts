import { type FieldType, InvalidValue } from '../field-type.ts';

const iso = /^[+-]?P(?!$)(?:-?\d+Y)?(?:-?\d+M)?(?:-?\d+W)?(?:-?\d+D)?(?:T(?!$)(?:-?\d+H)?(?:-?\d+M)?(?:-?\d+(?:\.\d{1,6})?S)?)?$/;
/** The forms that PostgreSQL writes and reads: `1 year 2 mons -3 days 04:05:06`, `3 days ago`. */
const spelled =
  /^(?:@ ?)?((?:[+-]?\d+ ?(?:years?|yrs?|y|months?|mons?|weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m)(?: |$)|[+-]?\d+(?:\.\d{1,6})? ?(?:seconds?|secs?|s)(?: |$))*)([+-]?\d+:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)? ?(ago)?$/i;
const clock = /^-?(?:\d+ )?-?\d{1,9}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/;

/** The unit of a duration for a word. */
function unitOf(word: string): string {
  const name = word.toLowerCase();
  if (/^(?:m|mins?|minutes?)$/.test(name)) return 'M2';
  return (name[0] ?? '').toUpperCase();
}

/** The parts of a duration that is written in words; null if it is not. */
function amountsOf(text: string): Record<string, number> | null {
  const [whole, words = '', time, ago] = spelled.exec(text) ?? [];
  if (whole === undefined || (words === '' && time === undefined)) return null;
  const amounts: Record<string, number> = {};
  const factor = ago === undefined ? 1 : -1;
  const add = (unit: string, amount: number): void => {
    amounts[unit] = (amounts[unit] ?? 0) + amount * factor;
  };
  for (const [, amount, unit = ''] of words.matchAll(/([+-]?[\d.]+) ?([a-z]+)/gi)) add(unitOf(unit), Number(amount));
  const [hours = '0', minutes = 0, seconds = 0] = time?.replace(/^[+-]/, '').split(':') ?? [];
  const sign = time?.startsWith('-') === true ? -1 : 1;
  for (const [unit, amount] of [
    ['H', hours],
    ['M2', minutes],
    ['S', seconds],
  ] as const)
    add(unit, Number(amount) * sign);
  return amounts;
}

/** The canonical form of a duration: the session's IntervalStyle cannot change how it is read. */
function isoDuration(text: string): string {
  const inWords = clock.test(text) ? null : amountsOf(text);
  if (inWords) return isoOf(inWords);
  const clocked = /^(-?)(?:(\d+) )?(-?)(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text);
  const amounts: Record<string, number> = {};
  if (clocked) {
    const [, sign, days = '0', clockSign, hours = '0', minutes = '0', seconds = '0'] = clocked;
    // If there are days, the first sign applies only to them, as in PostgreSQL.
    const isNegative = clocked[2] === undefined ? sign === '-' || clockSign === '-' : clockSign === '-';
    const factor = isNegative ? -1 : 1;
    Object.assign(amounts, {
      D: Number(days) * (sign === '-' ? -1 : 1),
      H: Number(hours) * factor,
      M2: Number(minutes) * factor,
      S: Number(seconds) * factor,
    });
  } else {
    const [date = '', time = ''] = text.replace(/^[+-]?P/, '').split('T');
    const factor = text.startsWith('-') ? -1 : 1;
    for (const [, amount, unit = ''] of date.matchAll(/(-?\d+)([YMWD])/g)) amounts[unit] = Number(amount) * factor;
    for (const [, amount, unit = ''] of time.matchAll(/(-?[\d.]+)([HMS])/g)) amounts[unit === 'M' ? 'M2' : unit] = Number(amount) * factor;
  }
  return isoOf(amounts);
}

function isoOf({ Y = 0, M = 0, W = 0, D = 0, H = 0, M2 = 0, S = 0 }: Readonly<Record<string, number>>): string {
  return spell(Y * 12 + M, W * 7 + D, Math.round((H * 3600 + M2 * 60 + S) * 1e6));
}

/** A duration from months, days and microseconds, as PostgreSQL stores it. */
function spell(months: number, days: number, microseconds: number): string {
  const piece = (amount: number, unit: string): string => (amount === 0 ? '' : `${amount}${unit}`);
  const sign = Math.sign(microseconds);
  const rest = Math.abs(microseconds);
  const seconds = (rest % 60_000_000) / 1e6;
  const date = `${piece(Math.trunc(months / 12), 'Y')}${piece(months % 12, 'M')}${piece(days, 'D')}`;
  const minutes = Math.trunc(rest / 60_000_000) % 60;
  const time = `${piece(sign * Math.trunc(rest / 3_600_000_000), 'H')}${piece(sign * minutes, 'M')}${piece(sign * seconds, 'S')}`;
  return date === '' && time === '' ? 'PT0S' : `P${date}${time && `T${time}`}`;
}

export const durationField: FieldType = {
  name: 'DurationField',
  traits: {},
  compares: 'as equal',
  parse(text) {
    const parts = text.match(/\d+/g) ?? [];
    const inWords = iso.test(text) || clock.test(text) ? null : amountsOf(text);
    if (!(iso.test(text) || clock.test(text) || inWords) || parts.some((digits) => digits.length > 9)) {
      throw new InvalidValue('A valid duration is required: ISO 8601 (P3DT4H5M), [days ]HH:MM:SS, or words such as "3 days".');
    }
    return inWords ? isoOf(inWords) : text;
  },
  fromJson(input, field) {
    if (typeof input !== 'string') throw new InvalidValue('Must be a text.');
    durationField.parse(input, field);
    return isoDuration(input);
  },
  canonical: (value) => isoDuration(String(value)),
  jsonSchema: () => ({ type: 'string', format: 'duration' }),
};
