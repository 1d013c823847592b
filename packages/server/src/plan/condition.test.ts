import { describe, expect, it } from 'vitest';
import { modelOf, pathOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import {
  allOf,
  anyOf,
  compares,
  type Condition,
  containsAny,
  equals,
  everyRow,
  fieldsIn,
  holdsText,
  isOneOf,
  matchesText,
  noRow,
} from './condition.ts';
import { plain } from './parameter.ts';

const order = modelOf(shopOf(), 'shop.Order');
const status = pathOf(order, 'status');
const total = pathOf(order, 'total');
const isOpen = equals(status, 'open');
const isDear = compares(total, '>=', '100');

describe('conditions', () => {
  it.each<[string, Condition]>([
    ['true', everyRow],
    ['false', noRow],
    ['status = "open"', isOpen],
    ['total >= "100"', isDear],
    ['status in ["open", "paid"]', isOneOf(status, ['open', 'paid'])],
    ['status has start ["o"]', matchesText(status, { where: 'start', isCaseless: false }, ['o'])],
    ['status has anywhere caseless ["o", "p"]', containsAny(status, ['o', 'p'])],
    ['status holds - "x"', holdsText(status, undefined, 'x')],
    ['status holds name "x"', holdsText(status, 'name', 'x')],
  ])('say %s', (text, condition) => expect(said(condition)).toBe(text));

  it('are joined without those that change nothing', () => {
    expect(allOf([])).toBe(everyRow);
    expect(allOf([everyRow, everyRow])).toBe(everyRow);
    expect(allOf([everyRow, isOpen])).toBe(isOpen);
    expect(allOf([isOpen, noRow, isDear])).toBe(noRow);
    expect(said(allOf([isOpen, everyRow, isDear]))).toBe('(status = "open" and total >= "100")');
    expect(anyOf([])).toBe(noRow);
    expect(anyOf([noRow, noRow])).toBe(noRow);
    expect(anyOf([noRow, isOpen])).toBe(isOpen);
    expect(anyOf([isOpen, everyRow, isDear])).toBe(everyRow);
    expect(said(anyOf([isOpen, noRow, isDear]))).toBe('(status = "open" or total >= "100")');
  });
});

describe('fieldsIn', () => {
  const customer = pathOf(order, 'customer');
  const ofCustomer = { name: 'customer__name', steps: [{ field: customer.field, target: order }], field: status.field };
  const texts = plain('x');

  it('names the own fields that a condition reads, or with which a path begins', () => {
    const condition = allOf([isOpen, anyOf([isDear, { kind: 'not', part: equals(ofCustomer, 'x') }])]);
    expect(fieldsIn(condition)).toEqual([status.field, total.field, customer.field]);
    expect(fieldsIn({ kind: 'null', path: total, isNull: true })).toEqual([total.field]);
    expect(fieldsIn(holdsText(total, undefined, 'x'))).toEqual([total.field]);
  });

  it('names none for conditions on rows of other tables, keys and collected rows', () => {
    const others: Condition[] = [
      everyRow,
      noRow,
      { kind: 'collected', range: { from: texts, to: texts } },
      { kind: 'key of', path: total, model: order },
    ];
    for (const condition of others) expect(fieldsIn(condition)).toEqual([]);
  });
});
