import { type Field, isLarge } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { ownPath } from '../model/path.ts';
import type { AggregateRequest } from '../request/aggregate-parameters.ts';
import { allOf } from './condition.ts';
import { planFilters } from './filter-groups.ts';
import { say } from '../texts/message.ts';
import { Parameter } from './parameter.ts';
import type { AggregatePlan, AskedField, Extreme, Filter, Grouping } from './plan.ts';

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
  const requests = [...aggregateFunctions.flatMap((name) => askedOf(model, name, request[name])), ...askedGroup(model, request.groupBy)];
  const fields = (name: AggregateFunction): Field[] => known(requests, `_${name}`);
  const extremes = (['min', 'max'] as const).flatMap((of) => fields(of).map((field): Extreme => ({ of, field })));
  const all: AggregatePlan = {
    kind: 'aggregate',
    model,
    filters: planFilters(model, request.rows.filters),
    search: request.rows.search,
    asked: requests,
    totals: [...new Set([...fields('sum'), ...fields('avg')])].map((field) => ({ field })),
    extremes,
    group: undefined,
    limit: maxGroups,
  };
  const [group] = known(requests, '_group_by');
  return { all, groups: group ? { ...all, group: { field: group } } : null };
}

/** Spans of time by a field of dates or date-times: their ends in order, in the form of the field. */
export interface Spans {
  readonly by: string;
  readonly edges: readonly string[];
}

/** The aggregates of the rows that a request names, for each of these spans of time. The plan names no field that can not be asked. */
export function planSpans(model: Model, request: AggregateRequest, { by, edges }: Spans): AggregatePlan {
  const { all } = planAggregates(model, request);
  const field = findField(model, by);
  const problem = field && field.type.calendar === undefined ? say('notDate', { name: by }) : null;
  const requests = [...all.asked, { parameter: '_by', name: by, field, problem }];
  if (!field || problem !== null) return { ...all, asked: requests };
  const path = ownPath(field);
  const values = edges.map((edge) => new Parameter('value', { given: field.type.parse(edge, field), field }));
  const [from, to] = [values[0], values.at(-1)];
  if (!from || !to) throw new Error('There is no span.');
  const condition = allOf([
    { kind: 'compare', path, comparison: '>=', value: from },
    { kind: 'compare', path, comparison: '<', value: to },
  ]);
  const within: Filter = { parameter: by, reads: [{ name: by, path }], condition };
  return { ...all, asked: requests, filters: [...all.filters, within], group: { field, edges: values }, limit: edges.length };
}

/** The same groups, the largest by rows or by a sum or average, and no more than a number of them. */
export function largestGroups(plan: AggregatePlan, limit: number, largest: Grouping['largest']): AggregatePlan {
  return plan.group ? { ...plan, limit, group: { ...plan.group, ...(largest ? { largest } : {}) } } : plan;
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
