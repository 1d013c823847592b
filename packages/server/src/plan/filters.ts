import { type Lookup, lookups } from '@grimoire/protocol';
import { parseBoolean } from '../model/field-types/boolean.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import type { Field } from '../model/field.ts';
import { type FieldPath, type Model, singleKey } from '../model/model.ts';
import { parseKey } from '../request/key.ts';
import type { FilterParameter } from '../request/parameters.ts';
import { allOf, anyOf, compares, type Comparison, type Condition, containsAny, equals, everyRow, isOneOf, noRow } from './condition.ts';
import { keysAre } from './keys.ts';
import type { Filter } from './plan.ts';

interface Resolved {
  readonly path: FieldPath | 'pk';
  readonly lookup: string;
}

/** The field that a parameter names and the lookup after it; the longest field name wins (CONTRACT §4). */
function resolve(model: Model, parameter: string): Resolved | null {
  let end = parameter.length;
  while (end > 0) {
    const name = parameter.slice(0, end);
    const lookup = parameter.slice(end + 2) || (end === parameter.length ? 'exact' : '');
    const path = findPath(model, name);
    if (path) return { path, lookup };
    end = name.lastIndexOf('__');
  }
  return null;
}

function findPath(model: Model, name: string): FieldPath | 'pk' | null {
  const declared = model.listFilter.find((path) => path.steps.length > 0 && path.name === name);
  if (declared) return declared;
  const field = model.fieldByName.get(name);
  if (field) return field.hidden || !field.queryable ? null : { name, steps: [], field };
  if (name !== 'pk') return null;
  const key = singleKey(model);
  return key ? { name: key.name, steps: [], field: key } : 'pk';
}

/** The lookups that a field takes: of a foreign key, those of the key that it holds. */
export function lookupsOf(field: Field): readonly Lookup[] {
  return field.relation && !field.link && field.inner ? field.inner.type.lookups : field.type.lookups;
}

function isLookup(text: string): text is Lookup {
  return (lookups as readonly string[]).includes(text);
}

/** Holds one parameter of a list against the model. */
export function planFilter(model: Model, { name, values }: FilterParameter): Filter {
  const resolved = resolve(model, name);
  if (!resolved) return { parameter: name, path: null, condition: everyRow };
  const { path, lookup } = resolved;
  const known = path === 'pk' ? pathOfKey(model) : path;
  if (!isLookup(lookup)) return { parameter: name, path: null, condition: everyRow };
  const given = values.filter((value) => value !== '');
  if (given.some((value) => value.includes('\0'))) return invalid(name, known, 'Null characters are not allowed.');
  try {
    const condition = path === 'pk' ? keyCondition(model, lookup, given) : fieldCondition(path, lookup, given);
    return { parameter: name, path: known, condition };
  } catch (error) {
    if (error instanceof InvalidValue) return invalid(name, known, error.message);
    throw error;
  }
}

function invalid(parameter: string, path: FieldPath, message: string): Filter {
  return { parameter, path, condition: { kind: 'invalid', message } };
}

function pathOfKey(model: Model): FieldPath {
  return { name: 'pk', steps: [], field: model.primaryKey[0] };
}

/** How often one parameter may stand in an address, where its values do not go as one list. */
const maxAlternatives = 100;

const comparisons: Partial<Record<Lookup, Comparison>> = { exact: '=', gte: '>=', lte: '<=', gt: '>', lt: '<' };

function fieldCondition(path: FieldPath, lookup: Lookup, values: readonly string[]): Condition {
  const { field } = path;
  if (!lookupsOf(field).includes(lookup)) throw new InvalidValue(`The lookup "${lookup}" does not fit this field.`);
  if (values.length === 0) return everyRow;
  if (lookup !== 'exact' && lookup !== 'in' && values.length > maxAlternatives)
    throw new InvalidValue(`At most ${maxAlternatives} values.`);
  switch (lookup) {
    case 'isnull':
      return anyOf(values.map((value) => ({ kind: 'null', path, isNull: parseBoolean(value) })));
    case 'icontains':
      return containsAny(path, values);
    case 'date':
      return anyOf(values.map((value) => onDay(path, value)));
    case 'in':
      return membership(path, split(field, values));
    case 'exact':
      return membership(path, values);
    case 'gte':
    case 'lte':
    case 'gt':
    case 'lt': {
      const comparison = comparisons[lookup] ?? '=';
      return anyOf(values.map((value) => compares(path, comparison, parseValue(field, value))));
    }
  }
}

/** At commas; a text with a comma in it is sent by repeating the parameter. */
function split(field: Field, values: readonly string[]): string[] {
  const holdsText = (field.inner ?? field).type.isText === true || field.type.name === 'JSONField' || field.type.name === 'ArrayField';
  if (values.length > 1 && holdsText) return [...values];
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

function parseValue(field: Field, text: string): Value {
  const value = field.type.parse(text, field);
  const choices = field.choices ?? (field.link ? undefined : field.inner?.choices);
  if (choices && !choices.some((choice) => String(choice.value) === String(value))) {
    throw new InvalidValue(`"${text.slice(0, 100)}" is not a valid choice.`);
  }
  return value;
}

function membership(path: FieldPath, texts: readonly string[]): Condition {
  const values = texts.map((text) => parseValue(path.field, text));
  const [first] = values;
  if (first === undefined) return everyRow;
  return values.length === 1 ? equals(path, first) : isOneOf(path, values);
}

function onDay(path: FieldPath, text: string): Condition {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new InvalidValue('A valid date is required: YYYY-MM-DD.');
  const start = path.field.type.parse(text, path.field);
  const nextDay = new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000).toISOString();
  const from = compares(path, '>=', start);
  return /^\d{4}-/.test(nextDay) ? allOf([from, compares(path, '<', path.field.type.parse(nextDay, path.field))]) : from;
}

function keyCondition(model: Model, lookup: Lookup, values: readonly string[]): Condition {
  if (lookup === 'isnull') return values.length === 0 || values.some((value) => !parseBoolean(value)) ? everyRow : noRow;
  if (lookup !== 'exact' && lookup !== 'in') throw new InvalidValue(`The lookup "${lookup}" does not fit this field.`);
  if (values.length === 0) return everyRow;
  // A comma inside a part is written `_2C`, so that a comma always stands between keys.
  const keys = values.flatMap((value) => value.split(',')).filter((key) => key !== '');
  return keysAre(
    model,
    keys.map((key) => parseKey(model, key) ?? fail('Not a key of this model.')),
  );
}

function fail(message: string): never {
  throw new InvalidValue(message);
}
