import type { Lookup } from '@grimoire/protocol';
import { parseBoolean } from '../model/field-types/boolean.ts';
import { type FieldType, InvalidValue, type JsonSchema, type Value } from '../model/field-type.ts';
import { type Field, valueField } from '../model/field.ts';
import type { FieldPath } from '../model/model.ts';
import {
  allOf,
  anyOf,
  compares,
  type Comparison,
  type Condition,
  equals,
  everyRow,
  isOneOf,
  matchesText,
  type TextMatch,
} from './condition.ts';
import { say } from '../texts/message.ts';

/** One comparison of a filter (CONTRACT §4). To add one: add its name in the protocol package, and an object to {@link lookups}. */
export interface LookupDefinition {
  /** The comparison in words, which follow "Rows whose field is". */
  readonly label: string;
  /** Whether fields of a type support it. */
  fits(type: FieldType): boolean;
  /** The OpenAPI schema of one value; by default that of the field. */
  readonly schema?: JsonSchema;
  /** Whether a value may be a list with commas. */
  readonly isList?: boolean;
  /** Reads the values, of which a row must match one. There is at least one. Throws an {@link InvalidValue}. */
  condition(path: FieldPath, values: readonly string[]): Condition;
}

/** How often one parameter may be repeated in an address, if its values are not sent as one list. */
const maxAlternatives = 100;

const text: JsonSchema = { type: 'string' };

/** A lookup in which each value is a condition of its own. */
function each(
  definition: Omit<LookupDefinition, 'condition'>,
  conditionOf: (path: FieldPath, value: string) => Condition,
): LookupDefinition {
  const condition = (path: FieldPath, values: readonly string[]): Condition => {
    requireFew(values);
    return anyOf(values.map((value) => conditionOf(path, value)));
  };
  return { ...definition, condition };
}

function requireFew(values: readonly string[]): void {
  if (values.length > maxAlternatives) throw new InvalidValue(say('maxValues', { count: maxAlternatives }));
}

function comparing(label: string, comparison: Comparison): LookupDefinition {
  const fits = (type: FieldType): boolean => type.compares === 'in order';
  return each({ label, fits }, (path, value) => compares(path, comparison, parseValue(path.field, value)));
}

/** @param fits the types that support it, in addition to those of plain texts. */
function matching(label: string, match: TextMatch, fits: (type: FieldType) => boolean = () => false): LookupDefinition {
  const condition = (path: FieldPath, values: readonly string[]): Condition => {
    requireFew(values);
    return matchesText(path, match, values);
  };
  return { label, schema: text, fits: (type) => type.isText === true || fits(type), condition };
}

/** All lookups, by the text after `__` in the name of a filter. */
export const lookups: Readonly<Record<Lookup, LookupDefinition>> = {
  exact: { label: 'equal', fits: () => true, condition: membership },
  in: {
    label: 'any of these',
    fits: () => true,
    isList: true,
    condition: (path, values) => membership(path, split(path.field, values)),
  },
  isnull: each({ label: 'missing', fits: () => true, schema: { type: 'boolean' } }, (path, value) => ({
    kind: 'null',
    path,
    isNull: parseBoolean(value),
  })),
  gte: comparing('at least', '>='),
  lte: comparing('at most', '<='),
  gt: comparing('more than', '>'),
  lt: comparing('less than', '<'),
  range: each(
    { label: 'from one to another, both with it: `low,high`', fits: (type) => type.compares === 'in order', schema: text },
    between,
  ),
  date: each(
    { label: 'on this day in UTC', fits: (type) => type.calendar === 'instant', schema: { type: 'string', format: 'date' } },
    onDay,
  ),
  year: each(
    { label: 'in this year, in UTC', fits: (type) => type.calendar !== undefined, schema: { type: 'integer', minimum: 1, maximum: 9999 } },
    inYear,
  ),
  isempty: each(
    { label: 'missing or without a character', fits: (type) => type.isText === true, schema: { type: 'boolean' } },
    (path, value) => {
      const isEmpty = anyOf([{ kind: 'null', path, isNull: true }, matchesText(path, { where: 'whole', isCaseless: false }, [''])]);
      return parseBoolean(value) ? isEmpty : { kind: 'not', part: isEmpty };
    },
  ),
  iexact: matching('equal, in upper or lower case', { where: 'whole', isCaseless: true }),
  contains: matching('contains', { where: 'anywhere', isCaseless: false }),
  icontains: matching('contains, in upper or lower case', { where: 'anywhere', isCaseless: true }, (type) => type.compares === 'as text'),
  startswith: matching('starts with', { where: 'start', isCaseless: false }),
  istartswith: matching('starts with, in upper or lower case', { where: 'start', isCaseless: true }),
  endswith: matching('ends with', { where: 'end', isCaseless: false }),
  iendswith: matching('ends with, in upper or lower case', { where: 'end', isCaseless: true }),
};

/** The lookups that a field supports; for a foreign key, those of the key that it references. */
export function lookupsOf(field: Field): Lookup[] {
  const { type } = valueField(field);
  return (Object.keys(lookups) as Lookup[]).filter((name) => lookups[name].fits(type));
}

/** Splits at commas; a text that contains a comma is sent by repeating the parameter. */
function split(field: Field, values: readonly string[]): string[] {
  const { compares: how, isText } = (field.inner ?? field).type;
  if (values.length > 1 && (isText === true || how === 'as text')) return [...values];
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

function parseValue(field: Field, given: string): Value {
  const value = field.type.parse(given, field);
  const choices = field.choices ?? (field.link ? undefined : field.inner?.choices);
  if (choices && !choices.some((choice) => String(choice.value) === String(value))) {
    throw new InvalidValue(say('choice', { value: given.slice(0, 100) }));
  }
  return value;
}

function membership(path: FieldPath, texts: readonly string[]): Condition {
  const values = texts.map((given) => parseValue(path.field, given));
  const [first] = values;
  if (first === undefined) return everyRow;
  return values.length === 1 ? equals(path, first) : isOneOf(path, values);
}

function between(path: FieldPath, given: string): Condition {
  const [low, high, ...rest] = given.split(',').map((end) => end.trim());
  if (!low || !high || rest.length > 0) throw new InvalidValue(say('twoValues'));
  return allOf([compares(path, '>=', parseValue(path.field, low)), compares(path, '<=', parseValue(path.field, high))]);
}

function onDay(path: FieldPath, given: string): Condition {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given)) throw new InvalidValue(say('date'));
  const start = path.field.type.parse(given, path.field);
  const nextDay = new Date(Date.parse(`${given}T00:00:00Z`) + 86_400_000).toISOString();
  return fromUntil(path, start, nextDay);
}

function inYear(path: FieldPath, given: string): Condition {
  if (!/^\d{1,4}$/.test(given) || Number(given) === 0) throw new InvalidValue(say('year'));
  const startOf = (year: number): string => `${String(year).padStart(4, '0')}-01-01`;
  return fromUntil(path, path.field.type.parse(startOf(Number(given)), path.field), startOf(Number(given) + 1));
}

/** @param end the first value after the range, as text; if it is beyond the year 9999, the range has no end. */
function fromUntil(path: FieldPath, start: Value, end: string): Condition {
  const from = compares(path, '>=', start);
  return /^\d{4}-/.test(end) ? allOf([from, compares(path, '<', path.field.type.parse(end, path.field))]) : from;
}
