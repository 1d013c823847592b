import { filterGroupParameter } from '@grimoire/protocol';
import { InvalidValue } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import type { FilterParameter } from '../request/parameters.ts';
import { allOf, anyOf, type Condition, everyRow, noneOf } from './condition.ts';
import { invalidFilter, planFilter } from './filters.ts';
import type { Filter, FilterRead } from './plan.ts';
import { type Said, say } from '../texts/message.ts';

/** The largest depth of nested groups. */
const maxDepth = 5;

/** A parsed group, before it is authorized. */
interface Group {
  readonly reads: readonly FilterRead[];
  readonly condition: Condition;
  /** Problems of its values: reported only to an actor who may read all its fields. */
  readonly problems: readonly Said[];
}

/** A group that cannot be parsed. */
class BadGroup extends InvalidValue {}

/**
 * Parses `_filter` for a model: a JSON object of filters that a row must all match, and of the members `and` and `or`, which are lists of
 * such objects, and `not`, which is one such object. `{"or": [{"status": "paid"}, {"total__gte": 100}]}`
 */
function planFilterGroup(model: Model, texts: readonly string[]): Filter {
  try {
    const groups = texts.filter((text) => text !== '').map((text) => groupOf(model, parse(text), 1));
    const { reads, condition, problems } = joined(groups, allOf);
    const [first, ...others] = problems;
    if (first !== undefined) return invalidFilter(filterGroupParameter, reads, others.reduce(followedBy, first));
    return { parameter: filterGroupParameter, reads, condition };
  } catch (error) {
    if (error instanceof BadGroup) return invalidFilter(filterGroupParameter, [], error.said);
    throw error;
  }
}

function followedBy(first: Said, rest: Said): Said {
  return say('severalMessages', { first, rest });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadGroup(say('noJson'));
  }
}

function joined(groups: readonly Group[], join: (conditions: readonly Condition[]) => Condition): Group {
  return {
    reads: groups.flatMap(({ reads }) => reads),
    condition: join(groups.map(({ condition }) => condition)),
    problems: groups.flatMap(({ problems }) => problems),
  };
}

function groupOf(model: Model, given: unknown, depth: number): Group {
  if (depth > maxDepth) throw new BadGroup(say('groupDepth', { count: maxDepth }));
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new BadGroup(say('group'));
  return joined(
    Object.entries(given).map(([name, value]) => memberOf(model, name, { value, depth })),
    allOf,
  );
}

function memberOf(model: Model, name: string, { value, depth }: { readonly value: unknown; readonly depth: number }): Group {
  if (name === 'not') {
    const group = groupOf(model, value, depth + 1);
    return { ...group, condition: noneOf(group.condition) };
  }
  if (name !== 'and' && name !== 'or') return leafOf(model, name, value);
  if (!Array.isArray(value) || value.length === 0) throw new BadGroup(say('groupList', { name }));
  return joined(
    value.map((part: unknown) => groupOf(model, part, depth + 1)),
    name === 'and' ? allOf : anyOf,
  );
}

function leafOf(model: Model, name: string, value: unknown): Group {
  const values = (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => textOf(name, each));
  const { reads, condition } = planFilter(model, { name, values });
  if (condition.kind === 'invalid') return { reads, condition: everyRow, problems: [say('ofField', { name, message: condition.message })] };
  return { reads, condition, problems: [] };
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new BadGroup(say('groupValue', { name: name.slice(0, 100) }));
}

/** Parses the filters of a list for a model; `_filter` is a group of them. */
export function planFilters(model: Model, parameters: readonly FilterParameter[]): Filter[] {
  return parameters.map((parameter) =>
    parameter.name === filterGroupParameter ? planFilterGroup(model, parameter.values) : planFilter(model, parameter),
  );
}
