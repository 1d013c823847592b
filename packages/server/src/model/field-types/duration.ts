import type { Key } from '@grimoire/protocol';
import { type FieldTypeOf, InvalidValue, type Totals } from '../field-type.ts';
import { divided } from '../exact-decimal.ts';
import { say } from '../../texts/message.ts';

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

/** A duration in the parts in which PostgreSQL stores it. */
export interface DurationParts {
  readonly months: bigint;
  readonly days: bigint;
  readonly microseconds: bigint;
}

/** The canonical form of a duration: the session's IntervalStyle cannot change how it is read. */
function isoDuration(text: string): string {
  return spell(durationParts(text));
}

/** The parts of a text that is a duration. */
export function durationParts(text: string): DurationParts {
  const inWords = clock.test(text) ? null : amountsOf(text);
  if (inWords) return partsOf(inWords);
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
  return partsOf(amounts);
}

function partsOf({ Y = 0, M = 0, W = 0, D = 0, H = 0, M2 = 0, S = 0 }: Readonly<Record<string, number>>): DurationParts {
  // Seconds apart: the microseconds of many hours and of a few seconds have more digits than a number.
  const microseconds = wholeOf(H * 3600 + M2 * 60) * 1_000_000n + wholeOf(S * 1e6);
  return { months: wholeOf(Y * 12 + M), days: wholeOf(W * 7 + D), microseconds };
}

/** A text that no service has written may have parts that are no numbers. */
function wholeOf(amount: number): bigint {
  return Number.isFinite(amount) ? BigInt(Math.round(amount)) : 0n;
}

/** Whether a text is a duration. */
export function isDuration(text: string): boolean {
  const digits = text.match(/\d+/g) ?? [];
  return (iso.test(text) || clock.test(text) || amountsOf(text) !== null) && digits.every((each) => each.length <= 9);
}

/** The ISO 8601 text of a duration. */
function spell({ months, days, microseconds }: DurationParts): string {
  const piece = (amount: bigint | string, unit: string): string => (String(amount) === '0' ? '' : `${amount}${unit}`);
  const sign = microseconds < 0n ? -1n : 1n;
  const rest = microseconds * sign;
  const seconds = (rest % 60_000_000n) / 1_000_000n;
  const fraction = String(rest % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const secondText = fraction === '' ? `${seconds * sign}` : `${sign < 0n ? '-' : ''}${seconds}.${fraction}`;
  const date = `${piece(months / 12n, 'Y')}${piece(months % 12n, 'M')}${piece(days, 'D')}`;
  const minutes = (rest / 60_000_000n) % 60n;
  const time = `${piece((rest / 3_600_000_000n) * sign, 'H')}${piece(minutes * sign, 'M')}${piece(secondText, 'S')}`;
  return date === '' && time === '' ? 'PT0S' : `P${date}${time && `T${time}`}`;
}

/** The sum and the number of durations, from `months days microseconds number`. */
function readTotal(total: string): { readonly parts: DurationParts; readonly count: bigint } {
  const [months = 0n, days = 0n, microseconds = 0n, count = 1n] = total.split(' ').map(BigInt);
  return { parts: { months, days, microseconds }, count };
}

const microsecondsOfDay = 86_400_000_000n;

/** As PostgreSQL divides them: the rest of the months become days of which a month has 30, the rest of the days becomes time. */
const durationTotals: Totals = {
  sum: (total) => spell(readTotal(total).parts),
  average(total) {
    const { parts, count } = readTotal(total);
    const days = parts.days + (parts.months % count) * 30n;
    const microseconds = divided(parts.microseconds + (days % count) * microsecondsOfDay, count);
    return spell({ months: parts.months / count, days: days / count, microseconds });
  },
};

/** A number that sorts durations as PostgreSQL does: a month has 30 days, a day 24 hours. */
export function lengthOf({ months, days, microseconds }: DurationParts): bigint {
  return (months * 30n + days) * microsecondsOfDay + microseconds;
}

export const durationField: FieldTypeOf<string, Key> = {
  name: 'DurationField',
  traits: { hasExtremes: true },
  totals: durationTotals,
  compares: 'as equal',
  isParam: true,
  example: () => 'PT1H30M',
  parse(text) {
    if (!isDuration(text)) {
      throw new InvalidValue(say('duration'));
    }
    const inWords = iso.test(text) || clock.test(text) ? null : amountsOf(text);
    return inWords ? spell(partsOf(inWords)) : text;
  },
  fromJson(input, field) {
    if (typeof input !== 'string') throw new InvalidValue(say('text'));
    durationField.parse(input, field);
    return isoDuration(input);
  },
  fromDefault(text, field) {
    const value = isoDuration(String(durationField.parse(text, field)));
    // A column of texts keeps each as it is.
    return field.storage === 'text' && value !== text ? undefined : value;
  },
  canonical: (value) => isoDuration(String(value)),
  jsonSchema: () => ({ type: 'string', format: 'duration' }),
};
