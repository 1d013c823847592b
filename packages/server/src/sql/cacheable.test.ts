import { describe, expect, it } from 'vitest';
import { authorize } from '../authorize/authorize.ts';
import { Policy } from '../authorize/policy.ts';
import { where } from '../model/config/row-rule.ts';
import { planAggregates } from '../plan/aggregate.ts';
import { planCount, planList, planRow } from '../plan/list.ts';
import type { Plan } from '../plan/plan.ts';
import { parseListRequest } from '../request/parameters.ts';
import { sqliteDialect } from '../test-models/dialects.ts';
import { modelOf, policyOf, root, shopOf } from '../test-models/models.ts';
import { Compiler } from './compile.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const list = (query: string, model = order) =>
  planList(model, parseListRequest(new URLSearchParams(query), { pageSize: 50, maxPageSize: 200 }));
const isCacheable = (plan: Plan, policy = new Policy(root, registry)) =>
  new Compiler(sqliteDialect).compile(authorize(plan, policy)).statement.hints.isCacheable;

describe('the rows of a statement last until something is committed', () => {
  it.each([
    '',
    'status=open',
    'search=x',
    'customer__region=north',
    `_filter=${encodeURIComponent('{"or":[{"status":"open"},{"total__gte":1}]}')}`,
  ])('for a count of rows of a table: %s', (query) => expect(isCacheable(planCount(list(query), 'exact'))).toBe(true));

  it('for a sum', () => {
    const rows = parseListRequest(new URLSearchParams('status=open'), { pageSize: 50, maxPageSize: 200 });
    const { all } = planAggregates(order, { rows, sum: ['total'], avg: [], min: [], max: [], groupBy: null });
    expect(isCacheable(all)).toBe(true);
  });

  it('for a count with a row rule along a table', () => {
    const ruled = shopOf({ configs: { 'shop.Order': { rows: () => where('customer.region', '=', 'north') } } });
    const policy = policyOf(ruled, 'order:view_order');
    expect(isCacheable(planCount(list('', modelOf(ruled, 'shop.Order')), 'exact'), policy)).toBe(true);
  });

  it('not for a count whose condition, or whose row rule, leads to a view', () => {
    const customer = { isView: true };
    const described = shopOf({ described: { 'shop.Customer': customer } });
    const orders = modelOf(described, 'shop.Order');
    expect(isCacheable(planCount(list('status=open', orders), 'exact'), new Policy(root, described))).toBe(true);
    expect(isCacheable(planCount(list('customer__region=north', orders), 'exact'), new Policy(root, described))).toBe(false);
    expect(isCacheable(planCount(list('tags=3', orders), 'exact'), new Policy(root, described))).toBe(true);
    const tagged = shopOf({ described: { 'shop.Tag': { isView: true } } });
    expect(isCacheable(planCount(list('tags=3', modelOf(tagged, 'shop.Order')), 'exact'), new Policy(root, tagged))).toBe(false);
    const ruled = shopOf({
      described: { 'shop.Customer': customer },
      configs: { 'shop.Order': { rows: () => where('customer.region', '=', 'north') } },
    });
    expect(isCacheable(planCount(list('', modelOf(ruled, 'shop.Order')), 'exact'), policyOf(ruled, 'order:view_order'))).toBe(false);
  });

  it.each<[string, Plan]>([
    ['a view, which may depend on the time', planCount(list('', modelOf(registry, 'shop.Sales')), 'exact')],
    ['an estimate', planCount(list('status=open'), 'estimate')],
    ['a page', list('')],
    ['a row', planRow(order, [7n])],
  ])('not for %s', (_, plan) => {
    expect(isCacheable(plan)).toBe(false);
  });
});
