import { filterGroupParameter } from '@grimoire/protocol';
import { invalidParameter } from '../errors/errors.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { isRawNumber } from '../model/raw-number.ts';
import { readJson } from '../request/json.ts';
import type { FilterParameter, FilterValue } from '../request/parameters.ts';
import { allOf, anyOf, type Condition, everyRow, noneOf } from './condition.ts';
import { invalidFilter, planFilter } from './filters.ts';
import type { Filter, FilterRead } from './plan.ts';
import { type Said, say } from '../texts/message.ts';

/** The largest depth of nested groups. */
const maxDepth = 5;

/** The largest number of comparisons that one request may make with each row. */
export const maxComparisons = 1000;

/** A group before it is planned: what a text says, without knowledge of the model. */
type Part =
  | { readonly is: 'all' | 'any'; readonly parts: readonly Part[] }
  | { readonly is: 'none'; readonly part: Part }
  | { readonly is: 'filter'; readonly filter: FilterParameter };

/** A parsed group, before it is authorized. */
interface Group {
  readonly reads: readonly FilterRead[];
  readonly condition: Condition;
  /** Problems of its values: reported only to an actor who may read all its fields. */
  readonly problems: readonly Said[];
}

/** A group that cannot be parsed. */
class BadGroup extends InvalidValue {}

/** The largest number of values in the filters of one request; between two commas, there may be one. */
const maxValues = 20_000;

/** Counts the filters of a request, and their values. Throws a 400 as soon as there are too many, before any of them is planned. */
class Budget {
  #comparisons = maxComparisons;
  #values = maxValues;

  take(values: readonly FilterValue[] = []): void {
    this.#comparisons -= 1;
    for (const value of values) this.#values -= 1 + (typeof value === 'string' ? commasIn(value) : 0);
    if (this.#comparisons < 0) throw tooMany(say('maxConditions', { count: maxComparisons }));
    if (this.#values < 0) throw tooMany(say('maxValues', { count: maxValues }));
  }
}

function tooMany(message: Said): Error {
  return invalidParameter('non_field_errors', message);
}

function commasIn(text: string): number {
  let count = 0;
  for (let index = text.indexOf(','); index >= 0; index = text.indexOf(',', index + 1)) count += 1;
  return count;
}

/**
 * Parses the filters of a list for a model. `_filter` is a JSON object of filters that a row must all match, and of the members `and` and
 * `or`, which are lists of such objects, and `not`, which is one such object. `{"or": [{"status": "paid"}, {"total__gte": 100}]}`
 */
export function planFilters(model: Model, parameters: readonly FilterParameter[]): Filter[] {
  const budget = new Budget();
  const read = parameters.map((parameter) => readParameter(parameter, budget));
  return read.map((part) => (part instanceof BadGroup ? invalidFilter(filterGroupParameter, [], part.said) : planPart(model, part)));
}

/** A plain filter, the part that `_filter` says, or why it says none. */
function readParameter(parameter: FilterParameter, budget: Budget): FilterParameter | Part | BadGroup {
  if (parameter.name !== filterGroupParameter) {
    budget.take(parameter.values);
    return parameter;
  }
  try {
    const texts = parameter.values.map(String).filter((text) => text !== '');
    return { is: 'all', parts: texts.map((text) => readGroup(parse(text), 1, budget)) };
  } catch (error) {
    if (error instanceof BadGroup) return error;
    throw error;
  }
}

function planPart(model: Model, part: FilterParameter | Part): Filter {
  if (!('is' in part)) return planFilter(model, part);
  const { reads, condition, problems } = groupOf(model, part);
  return problems.length > 0
    ? invalidFilter(filterGroupParameter, reads, ...problems)
    : { parameter: filterGroupParameter, reads, condition };
}

function parse(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    throw new BadGroup(error instanceof InvalidValue ? error.said : say('noJson'));
  }
}

function readGroup(given: unknown, depth: number, budget: Budget): Part {
  if (depth > maxDepth) throw new BadGroup(say('groupDepth', { count: maxDepth }));
  if (typeof given !== 'object' || given === null || Array.isArray(given) || isRawNumber(given)) throw new BadGroup(say('group'));
  const members = Object.entries(given);
  // Else any number of empty groups could be sent.
  if (members.length === 0) budget.take();
  return { is: 'all', parts: members.map(([name, value]) => readMember(name, value, { depth, budget })) };
}

function readMember(name: string, value: unknown, { depth, budget }: { readonly depth: number; readonly budget: Budget }): Part {
  if (name === 'not') return { is: 'none', part: readGroup(value, depth + 1, budget) };
  if (name !== 'and' && name !== 'or') {
    const values = valuesOf(name, value);
    budget.take(values);
    return { is: 'filter', filter: { name, values } };
  }
  if (!Array.isArray(value) || value.length === 0) throw new BadGroup(say('groupList', { name }));
  return { is: name === 'and' ? 'all' : 'any', parts: value.map((part: unknown) => readGroup(part, depth + 1, budget)) };
}

function valuesOf(name: string, value: unknown): FilterValue[] {
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  // An empty list of values must not select all rows.
  if (values.length === 0) throw new BadGroup(say('groupEmptyList', { name: name.slice(0, 100) }));
  return values.map((each) => filterValue(each) ?? fail(name));
}

function fail(name: string): never {
  throw new BadGroup(say('groupValue', { name: name.slice(0, 100) }));
}

/** The value of a filter in a JSON text; null if it is none. */
export function filterValue(value: unknown): FilterValue | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' || typeof value === 'number' || isRawNumber(value) ? value : null;
}

function groupOf(model: Model, part: Part): Group {
  if (part.is === 'filter') return leafOf(model, part.filter);
  if (part.is === 'none') {
    const group = groupOf(model, part.part);
    return { ...group, condition: noneOf(group.condition) };
  }
  const groups = part.parts.map((each) => groupOf(model, each));
  return {
    reads: groups.flatMap(({ reads }) => reads),
    condition: (part.is === 'all' ? allOf : anyOf)(groups.map(({ condition }) => condition)),
    problems: groups.flatMap(({ problems }) => problems),
  };
}

function leafOf(model: Model, filter: FilterParameter): Group {
  const { reads, condition } = planFilter(model, filter);
  if (condition.kind !== 'invalid') return { reads, condition, problems: [] };
  return { reads, condition: everyRow, problems: condition.messages.map((message) => say('ofField', { name: filter.name, message })) };
}
