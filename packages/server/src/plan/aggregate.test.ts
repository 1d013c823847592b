import { describe, expect, it } from 'vitest';
import type { Model } from '../model/model.ts';
import { fieldOf, modelOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import type { AggregateRequest } from '../request/aggregate-parameters.ts';
import { functionsOf, isAggregated, isGroupable, largestGroups, planAggregates, planSpans } from './aggregate.ts';
import type { AggregatePlan } from './plan.ts';

const registry = shopOf({
  configs: {
    'shop.Order': { fields: { number: { queryable: false }, margin: { detailOnly: true }, warehouse: { hidden: true } } },
    'shop.Customer': { fields: { region: {}, pin: { writeOnly: true } } },
  },
});
const order = modelOf(registry, 'shop.Order');
const customer = modelOf(registry, 'shop.Customer');
const rows = { filters: [], search: [], isOfTrash: false } as const;
const requestOf = (more: Partial<AggregateRequest> = {}): AggregateRequest => ({
  rows,
  sum: [],
  avg: [],
  min: [],
  max: [],
  groupBy: null,
  ...more,
});
const problemsOf = ({ asked }: AggregatePlan): string[] =>
  asked.map(({ parameter, name, field, problem }) => `${parameter} ${name}: ${field ? String(problem) : 'none'}`);

describe('the functions of a field', () => {
  it.each<[string, Model, string]>([
    ['total', order, 'sum avg min max'],
    ['quantity', order, 'sum avg min max'],
    ['due', order, 'min max'],
    ['placed', order, 'min max'],
    ['status', order, ''],
    ['vip', customer, ''],
    // What a list can not be filtered by.
    ['margin', order, ''],
    ['warehouse', order, ''],
  ])('of %s', (name, model, expected) => expect(functionsOf(fieldOf(model, name)).join(' ')).toBe(expected));

  it('are only of fields of lists that can be filtered', () => {
    const names = order.fields.filter((field) => !isAggregated(field)).map(({ name }) => name);
    expect(names).toEqual(['number', 'margin', 'sums', 'warehouse']);
    expect(isAggregated(fieldOf(customer, 'pin'))).toBe(false);
  });
});

describe('groups', () => {
  it.each<[string, Model, boolean]>([
    ['status', order, true],
    ['customer', order, true],
    ['vip', customer, true],
    ['name', customer, true],
    ['total', order, false],
    ['due', order, false],
    ['memo', order, false],
    ['data', order, false],
    ['labels', order, false],
    ['tags', order, false],
  ])('by %s', (name, model, expected) => expect(isGroupable(fieldOf(model, name))).toBe(expected));

  it('are of texts of 255 characters at most, of choices whatever their length', () => {
    const name = fieldOf(customer, 'name');
    expect(isGroupable({ ...name, maxLength: 255 })).toBe(true);
    expect(isGroupable({ ...name, maxLength: 256 })).toBe(false);
    expect(isGroupable({ ...fieldOf(order, 'status'), maxLength: 256 })).toBe(true);
    expect(isGroupable({ ...fieldOf(order, 'status'), keyPrefix: 'x' })).toBe(false);
  });
});

describe('planAggregates', () => {
  it('plans the totals and extremes of fields, each field of totals once', () => {
    const { all, groups } = planAggregates(
      order,
      requestOf({ sum: ['total', 'quantity'], avg: ['total'], min: ['due'], max: ['placed', 'due'] }),
    );
    expect(all).toMatchObject({ kind: 'aggregate', model: order, filters: [], search: [], limit: 100, group: undefined });
    expect(all.totals.map(({ field }) => field.name)).toEqual(['total', 'quantity']);
    expect(all.extremes.map(({ of, field }) => `${of} ${field.name}`)).toEqual(['min due', 'max placed', 'max due']);
    expect(groups).toBeNull();
  });

  it('reports fields that do not exist or have no such function, and plans the others', () => {
    const { all, groups } = planAggregates(
      order,
      requestOf({ sum: ['due', 'total', 'unknown'], avg: ['status'], min: ['status'], max: ['margin'], groupBy: 'total' }),
    );
    expect(problemsOf(all)).toEqual([
      '_sum due: The field "due" can not be summed.',
      '_sum total: null',
      '_sum unknown: none',
      '_avg status: The field "status" can not be averaged.',
      '_min status: The field "status" can not be compared by size.',
      '_max margin: none',
      '_group_by total: Rows can not be grouped by "total": only by fields with choices, booleans, foreign keys and short texts.',
    ]);
    expect(all.totals.map(({ field }) => field.name)).toEqual(['total']);
    expect(all.extremes).toEqual([]);
    expect(groups).toBeNull();
  });

  it('plans groups beside all rows, with the same filters and search', () => {
    const filters = [{ name: 'total__gte', values: ['5'] }];
    const { all, groups } = planAggregates(
      order,
      requestOf({ rows: { ...rows, filters, search: ['a'] }, sum: ['total'], groupBy: 'status' }),
    );
    expect(all.filters.map(({ condition }) => said(condition))).toEqual(['total >= "5"']);
    expect(all.search).toEqual(['a']);
    expect(groups).toEqual({ ...all, group: { field: fieldOf(order, 'status') } });
    expect(problemsOf(all)).toEqual(['_sum total: null', '_group_by status: null']);
  });
});

describe('planSpans', () => {
  const edges = ['2026-01-01', '2026-02-01', '2026-03-01'];

  it('limits the rows to the time from the first edge to before the last, in groups', () => {
    const plan = planSpans(order, requestOf({ sum: ['total'] }), { by: 'due', edges });
    expect(plan.filters.map(({ parameter, reads, condition }) => [parameter, reads[0]?.path?.field.name, said(condition)])).toEqual([
      ['due', 'due', '(due >= "2026-01-01" and due < "2026-03-01")'],
    ]);
    expect(plan.limit).toBe(3);
    expect(plan.group?.field).toBe(fieldOf(order, 'due'));
    expect(plan.group?.edges?.map(({ binding }) => binding.given)).toEqual(edges);
    expect(problemsOf(plan)).toEqual(['_sum total: null', '_by due: null']);
  });

  it('keeps the filters of the request', () => {
    const filters = [{ name: 'status', values: ['open'] }];
    const plan = planSpans(order, requestOf({ rows: { ...rows, filters } }), { by: 'due', edges });
    expect(plan.filters.map(({ condition }) => said(condition))).toEqual([
      'status = "open"',
      '(due >= "2026-01-01" and due < "2026-03-01")',
    ]);
  });

  it.each([
    ['total', '_by total: The field "total" is no date.'],
    ['unknown', '_by unknown: none'],
    ['margin', '_by margin: none'],
  ])('names %s and has no groups', (by, problem) => {
    const plan = planSpans(order, requestOf(), { by, edges });
    expect(problemsOf(plan)).toEqual([problem]);
    expect([plan.group, plan.filters]).toEqual([undefined, []]);
  });

  it('needs edges', () => {
    expect(() => planSpans(order, requestOf(), { by: 'due', edges: [] })).toThrow('no span');
  });
});

describe('largestGroups', () => {
  const { all, groups } = planAggregates(order, requestOf({ sum: ['total'], groupBy: 'status' }));

  it('limits the groups, and may sort them by a total', () => {
    if (!groups) throw new Error('There are no groups.');
    const largest = { of: 'sum', field: fieldOf(order, 'total') } as const;
    expect(largestGroups(groups, 5, undefined)).toEqual({ ...groups, limit: 5 });
    expect(largestGroups(groups, 5, largest)).toEqual({ ...groups, limit: 5, group: { ...groups.group, largest } });
  });

  it('leaves a plan without groups as it is', () => expect(largestGroups(all, 5, undefined)).toBe(all));
});
