import { describe, expect, it } from 'vitest';
import { action, file } from '../model/config/action.ts';
import { fieldOf, modelOf, pathOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { planHistory, planHistoryLines } from './history.ts';
import type { ListPlan } from './plan.ts';

const print = action({ returns: 'file', run: () => file({ name: 'line.txt', type: 'text/plain', body: '' }) });
const registry = shopOf({ configs: { 'shop.Line': { actions: { print } } } });
const log = modelOf(registry, 'shop.Log');
const order = modelOf(registry, 'shop.Order');
const line = modelOf(registry, 'shop.Line');
const page = { number: 2, size: 10, withDetails: true };
const filtersOf = ({ filters }: ListPlan): string[] => filters.map(({ condition }) => said(condition));

describe('planHistory', () => {
  // What only reads is no change of a row.
  const ofOrders = '(model_label = "shop.Order" and not action in ["action:export_csv"])';
  const ofLines = '(model_label = "shop.Line" and not action in ["action:print", "action:export_csv"])';
  const own = `(${ofOrders} and object_pk = "7")`;
  const ofMany = `(${ofOrders} and object_pk is null and targets holds - "7")`;

  it('finds the entries of a row, and those of actions on many', () => {
    const plan = planHistory(log, { model: order, key: '7', lines: [] }, page);
    expect(filtersOf(plan)).toEqual([`(${own} or ${ofMany})`]);
    expect(plan).toMatchObject({ kind: 'list', model: log, limit: 10, withDetails: true });
    expect(plan.filters[0]).toMatchObject({ parameter: 'history', reads: [{ name: 'history', path: { name: 'object_pk', steps: [] } }] });
  });

  it('names the export once, where the model has it', () => {
    const model = {
      ...order,
      actions: [
        { key: 'export_csv', returnsFile: true },
        { key: 'send', returnsFile: false },
      ],
    } as unknown as typeof order;
    const [condition] = filtersOf(planHistory(log, { model, key: '7', lines: [] }, page));
    expect(condition?.match(/action (in|!=) [^)]*/)?.[0]).toBe('action in ["action:export_csv"]');
  });

  it('finds the entries of present rows of inlines, and those of former ones where the reader sees every row', () => {
    const field = fieldOf(line, 'order');
    const history = (keys: readonly string[], isWhole: boolean): string[] =>
      filtersOf(planHistory(log, { model: order, key: '7', lines: [{ model: line, field, keys, isWhole }] }, page));
    const present = `(${ofLines} and object_pk in ["7~a", "7~b"])`;
    const former = `(${ofLines} and diff holds order "7")`;
    expect(history(['7~a', '7~b'], true)).toEqual([`(${own} or ${ofMany} or ${present} or ${former})`]);
    expect(history(['7~a', '7~b'], false)).toEqual([`(${own} or ${ofMany} or ${present})`]);
    expect(history([], true)).toEqual([`(${own} or ${ofMany} or ${former})`]);
    expect(history([], false)).toEqual([`(${own} or ${ofMany})`]);
  });

  it('throws for a model that is no log', () => {
    expect(() => planHistory(order, { model: order, key: '7', lines: [] }, page)).toThrow('shop.Order has no object_pk.');
  });
});

describe('planHistoryLines', () => {
  it('finds the newest thousand rows that reference the row', () => {
    const path = pathOf(line, 'order');
    const plan = planHistoryLines(line, path, '7');
    expect(filtersOf(plan)).toEqual(['order = 7']);
    expect(plan).toMatchObject({ model: line, limit: 1000, offset: undefined, withDetails: false });
    expect(plan.filters[0]).toMatchObject({ parameter: 'order', reads: [{ name: 'order', path }] });
    expect(plan.order.map(({ field, descending }) => [field.name, descending])).toEqual([
      ['order', true],
      ['place', true],
    ]);
  });
});
