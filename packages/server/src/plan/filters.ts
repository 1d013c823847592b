import type { Lookup } from '@grimoire/protocol';
import { maxNameLength } from '../errors/errors.ts';
import { parseBoolean } from '../model/field-types/boolean.ts';
import { InvalidValue } from '../model/field-type.ts';
import { valueField } from '../model/field.ts';
import { numberText } from '../model/input.ts';
import { type FieldPath, type Model, singleKey } from '../model/model.ts';
import { parseKey } from '../request/key.ts';
import type { FilterParameter, FilterValue } from '../request/parameters.ts';
import { type Condition, everyRow, noRow, noneOf } from './condition.ts';
import { lookups, lookupsOf } from './lookups.ts';
import { keysAre } from './keys.ts';
import type { Filter, FilterRead } from './plan.ts';
import { ownPath } from '../model/path.ts';
import { type Said, say } from '../texts/message.ts';

interface Resolved {
  readonly path: FieldPath | 'pk';
  readonly lookup: string;
}

/**
 * The field that a parameter names, and the lookup after it; the longest matching field name is used (CONTRACT §4). A lookup has at most two
 * parts, `not__in`: no shorter name than that is tried.
 */
function resolve(model: Model, parameter: string): Resolved | null {
  if (parameter.length > maxNameLength) return null;
  let end = parameter.length;
  for (let parts = 0; parts <= 2 && end > 0; parts++) {
    const name = parameter.slice(0, end);
    const path = findPath(model, name);
    if (path) return { path, lookup: parts === 0 ? 'exact' : parameter.slice(end + 2) };
    end = name.lastIndexOf('__');
  }
  return null;
}

function findPath(model: Model, name: string): FieldPath | 'pk' | null {
  const declared = model.listFilter.find((path) => path.steps.length > 0 && path.name === name);
  if (declared) return declared;
  const field = model.fieldByName.get(name);
  if (field) return field.hidden || !field.queryable ? null : ownPath(field);
  if (name !== 'pk') return null;
  const key = singleKey(model);
  return key ? ownPath(key) : 'pk';
}

/** The part after a field's name: a lookup, possibly negated. */
interface Asked {
  readonly lookup: Lookup;
  readonly isNegated: boolean;
}

/** Reads `in`, `not__in`, or `not`, which negates `exact`; null if it is no lookup. */
function readLookup(text: string): Asked | null {
  const isNegated = text === 'not' || text.startsWith('not__');
  const name = isNegated ? text.slice('not__'.length) || 'exact' : text;
  return isLookup(name) ? { lookup: name, isNegated } : null;
}

function isLookup(text: string): text is Lookup {
  return Object.hasOwn(lookups, text);
}

/** Parses one filter parameter of a list for a model. */
export function planFilter(model: Model, { name, values }: FilterParameter): Filter {
  const resolved = resolve(model, name);
  if (!resolved) return { parameter: name, reads: [{ name, path: null }], condition: everyRow };
  const { path, lookup } = resolved;
  const reads = [{ name, path: path === 'pk' ? pathOfKey(model) : path }];
  const readResult = readLookup(lookup);
  if (!readResult) return { parameter: name, reads: [{ name, path: null }], condition: everyRow };
  try {
    const texts = values.filter((value) => value !== '').map((value) => textOf(model, path, value));
    const condition = path === 'pk' ? keyCondition(model, readResult.lookup, texts) : fieldCondition(path, readResult.lookup, texts);
    return { parameter: name, reads, condition: readResult.isNegated && texts.length > 0 ? noneOf(condition) : condition };
  } catch (error) {
    if (error instanceof InvalidValue) return invalidFilter(name, reads, error.said);
    throw error;
  }
}

/** A filter that cannot be parsed. */
export function invalidFilter(parameter: string, reads: readonly FilterRead[], ...messages: readonly Said[]): Filter {
  return { parameter, reads, condition: { kind: 'invalid', messages } };
}

/** Throws for a number of a JSON text that may have been rounded before it was sent: it would select another row (CONTRACT §2). */
function textOf(model: Model, path: FieldPath | 'pk', value: FilterValue): string {
  if (typeof value !== 'string') return numberText(valueField(path === 'pk' ? model.primaryKey[0] : path.field).type, value);
  if (value.includes('\0')) throw new InvalidValue(say('nullCharacters'));
  return value;
}

function pathOfKey(model: Model): FieldPath {
  return ownPath(model.primaryKey[0], 'pk');
}

function fieldCondition(path: FieldPath, lookup: Lookup, values: readonly string[]): Condition {
  if (!lookupsOf(path.field).includes(lookup)) throw new InvalidValue(say('lookup', { lookup }));
  return values.length === 0 ? everyRow : lookups[lookup].condition(path, values);
}

function keyCondition(model: Model, lookup: Lookup, values: readonly string[]): Condition {
  if (lookup === 'isnull') return values.length === 0 || values.some((value) => !parseBoolean(value)) ? everyRow : noRow;
  if (lookup !== 'exact' && lookup !== 'in') throw new InvalidValue(say('lookup', { lookup }));
  if (values.length === 0) return everyRow;
  // A comma inside a part is encoded as `_2C`, so that a plain comma always separates keys.
  const keys = values.flatMap((value) => value.split(',')).filter((key) => key !== '');
  return keysAre(
    model,
    keys.map((key) => parseKey(model, key) ?? fail(say('keyOfModel'))),
  );
}

function fail(message: Said): never {
  throw new InvalidValue(message);
}
