import { filterGroupParameter } from '@grimoire/protocol';
import type { Model } from '../model/model.ts';
import type { FilterParameter } from '../request/parameters.ts';
import { allOf, anyOf, type Condition, everyRow, noneOf } from './condition.ts';
import { invalidFilter, planFilter } from './filters.ts';
import type { Filter, FilterRead } from './plan.ts';

/** The largest depth of nested groups. */
const maxDepth = 5;

/** A parsed group, before it is authorized. */
interface Group {
  readonly reads: readonly FilterRead[];
  readonly condition: Condition;
  /** Problems of its values: reported only to an actor who may read all its fields. */
  readonly problems: readonly string[];
}

/** A group that cannot be parsed. */
class BadGroup extends Error {}

/**
 * Parses `_filter` for a model: a JSON object of filters that a row must all match, and of the members `and` and `or`, which are lists of
 * such objects, and `not`, which is one such object. `{"or": [{"status": "paid"}, {"total__gte": 100}]}`
 */
function planFilterGroup(model: Model, texts: readonly string[]): Filter {
  try {
    const groups = texts.filter((text) => text !== '').map((text) => groupOf(model, parse(text), 1));
    const { reads, condition, problems } = joined(groups, allOf);
    if (problems.length > 0) return invalidFilter(filterGroupParameter, reads, problems.join(' '));
    return { parameter: filterGroupParameter, reads, condition };
  } catch (error) {
    if (error instanceof BadGroup) return invalidFilter(filterGroupParameter, [], error.message);
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadGroup('This is no JSON.');
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
  if (depth > maxDepth) throw new BadGroup(`Groups stand at most ${maxDepth} deep.`);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadGroup('A group is an object of filters, "and", "or" and "not".');
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
  if (!Array.isArray(value) || value.length === 0) throw new BadGroup(`"${name}" is a list of groups.`);
  return joined(
    value.map((part: unknown) => groupOf(model, part, depth + 1)),
    name === 'and' ? allOf : anyOf,
  );
}

function leafOf(model: Model, name: string, value: unknown): Group {
  const values = (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => textOf(name, each));
  const { reads, condition } = planFilter(model, { name, values });
  if (condition.kind === 'invalid') return { reads, condition: everyRow, problems: [`${name}: ${condition.message}`] };
  return { reads, condition, problems: [] };
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new BadGroup(`${name.slice(0, 100)}: a value is a text, a number, true, false, or a list of these.`);
}

/** Parses the filters of a list for a model; `_filter` is a group of them. */
export function planFilters(model: Model, parameters: readonly FilterParameter[]): Filter[] {
  return parameters.map((parameter) =>
    parameter.name === filterGroupParameter ? planFilterGroup(model, parameter.values) : planFilter(model, parameter),
  );
}
