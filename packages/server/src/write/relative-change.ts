import { type DayShift, isInfinity, shiftedDay } from '../model/calendar.ts';
import type { ExactDecimal } from '../model/exact-decimal.ts';
import type { Field } from '../model/field.ts';
import { InvalidValue } from '../model/field-type.ts';
import { numberText } from '../model/input.ts';
import { isRawNumber } from '../model/raw-number.ts';
import { numberIn, percentText, sumText } from '../model/relative-number.ts';
import { clockTextOf, momentOf, timeZoneOf } from '../model/time-zone.ts';
import { say } from '../texts/message.ts';

/** The largest number of characters by which a text grows. */
const maxGrowth = 10_000;

/** The largest number of characters that are searched for in a text. */
const maxFound = 200;

/** The largest number of days, weeks or months by which a date is moved. */
const maxShift = 100_000;

/** Makes the new value of a field from the stored one, which is not null. Throws {@link InvalidValue}. */
type Change = (stored: unknown, field: Field) => unknown;

/** Reads what an operation of a request says. Throws {@link InvalidValue}. */
type Operation = (given: unknown, field: Field) => Change;

/** A change of a field that depends on the value that each row has: an operation and what it says, such as `{"percent": "-10"}` (CONTRACT §6). */
export class RelativeChange {
  readonly #given: unknown;

  constructor(given: unknown) {
    this.#given = given;
  }

  /** The new value of a row, in the form of a body; null for a row without a value. Throws {@link InvalidValue}. */
  of(field: Field, stored: unknown): unknown {
    const operations = operationsOf(field);
    const entries = isObject(this.#given) ? Object.entries(this.#given) : [];
    if (entries.length === 0) throw new InvalidValue(say('objectRequired'));
    const names = entries.map(([each]) => each).join(', ');
    const operation = Object.hasOwn(operations, names) ? operations[names] : undefined;
    if (!operation) throw new InvalidValue(say('noOperationOfField', { name: names.slice(0, 100) }));
    const change = operation(entries[0]?.[1], field);
    return stored === null || stored === undefined ? null : change(stored, field);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

const ofNumbers: Readonly<Record<string, Operation>> = {
  add: (given, field) => {
    const added = readNumber(given, field);
    return (stored) => sumText(storedNumber(stored), added);
  },
  percent: (given, field) => {
    const percent = readNumber(given, field);
    return (stored) => percentText(storedNumber(stored), percent, field);
  },
};

const ofDates: Readonly<Record<string, Operation>> = {
  add: (given, { type }) => {
    const { zone, ...shift } = readShift(given, type.calendar === 'instant');
    return (stored) => {
      const text = String(stored);
      if (isInfinity(text)) return text;
      const shifted = type.calendar === 'day' ? dayMoved(text, shift) : momentMoved(text, shift, zone);
      if (shifted === null) throw new InvalidValue(say('dateBeyond'));
      return shifted;
    };
  },
};

const ofTexts: Readonly<Record<string, Operation>> = {
  append: (given) => {
    const added = readText(given);
    return (stored) => grown(String(stored), added.length, (text) => text + added);
  },
  replace: (given) => {
    const { find, with: instead } = readReplacement(given);
    return (stored) => {
      const parts = String(stored).split(find);
      return grown(String(stored), (parts.length - 1) * (instead.length - find.length), () => parts.join(instead));
    };
  },
};

const none: Readonly<Record<string, Operation>> = {};

/** The operations that a field takes, by their names: none if its stored value is not shown, or is one of a list. */
function operationsOf({ type, relation, choices, writeOnly, primaryKey, link }: Field): Readonly<Record<string, Operation>> {
  if (writeOnly || relation || primaryKey || link) return none;
  if (type.calendar) return ofDates;
  if (type.isText) return choices ? none : ofTexts;
  const isNumber = type.traits.hasDigits || type.traits.isInexact || type.traits.family === 'integer';
  return isNumber ? ofNumbers : none;
}

function readNumber(given: unknown, { type }: Field): ExactDecimal {
  const isNumber = typeof given === 'number' || isRawNumber(given);
  if (!isNumber && typeof given !== 'string') throw new InvalidValue(say('textOrNumber'));
  const text = isNumber ? numberText(type, given) : given.trim();
  const number = /e/i.test(text) ? null : numberIn(text);
  if (!number) throw new InvalidValue(say('number'));
  return number;
}

function storedNumber(stored: unknown): ExactDecimal {
  const number = numberIn(isRawNumber(stored) ? stored.rawJSON : String(stored));
  if (!number) throw new InvalidValue(say('number'));
  return number;
}

const units = ['days', 'weeks', 'months'] as const;

/** Reads how far a date is moved, such as `{"months": 1}`; for a moment, also the zone whose calendar counts. */
function readShift(given: unknown, takesZone: boolean): DayShift & { readonly zone: string } {
  const { zone = 'UTC', ...counts } = isObject(given) ? given : {};
  const read = typeof zone === 'string' ? timeZoneOf(zone) : undefined;
  const names = Object.keys(counts);
  const isShift = names.length > 0 && names.every((name) => (units as readonly string[]).includes(name) && isStep(counts[name]));
  const isZone = read !== undefined && (takesZone || !isObject(given) || !('zone' in given));
  if (!isShift || !isZone) throw new InvalidValue(say('dateSteps', { most: maxShift }));
  const [days, weeks, months] = units.map((name) => Number(counts[name] ?? 0)) as [number, number, number];
  return { days: days + weeks * 7, months, zone: read };
}

function isStep(count: unknown): boolean {
  return Number.isInteger(count) && Math.abs(Number(count)) <= maxShift;
}

function dayMoved(text: string, shift: DayShift): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new InvalidValue(say('date'));
  return shiftedDay(text, shift);
}

/** The moment at which clocks of the zone show the same time of another day. */
function momentMoved(text: string, shift: DayShift, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T.*Z$/.test(text)) throw new InvalidValue(say('dateTime'));
  const clock = clockTextOf(text, zone);
  const day = shiftedDay(clock.slice(0, 10), shift);
  return day === null ? null : momentOf(`${day}${clock.slice(10)}`, zone);
}

function readText(given: unknown): string {
  if (typeof given !== 'string') throw new InvalidValue(say('text'));
  if (given.includes('\0')) throw new InvalidValue(say('nullCharacters'));
  if (!given.isWellFormed()) throw new InvalidValue(say('halfCharacter'));
  return given;
}

/** Reads `{"find": "…", "with": "…"}`: texts as they are, and no patterns. */
function readReplacement(given: unknown): { readonly find: string; readonly with: string } {
  const { find, with: instead, ...others } = isObject(given) ? given : {};
  if (Object.keys(others).length > 0 || find === '' || find === undefined || instead === undefined)
    throw new InvalidValue(say('findAndReplace'));
  const pattern = readText(find);
  if (pattern.length > maxFound) throw new InvalidValue(say('maxCharacters', { count: maxFound }));
  return { find: pattern, with: readText(instead) };
}

/** The new text. Throws before it is made if it would be much longer: many long texts would not fit into memory. */
function grown(text: string, growth: number, make: (text: string) => string): string {
  if (growth > maxGrowth) throw new InvalidValue(say('textGrows', { most: maxGrowth }));
  return make(text);
}
