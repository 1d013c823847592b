import type { FieldSchema } from '@grimoire/protocol';
import { inputText, ownStyle } from './entered-number.ts';
import { instantOf, localOf } from './local-time.ts';
import type { Asked, Operator } from './field-kind.ts';
import { plainNumber, readIdentifiers, readNumbers } from './read-values.ts';
import type { PlainText } from '../texts/text.ts';

/**
 * The operators of days that are relative to today; the client resolves them when a list is read. They come first: “today” and “last 7 days”
 * are one click then.
 * @param ending of their suffixes: dates differ from points in time.
 */
function relative(ending: '' | '_date'): readonly Operator[] {
  const edge = (words: PlainText, suffix: string, counted: Counted): Operator => ({
    words,
    suffixes: [`${suffix}${ending}`],
    asks: 'days',
    ...counted,
  });
  return [
    { words: 'is', suffixes: [`~in${ending}`], asks: 'period' },
    { words: 'is in the last', suffixes: [`~last${ending}`], asks: 'days' },
    { words: 'is in the next', suffixes: [`~next${ending}`], asks: 'days' },
    edge('is older than', '~before', ago),
    edge('is at the latest in', '~before', ahead),
    { ...edge('is not older than', '~from', ago), isOnlyTold: true },
    { ...edge('is further away than', '~from', ahead), isOnlyTold: true },
  ];
}

type Counted = Pick<Operator, 'parse' | 'format'>;

/** A number of days as the day that lies so far back: `today-30`. */
const ago: Counted = {
  parse: (days) => (isCount(days) ? `today-${days}` : undefined),
  format: (day) => /^today-([1-9]\d*)$/.exec(day)?.[1] ?? '',
};

/** A number of days as the day after the last of them: `today+8`. */
const ahead: Counted = {
  parse: (days) => (isCount(days) ? `today+${Number(days) + 1}` : undefined),
  format: (day) => String(Math.max(0, Number(/^today\+(\d+)$/.exec(day)?.[1] ?? 0) - 1) || ''),
};

function isCount(days: string): boolean {
  return /^[1-9]\d{0,4}$/.test(days);
}

const isEmpty: Operator = { words: 'is empty', suffixes: ['__isnull'], asks: 'nothing', value: 'true' };
const isNotEmpty: Operator = { words: 'is not empty', suffixes: ['__isnull'], asks: 'nothing', value: 'false' };

function emptiness(field: FieldSchema): readonly Operator[] {
  return field.null ? [isEmpty, isNotEmpty] : [];
}

const contains: Operator = { words: 'contains', suffixes: ['__icontains'], asks: 'text' };
const is: Operator = { words: 'is', suffixes: [''], asks: 'text' };
const isNot: Operator = { words: 'is not', suffixes: ['__not'], asks: 'text' };

/** The operators of a value that is compared as text and is none, such as a UUID. */
export function wordOperators(field: FieldSchema): readonly Operator[] {
  return [contains, is, isNot, ...emptiness(field)];
}

const isAnyOf: Operator = { words: 'is any of', suffixes: ['__in'], asks: 'texts' };

/** The operators of a UUID. */
export function identifierOperators(field: FieldSchema): readonly Operator[] {
  return [
    contains,
    is,
    isNot,
    { ...isAnyOf, readAll: readIdentifiers, compared: (value) => value.replaceAll('-', '').toLowerCase() },
    ...emptiness(field),
  ];
}

/** The operators of a text. */
export function textOperators(): readonly Operator[] {
  return [
    contains,
    { words: 'does not contain', suffixes: ['__not__icontains'], asks: 'text' },
    is,
    isNot,
    { words: 'starts with', suffixes: ['__istartswith'], asks: 'text' },
    { words: 'ends with', suffixes: ['__iendswith'], asks: 'text' },
    isAnyOf,
    { words: 'is empty', suffixes: ['__isempty'], asks: 'nothing', value: 'true' },
    { words: 'is not empty', suffixes: ['__isempty'], asks: 'nothing', value: 'false' },
  ];
}

function ordered(asks: Asked, words: { readonly from: PlainText; readonly until: PlainText }, more: Partial<Operator> = {}) {
  return [
    { words: 'is between', suffixes: ['__gte', '__lte'], asks, ...more },
    { words: words.from, suffixes: ['__gte'], asks, ...more },
    { words: words.until, suffixes: ['__lte'], asks, ...more },
  ] satisfies readonly Operator[];
}

/** The operators of a number with decimal places. */
export function numberOperators(field: FieldSchema): readonly Operator[] {
  return operatorsOf(field, false);
}

/** The operators of a whole number. */
export function wholeOperators(field: FieldSchema): readonly Operator[] {
  return operatorsOf(field, true);
}

function operatorsOf(field: FieldSchema, isWhole: boolean): readonly Operator[] {
  const format = (value: string): string => inputText(value, ownStyle());
  return [
    { words: 'is', suffixes: [''], asks: 'number' },
    { words: 'is not', suffixes: ['__not'], asks: 'number' },
    ...ordered('number', { from: 'is at least', until: 'is at most' }),
    { words: 'is more than', suffixes: ['__gt'], asks: 'number' },
    { words: 'is less than', suffixes: ['__lt'], asks: 'number' },
    { ...isAnyOf, readAll: readNumbers(isWhole), compared: plainNumber, format },
    ...emptiness(field),
  ];
}

/** The operators of a day, or of a time of any day. */
export function calendarOperators(asks: 'day' | 'time'): (field: FieldSchema) => readonly Operator[] {
  const exact: Operator = { words: asks === 'day' ? 'is on' : 'is', suffixes: [''], asks };
  return (field) => [
    ...(asks === 'day' ? relative('_date') : []),
    exact,
    ...ordered(asks, { from: 'is from', until: 'is until' }),
    ...emptiness(field),
  ];
}

/** The first and the last moment of a day in the browser's time zone. */
const edges: Readonly<Record<string, string>> = { __gte: 'T00:00:00', __lte: 'T23:59:59.999' };

/** The operators of a point in time, which is asked for by days. */
export function instantOperators(field: FieldSchema): readonly Operator[] {
  const ofDays: Partial<Operator> = {
    parse: (day, suffix) => instantOf(`${day}${edges[suffix] ?? ''}`) ?? undefined,
    format: (value) => localOf(value).slice(0, 10),
  };
  return [...relative(''), ...ordered('day', { from: 'is from', until: 'is until' }, ofDays), ...emptiness(field)];
}

/** The operators of a fixed set of values. */
export function choiceOperators(field: FieldSchema): readonly Operator[] {
  return [
    { words: 'is any of', suffixes: [''], asks: 'choices' },
    { words: 'is none of', suffixes: ['__not'], asks: 'choices' },
    ...emptiness(field),
  ];
}

/** The operators of a boolean. */
export function booleanOperators(field: FieldSchema): readonly Operator[] {
  return [{ words: 'is', suffixes: [''], asks: 'yes or no' }, ...emptiness(field)];
}

/** The operators of the key of one row. */
export function rowOperators(field: FieldSchema): readonly Operator[] {
  return [
    { words: 'is any of', suffixes: [''], asks: 'rows' },
    { words: 'is none of', suffixes: ['__not'], asks: 'rows' },
    ...emptiness(field),
  ];
}
