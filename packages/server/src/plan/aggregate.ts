import { type Field, isLarge } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { AggregateRequest } from '../request/aggregate-parameters.ts';
import { planFilters } from './filter-groups.ts';
import type { AggregatePlan, AskedField, Extreme } from './plan.ts';
import { say } from '../texts/message.ts';

/** The largest number of groups of an answer (CONTRACT §15). */
const maxGroups = 100;

/** The longest text that makes a group, in characters. */
const maxGroupLength = 255;

/** What can be asked of many rows. */
export type AggregateFunction = 'sum' | 'avg' | 'min' | 'max';

/** The message if a field does not have it, and whether a field has it. */
const functions: Readonly<
  Record<AggregateFunction, { readonly refusal: 'notSummed' | 'notAveraged' | 'notCompared'; readonly fits: (field: Field) => boolean }>
> = {
  sum: { refusal: 'notSummed', fits: ({ type }) => type.totals !== undefined },
  avg: { refusal: 'notAveraged', fits: ({ type }) => type.totals !== undefined },
  min: { refusal: 'notCompared', fits: ({ type }) => type.traits.hasExtremes === true },
  max: { refusal: 'notCompared', fits: ({ type }) => type.traits.hasExtremes === true },
};

/** All functions, in the order of the answer. */
export const aggregateFunctions: readonly AggregateFunction[] = ['sum', 'avg', 'min', 'max'];

/** Whether rows can be grouped by a field: choices, booleans, foreign keys and short texts. */
export function isGroupable(field: Field): boolean {
  const { isGrouped, isList, isJson } = field.type.traits;
  if (field.link || field.keyPrefix !== undefined || isList || isJson) return false;
  return field.choices !== undefined || (isGrouped === true && (field.maxLength ?? 0) <= maxGroupLength);
}

/** Whether aggregates may read a field: as a column of a list that can be filtered by it. */
export function isAggregated(field: Field): boolean {
  return !field.hidden && !field.writeOnly && field.queryable && !field.detailOnly && !isLarge(field);
}

/** The functions that a field has. */
export function functionsOf(field: Field): AggregateFunction[] {
  return isAggregated(field) ? aggregateFunctions.filter((name) => functions[name].fits(field)) : [];
}

/** The plans of a request: one for all rows, and one for their groups if there are any. */
export interface AggregatePlans {
  readonly all: AggregatePlan;
  readonly groups: AggregatePlan | null;
}

/** The aggregates of the rows that a request names. */
export function planAggregates(model: Model, request: AggregateRequest): AggregatePlans {
  const asked = [...aggregateFunctions.flatMap((name) => askedOf(model, name, request[name])), ...askedGroup(model, request.groupBy)];
  const fields = (name: AggregateFunction): Field[] => known(asked, `_${name}`);
  const extremes = (['min', 'max'] as const).flatMap((of) => fields(of).map((field): Extreme => ({ of, field })));
  const all: AggregatePlan = {
    kind: 'aggregate',
    model,
    filters: planFilters(model, request.rows.filters),
    search: request.rows.search,
    asked,
    totals: [...new Set([...fields('sum'), ...fields('avg')])].map((field) => ({ field })),
    extremes,
    group: undefined,
    limit: maxGroups,
  };
  const [group] = known(asked, '_group_by');
  return { all, groups: group ? { ...all, group: { field: group } } : null };
}

/** The fields of a parameter of which it can be asked. */
function known(asked: readonly AskedField[], parameter: string): Field[] {
  return asked.flatMap((each) => (each.parameter === parameter && each.field && each.problem === null ? [each.field] : []));
}

function findField(model: Model, name: string): Field | null {
  const field = model.fieldByName.get(name);
  return field && isAggregated(field) ? field : null;
}

function askedOf(model: Model, of: AggregateFunction, names: readonly string[]): AskedField[] {
  const { refusal, fits } = functions[of];
  return names.map((name) => {
    const field = findField(model, name);
    const problem = field && !fits(field) ? say(refusal, { name }) : null;
    return { parameter: `_${of}`, name, field, problem };
  });
}

function askedGroup(model: Model, name: string | null): AskedField[] {
  if (name === null) return [];
  const field = findField(model, name);
  const problem = field && !isGroupable(field) ? say('notGrouped', { name }) : null;
  return [{ parameter: '_group_by', name, field, problem }];
}
