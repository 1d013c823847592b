import { describe, expect, it } from 'vitest';
import { AdminError } from '../errors/errors.ts';
import { fieldOf, modelOf, policyOf, type Refusal, refusalOf, root, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { where } from '../model/config/row-rule.ts';
import type { Model } from '../model/model.ts';
import type { ModelAction } from '../model/model-action.ts';
import type { Withheld } from '../model/withheld.ts';
import { planAggregates } from '../plan/aggregate.ts';
import { allowedBy, noRow } from '../plan/condition.ts';
import { planCount, planEntries, planFromCursor, planList, planRow, planAutocomplete } from '../plan/list.ts';
import type { ListPlan, Plan } from '../plan/plan.ts';
import { plain } from '../plan/parameter.ts';
import { parseListRequest, parseSuggestionsRequest } from '../request/parameters.ts';
import { authorize, authorizeEntries, bringingTotal, listCondition, narrowed, requireAction, requireRight, scanning } from './authorize.ts';
import { Policy } from './policy.ts';

const registry = shopOf({
  configs: { 'shop.Order': { rows: ({ actor }) => where('status', '!=', actor.isSuperuser ? 'x' : 'sent'), ordering: ['-margin', 'due'] } },
});
const order = modelOf(registry, 'shop.Order');
const tag = modelOf(registry, 'shop.Tag');
const log = modelOf(registry, 'shop.Log');
const sales = modelOf(registry, 'shop.Sales');
const view = 'order:view_order';
const scope = 'status != "sent"';
const list = (query: string, model: Model = order): ListPlan =>
  planList(model, parseListRequest(new URLSearchParams(query), { pageSize: 50, maxPageSize: 200 }));
const suggest = (query: string, model: Model = order): Plan => planAutocomplete(model, parseSuggestionsRequest(new URLSearchParams(query)));
const rowsOf = (plan: Plan, ...permissions: string[]): string => said(authorize(plan, policyOf(registry, ...permissions)).where);
const refused = (plan: Plan, ...permissions: string[]): Refusal | undefined =>
  refusalOf(() => authorize(plan, policyOf(registry, ...permissions)));
const unknown = ['Unknown parameter.'];

describe('requireRight', () => {
  const need = (model: Model, right: 'view' | 'add' | 'change' | 'delete', policy: Policy): Refusal | undefined =>
    refusalOf(() => requireRight(policy, model, right));

  it('passes whom holds the right', () => {
    expect(need(order, 'view', policyOf(registry, view))).toBeUndefined();
    expect(need(order, 'delete', new Policy(root, registry))).toBeUndefined();
  });

  it('is a 404 for a model on which the actor holds no right, otherwise a 403', () => {
    expect(need(order, 'view', policyOf(registry))).toMatchObject({ code: 'not_found' });
    expect(need(order, 'change', policyOf(registry, view))).toEqual({
      code: 'permission_denied',
      detail: 'You do not have permission to change orders.',
    });
    expect(need(log, 'add', policyOf(registry))).toMatchObject({ code: 'not_found' });
  });

  it('is another 403 for a read-only model', () => {
    const refusal = need(log, 'change', policyOf(registry, 'log:view_log'));
    expect(refusal?.code).toBe('read_only');
    expect(refusal?.detail).not.toContain('Not possible');
    expect(need(log, 'view', policyOf(registry, 'log:change_log'))).toEqual({
      code: 'permission_denied',
      detail: 'You do not have permission to view logs.',
    });
  });

  it('says why a right is withheld, to those who would hold it', () => {
    const withheld = (more: Partial<Withheld>): Model => ({
      ...order,
      withheld: new Map([['add' as const, { reason: '"pin" has to be given, and is hidden', of: 'column', isConcealed: false, ...more }]]),
    });
    const holder = policyOf(registry, 'order:add_order');
    expect(need(withheld({}), 'add', holder)).toEqual({
      code: 'permission_denied',
      detail: 'Not possible: "pin" has to be given, and is hidden.',
    });
    expect(need(withheld({ isConcealed: true }), 'add', holder)?.detail).toBe(
      'Not possible: a column that has to be given can not be set here.',
    );
    expect(need(withheld({}), 'add', policyOf(registry, view))?.detail).toBe('You do not have permission to add orders.');
    expect(need({ ...withheld({}), isReadonly: true }, 'add', holder)).toEqual({
      code: 'read_only',
      detail: 'Not possible: "pin" has to be given, and is hidden.',
    });
  });
});

describe('requireAction', () => {
  const action = { key: 'send', label: 'Send', needs: 'change' } as ModelAction;
  it('is a 404 for a model on which the actor holds no right, otherwise a 403', () => {
    expect(refusalOf(() => requireAction(policyOf(registry, 'order:change_order'), order, action))).toBeUndefined();
    expect(refusalOf(() => requireAction(policyOf(registry, view), order, action))).toEqual({
      code: 'permission_denied',
      detail: 'You do not have permission to run "Send" on orders.',
    });
    expect(refusalOf(() => requireAction(policyOf(registry), order, action))).toMatchObject({ code: 'not_found' });
  });
});

describe('authorize', () => {
  it('limits every read to the rows in scope', () => {
    expect(rowsOf(list(''), view)).toBe(scope);
    expect(rowsOf(list('total=1'), view)).toBe(`(${scope} and total = "1")`);
    expect(rowsOf(planCount(list('total=1'), 'exact'), view)).toBe(`(${scope} and total = "1")`);
    expect(rowsOf(planRow(order, [7n]), view)).toBe(`(${scope} and id = 7)`);
    expect(rowsOf(suggest('q=ab'), view)).toBe(`(${scope} and number has anywhere caseless ["ab"])`);
    expect(rowsOf(list(''), view, 'order:add_order')).toBe(scope);
  });

  it('returns the plan with its actor, policy and view', () => {
    const policy = policyOf(registry, view, 'order:see_margin');
    const plan = list('');
    expect(authorize(plan, policy)).toEqual({
      plan,
      actor: policy.actor,
      policy,
      view: policy.access(order),
      where: allowedBy(policy.access(order).scope),
    });
    expect(authorize(plan, policy).plan).toBe(plan);
  });

  it('needs the right to view', () => {
    for (const plan of [list(''), planCount(list(''), 'exact'), planRow(order, [7n]), suggest('')]) {
      expect(refused(plan)?.code).toBe('not_found');
      expect(refused(plan, 'order:change_order')?.code).toBe('permission_denied');
    }
  });

  it.each(['add', 'change', 'delete'])('shows the answer to a write to its writer, with "%s" alone', (right) => {
    expect(rowsOf(planRow(order, [7n], { forWriter: true }), `order:${right}_order`)).toBe(`(${scope} and id = 7)`);
  });

  it('shows the answer to a write to those who may view, and to no others', () => {
    expect(rowsOf(planRow(order, [7n], { forWriter: true }), view)).toBe(`(${scope} and id = 7)`);
    expect(refused(planRow(order, [7n], { forWriter: true }), 'order:see_margin')?.code).toBe('permission_denied');
    expect(refused(planRow(order, [7n], { forWriter: true }))?.code).toBe('not_found');
  });

  it('leaves rows without a key out, where there may be some', () => {
    const all = 'sales:view_sales';
    expect(rowsOf(list('', sales), all)).toBe('region is not null');
    expect(rowsOf(suggest('', sales), all)).toBe('region is not null');
    expect(rowsOf(suggest('q=a', sales), all)).toBe('(region has anywhere caseless ["a"] and region is not null)');
  });
});

describe('the sort', () => {
  const sorted = (plan: Plan, ...permissions: string[]): string => {
    const { plan: found } = authorize(plan, policyOf(registry, view, ...permissions));
    return 'order' in found ? found.order.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`).join() : '';
  };

  it('leaves out fields of the default that the actor may not read', () => {
    expect(sorted(list(''))).toBe('due,id');
    expect(sorted(list(''), 'order:see_margin')).toBe('-margin,due,id');
    expect(sorted(suggest(''))).toBe('due,id');
    expect(authorize(suggest(''), policyOf(registry, view)).plan.kind).toBe('autocomplete');
  });

  it('keeps the key, whatever the actor may read', () => {
    const hidden = { ...order, fields: order.fields.filter(({ name }) => name !== 'id') };
    const { plan } = authorize({ ...list('ordering=id'), model: hidden }, policyOf(registry, view));
    expect(plan.order.map(({ field }) => field.name)).toEqual(['id']);
    const byId = { ...list('ordering=id'), model: hidden, isRequestedOrder: true };
    expect(refused(byId, view)).toBeUndefined();
  });

  it('refuses the cursor of a sort that the actor may not read', () => {
    const from = planFromCursor(list(''), 'before', ['1', '2026-01-01', 7]);
    if (!from) throw new Error('There is no such cursor.');
    expect(refused(from, view)?.fields).toEqual({ before: ['This position does not belong to this list.'] });
    expect(refused(from, view, 'order:see_margin')).toBeUndefined();
  });

  it('refuses names that are no field, and those that the actor may not read, in the same words', () => {
    expect(refused(list('ordering=nothing,-margin,total'), view)).toMatchObject({
      code: 'invalid',
      fields: { ordering: ['Unknown sort field "nothing".', 'Unknown sort field "margin".'] },
    });
    expect(refused(list('ordering=margin'), view, 'order:see_margin')).toBeUndefined();
    expect(refused(list('ordering=total'), view)).toBeUndefined();
    expect(refused(list(`ordering=${'x'.repeat(101)}`), view)?.fields).toEqual({ ordering: [`Unknown sort field "${'x'.repeat(100)}".`] });
    // The default of the model is no request.
    expect(refused({ ...list(''), unknownOrdering: ['x'] }, view)).toBeUndefined();
  });
});

describe('filters', () => {
  it('are refused in the same words where there is no such field, and where the actor may not read it', () => {
    expect(refused(list('nothing=1'), view)?.fields).toEqual({ nothing: unknown });
    expect(refused(list('margin=1'), view)?.fields).toEqual({ margin: unknown });
    expect(refused(list('margin=x'), view)?.fields).toEqual({ margin: unknown });
    expect(refused(list('customer__note=x'), view)?.fields).toEqual({ customer__note: unknown });
    expect(refused(list('customer__region=x'), view)?.fields).toEqual({ customer__region: unknown });
    expect(refused(list('customer__region=x'), view, 'customer:view_customer')).toBeUndefined();
    expect(refused(list('margin=1'), view, 'order:see_margin')).toBeUndefined();
  });

  it('are all named at once, those with bad values too', () => {
    expect(refused(list('nothing=1&total=x&status=open&ordering=y'), view)?.fields).toEqual({
      nothing: unknown,
      total: ['A valid number is required.'],
      ordering: ['Unknown sort field "y".'],
    });
  });

  it('of a group are named by their own names, each once, and before its bad values', () => {
    const group = (value: unknown, ...permissions: string[]) =>
      refused(list(`_filter=${encodeURIComponent(JSON.stringify(value))}`), view, ...permissions)?.fields;
    expect(group({ or: [{ margin: 1 }, { margin: 2 }, { nothing: 1 }] })).toEqual({
      _filter: ['Unknown filter "margin".', 'Unknown filter "nothing".'],
    });
    expect(group({ ['x'.repeat(101)]: 1 })).toEqual({ _filter: [`Unknown filter "${'x'.repeat(100)}".`] });
    expect(group({ margin: 'x' })).toEqual({ _filter: ['Unknown filter "margin".'] });
    expect(group({ margin: 'x' }, 'order:see_margin')).toEqual({ _filter: ['margin: A valid number is required.'] });
  });

  it('make at most a thousand comparisons with each row', () => {
    const either = (count: number, not = false): string => {
      const parts = Array.from({ length: count }, () => (not ? { not: { total__gte: 1 } } : { total__gte: 1 }));
      return `_filter=${encodeURIComponent(JSON.stringify({ or: parts }))}`;
    };
    const fieldsFor = (query: string, ...permissions: string[]): unknown => {
      try {
        return refused(list(query), view, ...permissions)?.fields;
      } catch (error) {
        // Too many filters are not planned.
        return error instanceof AdminError ? error.fields : error;
      }
    };
    const tooMany = { non_field_errors: ['Too many conditions: at most 1000 comparisons in one request.'] };
    expect(fieldsFor(either(1000))).toBeUndefined();
    expect(fieldsFor(either(1001))).toEqual(tooMany);
    expect(fieldsFor(either(1001, true))).toEqual(tooMany);
    expect(fieldsFor(`${either(999)}&total=1`)).toBeUndefined();
    expect(fieldsFor(`${either(999)}&total=1&due=2026-01-01`)).toEqual(tooMany);
    const nested = (group: unknown): string => `_filter=${encodeURIComponent(JSON.stringify(group))}`;
    const many = Array.from({ length: 1001 }, () => ({ total__gte: 1 }));
    for (const group of [{ not: { or: many } }, { or: [{ and: many }, { due__isnull: true }] }])
      expect(fieldsFor(nested(group))).toEqual(tooMany);
    // Each text of a search for substrings counts five times, and each searched field.
    const words = Array.from({ length: 100 }, (_, index) => `memo__contains=${index}`).join('&');
    expect(fieldsFor(`${either(500)}&${words}`)).toBeUndefined();
    expect(fieldsFor(`${either(501)}&${words}`)).toEqual(tooMany);
    expect(fieldsFor(`${either(995)}&search=a`)).toBeUndefined();
    expect(fieldsFor(`${either(996)}&search=a`)).toEqual(tooMany);
    expect(fieldsFor(`${either(990)}&search=a`, 'customer:view_customer')).toBeUndefined();
    expect(fieldsFor(`${either(991)}&search=a`, 'customer:view_customer')).toEqual(tooMany);
  });
});

describe('a search', () => {
  it('finds every word in one of the fields that the actor may read', () => {
    expect(rowsOf(list('search=a%20b'), view)).toBe(
      `(${scope} and (number has anywhere caseless ["a"] and number has anywhere caseless ["b"]))`,
    );
    expect(rowsOf(list('search=a'), view, 'customer:view_customer')).toBe(
      `(${scope} and (number has anywhere caseless ["a"] or customer.name (customer__name) has anywhere caseless ["a"]))`,
    );
    expect(rowsOf(list('search=a'), view, 'customer:view_customer', 'customer:see_note')).toContain('customer.note');
  });

  it('is refused for a model without such fields', () => {
    expect(refused(list('search=a', { ...order, searchFields: [] }), view)?.fields).toEqual({
      search: ['This model can not be searched.'],
    });
    expect(refused(list('', { ...order, searchFields: [] }), view)).toBeUndefined();
  });
});

describe('autocomplete', () => {
  it('search the fields for that, or the key', () => {
    expect(rowsOf(suggest(''), view)).toBe(scope);
    expect(rowsOf(suggest('q=a'), view)).toBe(`(${scope} and number has anywhere caseless ["a"])`);
    expect(rowsOf(suggest('q=12'), view)).toBe(`(${scope} and (number has anywhere caseless ["12"] or id = 12))`);
    expect(rowsOf(suggest('q=a'), view, 'order:see_margin')).toBe(
      `(${scope} and (number has anywhere caseless ["a"] or margin has anywhere caseless ["a"]))`,
    );
  });

  it('of a model without such fields are rows by their key only', () => {
    const bare = { ...order, autocompleteFields: [] };
    expect(rowsOf(suggest('q=a', bare), view)).toBe('false');
    expect(rowsOf(suggest('q=12', bare), view)).toBe(`(${scope} and id = 12)`);
    expect(rowsOf(suggest('', bare), view)).toBe(scope);
  });
});

describe('entries of a log', () => {
  const entries = planEntries(log, [{ name: 'object_pk', values: ['7'] }], { number: 1, size: 10, withDetails: true });
  it('are read without a right on the log, in its scope', () => {
    const policy = policyOf(registry);
    const authorized = authorizeEntries(entries, policy);
    expect(said(authorized.where)).toBe('object_pk = "7"');
    expect(authorized).toMatchObject({ plan: entries, actor: policy.actor, policy, view: policy.access(log) });
    const scoped = shopOf({ configs: { 'shop.Log': { rows: () => where('model_label', '=', 'x') } } });
    const own = modelOf(scoped, 'shop.Log');
    expect(said(authorizeEntries({ ...entries, model: own, filters: [] }, policyOf(scoped)).where)).toBe('model_label = "x"');
  });

  it('are refused for a model that is no log', () => {
    expect(() => authorizeEntries({ ...entries, model: tag }, policyOf(registry))).toThrow('shop.Tag is no log.');
  });
});

describe('listCondition', () => {
  it('takes filters without a sort', () => {
    const { filters, search } = list('total=1&search=a');
    expect(said(listCondition({ model: order, filters, search }, policyOf(registry)))).toBe(
      '(total = "1" and number has anywhere caseless ["a"])',
    );
    expect(fieldOf(order, 'margin').viewPermission).toBe('shop.see_margin');
  });
});

describe('an authorized plan', () => {
  const authorized = authorize(list(''), policyOf(registry, view));

  it('is limited further by a condition', () => {
    expect(said(narrowed(authorized, { kind: 'collected', range: undefined }).where)).toBe(`(${scope} and collected)`);
    expect(narrowed(authorized, noRow)).toEqual({ ...authorized, where: noRow });
  });

  it('of a list may test some rows first, and may bring the total', () => {
    const scan = { within: noRow, rows: plain(9) };
    expect(scanning(authorized, scan)).toEqual({ ...authorized, plan: { ...authorized.plan, scan } });
    expect(bringingTotal(authorized)).toEqual({ ...authorized, plan: { ...authorized.plan, bringsTotal: true } });
  });

  it('of an autocomplete has the fields of pickers that the actor may read', () => {
    const fields = ['number', 'margin', 'total'].map((name) => fieldOf(order, name));
    const plan = planAutocomplete(order, { text: '', words: [], page: 1 }, { limit: 5, fields });
    const fieldsFor = (...permissions: string[]): string[] =>
      authorize(plan, policyOf(registry, view, ...permissions)).plan.fields.map(({ name }) => name);
    expect(fieldsFor()).toEqual(['number', 'total']);
    expect(fieldsFor('order:see_margin')).toEqual(['number', 'margin', 'total']);
  });
});

describe('aggregates', () => {
  const rows = { filters: [], search: [], isOfTrash: false };
  const plan = (...sum: readonly string[]) => planAggregates(order, { rows, sum, avg: [], min: [], max: [], groupBy: null }).all;

  it('are limited to the rows in scope', () => expect(rowsOf(plan('total'), view)).toBe(scope));

  it('name fields in the same words where there is none, and where the actor may not read it', () => {
    expect(refused(plan('margin', 'x'.repeat(101)), view)?.fields).toEqual({
      _sum: ['Unknown field "margin".', `Unknown field "${'x'.repeat(100)}".`],
    });
    expect(refused(plan('margin'), view, 'order:see_margin')).toBeUndefined();
  });

  it('name fields without such a function', () => {
    expect(refused(plan('due'), view)?.fields).toEqual({ _sum: ['The field "due" can not be summed.'] });
  });
});

describe('a parameter with a point', () => {
  it('is told that a path has two underscores', () => {
    expect(refused(list('customer.name=x'), view)?.fields).toEqual({
      'customer.name': ['Unknown parameter. In a path, two underscores stand between names: customer__name.'],
    });
    const long = `${'x'.repeat(99)}.y`;
    expect(refused(list(`${long}=x`), view)?.fields).toEqual({
      [long]: [`Unknown parameter. In a path, two underscores stand between names: ${'x'.repeat(99)}__.`],
    });
  });
});
