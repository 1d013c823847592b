import { describe, expect, it } from 'vitest';
import { fieldOf, modelOf, shopOf } from '../test-models/models.ts';
import { systemActor } from '../model/actor.ts';
import { said } from '../test-models/said.ts';
import { all, and, none, not, or, type RowRule, where } from '../model/config/row-rule.ts';
import { isPossible, resolveRule } from './resolve-rule.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const resolved = (rule: RowRule): string => said(resolveRule(order, rule, registry));
const untyped = where as (path: string, operator: string, value: unknown) => RowRule;

describe('resolveRule', () => {
  it.each<[string, RowRule]>([
    ['true', all],
    ['false', none],
    ['status = "open"', where('status', '=', 'open')],
    ['total != "1"', where('total', '!=', 1)],
    ['total < "1"', where('total', '<', 1)],
    ['total <= "1"', where('total', '<=', 1)],
    ['total > "1"', where('total', '>', 1)],
    ['total >= "1"', where('total', '>=', 1)],
    ['status in ["open", "paid"]', where('status', 'in', ['open', 'paid'])],
    ['status in ["open"]', where('status', 'in', ['open', 'lost'])],
    ['false', where('status', 'in', [])],
    ['memo has anywhere caseless ["a"]', where('memo', 'contains', 'a')],
    ['id = 7', where('id', '=', 7n)],
    ['placed >= "2026-01-02T03:04:05Z"', where('placed', '>=', new Date('2026-01-02T03:04:05Z'))],
    ['total is null', where('total', '=', null)],
    ['total is not null', where('total', '!=', null)],
    ['customer.name (customer__name) = "x"', where('customer.name', '=', 'x')],
    ['false', where('status', '=', 'lost')],
    ['status is not null', where('status', '!=', 'lost')],
    ['false', where('status', '>', 'lost')],
    ['(status = "open" and total = "1")', and(where('status', '=', 'open'), where('total', '=', 1))],
    ['(status = "open" or total = "1")', or(where('status', '=', 'open'), where('total', '=', 1))],
    ['not status = "open"', not(where('status', '=', 'open'))],
    ['true', not(none)],
    ['false', not(all)],
    ['number key of shop.Tag', { rule: 'key of', path: 'number', model: 'shop.Tag' }],
    ['false', { rule: 'key of', path: 'number', model: 'shop.Nothing' }],
    ['number last of status,due ["a"]', { rule: 'last of', path: 'number', same: ['status', 'due'], values: ['a'] }],
    ['number last of status ["a"] by key', { rule: 'last of', path: 'number', same: ['status'], values: ['a'], isKey: true }],
    ['number last of status ["a"]', { rule: 'last of', path: 'number', same: ['status'], values: ['a'], isKey: false }],
  ])('is %s (%#)', (text, rule) => expect(resolved(rule)).toBe(text));

  it.each<[string, RowRule]>([
    ['false', where('total', '=', undefined)],
    ['false', where('total', '!=', undefined)],
    ['false', where('total', '<', undefined)],
    ['false', not(where('total', '=', undefined))],
    ['false', not(not(where('total', '=', undefined)))],
    ['status = "open"', or(where('status', '=', 'open'), where('total', '=', undefined))],
    ['false', and(where('status', '=', 'open'), where('total', '=', undefined))],
    ['false', not(or(where('status', '=', 'open'), where('total', '=', undefined)))],
    ['not status = "open"', not(and(where('status', '=', 'open'), where('total', '=', undefined)))],
    ['not not status = "open"', not(not(or(where('status', '=', 'open'), not(where('total', '=', undefined)))))],
  ])('is %s for a user without a link (%#)', (text, rule) => {
    const unlinked = { ...systemActor, link: undefined };
    expect(said(resolveRule(order, rule, registry, unlinked))).toBe(text);
    for (const actor of [systemActor, { ...systemActor, link: '1' }])
      expect(() => resolveRule(order, rule, registry, actor)).toThrow('A row rule compares with undefined.');
  });

  it('compares with the value of a flag', () => {
    const customer = modelOf(registry, 'shop.Customer');
    expect(said(resolveRule(customer, where('vip', '=', true), registry))).toBe('vip = true');
  });

  it.each<[string, RowRule]>([
    ['names "nothing", which is no field', where('nothing', '=', 1)],
    ['names "customer.nothing", which is no field', where('customer.nothing', '=', 1)],
    ['names "nothing", which is no field', where('nothing', '=', null)],
    ['names "nothing", which is no field', { rule: 'last of', path: 'number', same: ['nothing'], values: [] }],
    ['names "nothing", which is no field', { rule: 'key of', path: 'nothing', model: 'shop.Tag' }],
    ['A valid number is required.', where('total', '=', 'x')],
    ['A row rule compares with null.', untyped('total', '<', null)],
    ['A row rule compares with undefined.', untyped('total', 'in', [undefined])],
    ['A row rule compares with undefined.', where('total', '=', undefined)],
    ['A row rule compares with undefined.', not(where('total', '=', undefined))],
    ['names "nothing", which is no field', where('nothing', '=', undefined)],
    ['A row rule compares with [object Object].', untyped('total', '=', {})],
    ['"like" compares nothing in a row rule. Use one of =, !=, <, <=, >, >=, in, contains.', untyped('total', 'like', 1)],
    ['The function rows of shop.Order returned no row rule: use where(), and(), or(), not(), all or none.', {} as RowRule],
  ])('throws: %s', (message, rule) => expect(() => resolved(rule)).toThrow(message));

  it('names the model whose rule is wrong', () => {
    expect(() => resolved(where('nothing', '=', 1))).toThrow('The row rule of shop.Order names "nothing"');
  });
});

describe('isPossible', () => {
  it('is false for values that an enum lacks', () => {
    expect(isPossible(fieldOf(order, 'status'), 'open')).toBe(true);
    expect(isPossible(fieldOf(order, 'status'), 'lost')).toBe(false);
    expect(isPossible(fieldOf(order, 'memo'), 'lost')).toBe(true);
    const numbers = { ...fieldOf(order, 'quantity'), choices: [{ value: 1, label: 'one' }] };
    expect([isPossible(numbers, 1n), isPossible(numbers, 2n)]).toEqual([true, false]);
  });
});
