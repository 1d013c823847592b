import { describe, expect, it } from 'vitest';
import { fieldOf, modelOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { parseListRequest, parseSuggestionsRequest } from '../request/parameters.ts';
import type { Model } from '../model/model.ts';
import { plain } from './parameter.ts';
import {
  planCount,
  planEntries,
  planFromEnd,
  planFromCursor,
  planLastPage,
  planList,
  planOrder,
  planRow,
  planAutocomplete,
} from './list.ts';
import { isReversed, type ListPlan, offsetOf, type OrderTerm } from './plan.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const line = modelOf(registry, 'shop.Line');
const customer = modelOf(registry, 'shop.Customer');
const list = (query: string, model: Model = order): ListPlan =>
  planList(model, parseListRequest(new URLSearchParams(query), { pageSize: 50, maxPageSize: 200 }));
const terms = (sort: readonly OrderTerm[]): string => sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`).join();
const sorted = (model: Model, ...names: string[]): string => {
  const { terms: found, unknown } = planOrder(model, names);
  return [terms(found), ...unknown].join(' ? ');
};

describe('planOrder', () => {
  it.each([
    [['total'], 'total,id'],
    [['-total'], '-total,-id'],
    [['total', '-due'], 'total,-due,-id'],
    [['total', 'id', 'due'], 'total,id,due'],
    [['-id'], '-id'],
    [['pk'], 'id'],
    [['-pk'], '-id'],
    [['total', '-total'], 'total,id'],
    [[], '-id'],
    [['nothing', 'total'], 'total,id ? nothing'],
    [['-nothing'], '-id ? nothing'],
    [['sums'], '-id ? sums'],
    [['customer__name'], '-id ? customer__name'],
  ])('ends %j with the key', (names, text) => expect(sorted(order, ...names)).toBe(text));

  it('ends with each field of a composite key', () => {
    expect(sorted(line)).toBe('-order,-place');
    expect(sorted(line, 'pk')).toBe('order,place');
    expect(sorted(line, '-place')).toBe('-place,-order');
    expect(sorted(line, 'order')).toBe('order,place');
  });

  it('takes no field that is hidden or that lists are not sorted by', () => {
    expect(sorted(customer, 'ssn')).toBe('-id ? ssn');
    expect(sorted(customer, 'region')).toBe('-id ? region');
    expect(sorted(customer, 'note')).toBe('note,id');
  });

  it('prefers a field that is named "pk"', () => {
    const pk = { ...fieldOf(order, 'total'), name: 'pk' };
    const model = { ...order, fieldByName: new Map([['pk', pk]]) };
    expect(sorted(model, '-pk')).toBe('-pk,-id');
    const hidden = { ...order, fieldByName: new Map([['pk', { ...pk, hidden: true }]]) };
    expect(sorted(hidden, '-pk')).toBe('-id ? pk');
  });
});

describe('planList', () => {
  it('has the page, the filters, the search and the sort', () => {
    const plan = list('page=3&page_size=20&status=open&search=a%20b&ordering=-total,x');
    expect(plan).toMatchObject({
      kind: 'list',
      model: order,
      search: ['a', 'b'],
      unknownOrdering: ['x'],
      isRequestedOrder: true,
      limit: 20,
    });
    expect(plan.filters.map(({ condition }) => said(condition))).toEqual(['status = "open"']);
    expect(terms(plan.order)).toBe('-total,-id');
    expect([plan.offset?.kind, offsetOf(plan)]).toEqual(['plain', 40]);
    expect([plan.boundary, plan.fromEnd, plan.withDetails]).toEqual([undefined, false, false]);
  });

  it('has no offset on its first page, and takes the default sort of the model', () => {
    const plan = list('');
    expect([plan.offset, offsetOf(plan), plan.isRequestedOrder, terms(plan.order)]).toEqual([undefined, 0, false, '-id']);
    expect(terms(list('', { ...order, ordering: ['total', '-due'] }).order)).toBe('total,-due,-id');
    expect(offsetOf(list('page=2'))).toBe(50);
    expect(offsetOf(list('page=99999999999999999999'))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is counted by the same filters and search', () => {
    const plan = list('status=open&search=a');
    expect(planCount(plan, 'capped', 7)).toEqual({
      kind: 'count',
      model: order,
      filters: plan.filters,
      search: ['a'],
      mode: 'capped',
      limit: 7,
    });
    expect(planCount(plan, 'exact').limit).toBeUndefined();
  });

  it('is read from its end for the last page', () => {
    const plan = list('page=9');
    expect(planLastPage(plan)).toEqual({ ...plan, offset: undefined, fromEnd: true });
  });

  it('is read from its end with the rows after the page skipped', () => {
    const plan = list('page=9&page_size=10');
    expect(planFromEnd(plan, 100)).toEqual({ ...plan, offset: plain(10), limit: 10, fromEnd: true });
    expect(planFromEnd(plan, 90)).toEqual({ ...plan, offset: undefined, limit: 10, fromEnd: true });
    expect(planFromEnd(plan, 83)).toEqual({ ...plan, offset: undefined, limit: 3, fromEnd: true });
  });
});

describe('planFromCursor', () => {
  const plan = list('page=2&ordering=total,due');

  it('starts at the values of the sort fields', () => {
    const from = planFromCursor(plan, 'before', ['1.5', '2026-01-02', 7]);
    expect(from).toMatchObject({ boundary: { direction: 'before' }, offset: undefined, limit: 50 });
    expect(from?.boundary?.values.map(({ kind, binding }) => [kind, binding.given, binding.field.name])).toEqual([
      ['value', '1.5', 'total'],
      ['value', '2026-01-02', 'due'],
      ['value', 7n, 'id'],
    ]);
    expect(planFromCursor(list('ordering=id'), 'after', [7])?.boundary?.direction).toBe('after');
    expect(planFromCursor(list('ordering=vip', customer), 'after', [true, 7])?.boundary?.values[0]?.binding.given).toBe(true);
  });

  it.each<[string, readonly unknown[]]>([
    ['fewer values', ['1.5', '2026-01-02']],
    ['more values', ['1.5', '2026-01-02', 7, 8]],
    ['a missing value', ['1.5', null, 7]],
    ['a list', ['1.5', ['2026-01-02'], 7]],
    ['a value of another form', ['1.5', '2026-01-02', '07']],
    ['no value of the field', ['1.5', '2026-01-32', 7]],
  ])('starts nowhere with %s', (_, values) => expect(planFromCursor(plan, 'after', values)).toBeNull());

  it('throws errors that are not about the value', () => {
    const [key] = order.primaryKey;
    const parse = (): never => {
      throw new RangeError('a bug');
    };
    const broken = { ...list(''), order: [{ field: { ...key, type: { ...key.type, parse } }, descending: false }] };
    expect(() => planFromCursor(broken, 'after', [7])).toThrow(RangeError);
  });
});

describe('a page', () => {
  it('is found in reverse from the end of a list, and before a cursor', () => {
    const plan = list('ordering=id');
    expect(isReversed(plan)).toBe(false);
    expect(isReversed(planLastPage(plan))).toBe(true);
    expect(['before', 'after'].map((direction) => isReversed(planFromCursor(plan, direction as 'before' | 'after', [7]) ?? plan))).toEqual([
      true,
      false,
    ]);
  });
});

describe('planEntries', () => {
  it('is a page of a log, the newest first', () => {
    const plan = planEntries(order, [{ name: 'status', values: ['open'] }], { number: 3, size: 10, withDetails: true });
    const shape = { kind: 'list', model: order, search: [], unknownOrdering: [], isRequestedOrder: false, boundary: undefined };
    expect(plan).toMatchObject({ ...shape, limit: 10, fromEnd: false, withDetails: true });
    expect([terms(plan.order), offsetOf(plan), said(plan.filters[0]?.condition ?? { kind: 'false' })]).toEqual([
      '-id',
      20,
      'status = "open"',
    ]);
    expect(planEntries(order, [], { number: 1, size: 10, withDetails: false })).toMatchObject({ offset: undefined, withDetails: false });
  });
});

describe('planRow', () => {
  it('is one row by its key, or the answer to a write', () => {
    expect(planRow(order, [7n])).toEqual({ kind: 'row', model: order, key: [7n], forWriter: false });
    expect(planRow(order, [7n], { forWriter: true }).forWriter).toBe(true);
  });
});

describe('planAutocomplete', () => {
  const suggest = (query: string, model: Model = order) => planAutocomplete(model, parseSuggestionsRequest(new URLSearchParams(query)));

  it('takes a number for a key', () => {
    expect(suggest('q=12')).toMatchObject({ kind: 'autocomplete', model: order, words: ['12'], key: [12n], limit: 20, offset: undefined });
    for (const text of ['', 'a', '1a', 'a1', '-1', '1.5']) expect(suggest(`q=${text}`).key).toBeUndefined();
    expect(suggest('q=99999999999999999999999').key).toBeUndefined();
    expect(suggest('q=12', line).key).toBeUndefined();
    const [key] = order.primaryKey;
    const chosen = { ...order, primaryKey: [{ ...key, choices: [{ value: 12, label: 'x' }] }] as const };
    expect(suggest('q=12', chosen).key).toBeUndefined();
  });

  it('sorts at most a thousand matches by their labels, and all where a row is found by its key', () => {
    expect(suggest('q=a').candidates).toBe(1000);
    expect(suggest('q=12').candidates).toBeUndefined();
    expect(suggest('q=a', { ...order, label: { kind: 'key' } }).candidates).toBeUndefined();
    expect(suggest('q=a', { ...order, isOrdered: true, ordering: ['-total'] }).candidates).toBeUndefined();
    // The order by the key, newest first, is the one of a model that names none.
    expect(terms(suggest('q=a', { ...order, isOrdered: true, ordering: ['-pk'] }).order)).toBe('number,id');
    expect(terms(suggest('q=a', { ...order, isOrdered: false, ordering: ['-total'] }).order)).toBe('number,id');
  });

  it('has pages of twenty', () => {
    expect(offsetOf(suggest('q=a&page=3'))).toBe(40);
  });

  it('sorts by the label where that is text, unless the model has a sort of its own', () => {
    expect(terms(suggest('').order)).toBe('number,id');
    expect(terms(suggest('', { ...order, isOrdered: true, ordering: ['-total'] }).order)).toBe('-total,-id');
    expect(terms(suggest('', { ...order, isOrdered: true, ordering: ['-pk', 'total'] }).order)).toBe('-id,total');
    expect(terms(suggest('', { ...order, label: { kind: 'key' } }).order)).toBe('id');
    const [total, number] = [fieldOf(order, 'total'), fieldOf(order, 'number')];
    expect(terms(suggest('', { ...order, label: { kind: 'fields', candidates: [[number, total], [number]] } }).order)).toBe('id');
    expect(terms(suggest('', { ...order, label: { kind: 'fields', candidates: [[number, fieldOf(order, 'memo')]] } }).order)).toBe(
      'number,memo,id',
    );
    expect(terms(suggest('', { ...order, label: { kind: 'fields', candidates: [] } }).order)).toBe('id');
  });
});
