import { describe, expect, it } from 'vitest';
import { modelOf, pathOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import {
  allowedBy,
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
  isOneRow,
  matchesText,
  noneOf,
  noRow,
  readsOtherRows,
} from './condition.ts';
import type { SearchIndex } from '../model/table.ts';
import { Parameter, plain } from './parameter.ts';

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

const customer = pathOf(order, 'customer');
const ofCustomer = { name: 'customer__name', steps: [{ field: customer.field, target: order }], field: status.field };
const texts = plain('x');
const indexed: Condition = { kind: 'indexed', index: { name: 'i' } as SearchIndex, match: texts };
const keys: Condition = {
  kind: 'keys',
  model: order,
  keys: new Parameter('keys', { given: [], fields: [] }),
  parts: [],
  texts: new Parameter('texts', { given: [] }),
};

describe('fieldsIn', () => {
  it('names the own fields that a condition reads, or with which a path begins', () => {
    const condition = allOf([isOpen, anyOf([isDear, { kind: 'not', part: equals(ofCustomer, 'x') }])]);
    expect(fieldsIn({ kind: 'rule', part: condition })).toEqual(fieldsIn(condition));
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
      { kind: 'last of', path: total, same: [], values: new Parameter('texts', { given: [] }), isKey: false },
      indexed,
      keys,
    ];
    for (const condition of others) expect(fieldsIn(condition)).toEqual([]);
  });
});

describe('a row rule', () => {
  it('is marked in the condition of a request, unless it allows all rows or none', () => {
    expect(allowedBy(isOpen)).toEqual({ kind: 'rule', part: isOpen });
    expect(allowedBy(everyRow)).toBe(everyRow);
    expect(allowedBy(noRow)).toBe(noRow);
  });
});

describe('readsOtherRows', () => {
  const isOfCustomer = equals(ofCustomer, 'x');
  const tags = pathOf(order, 'tags');

  it.each<[string, Condition, boolean]>([
    ['a path along a link', isOfCustomer, true],
    ['one of two parts', allOf([isOpen, isOfCustomer]), true],
    ['one of two alternatives', anyOf([isOfCustomer, isOpen]), true],
    ['what is excluded', noneOf(isOfCustomer), true],
    ['a row rule', allowedBy(isOfCustomer), true],
    ['a link', { kind: 'null', path: tags, isNull: true }, true],
    ['the key of another row', { kind: 'key of', path: total, model: order }, true],
    ['later rows', { kind: 'last of', path: total, same: [], values: new Parameter('texts', { given: [] }), isKey: false }, true],
    ['own fields', allOf([isOpen, noneOf(isDear), allowedBy(isOpen)]), false],
    ['every row', everyRow, false],
    ['no row', noRow, false],
    ['collected rows', { kind: 'collected', range: undefined }, false],
    ['a search index', indexed, false],
    ['keys', keys, false],
  ])('by %s: %s', (_, condition, expected) => expect(readsOtherRows(condition)).toBe(expected));
});

describe('isOneRow', () => {
  const id = pathOf(order, 'id');

  it.each<[string, Condition, boolean]>([
    ['its key', equals(id, 7n), true],
    ['its key and more', allOf([isOpen, equals(id, 7n)]), true],
    ['other fields', allOf([isOpen, isDear]), false],
    ['a range of keys', compares(id, '>=', 7n), false],
    ['several keys', isOneOf(id, [7n, 8n]), false],
    ['a key or more', anyOf([equals(id, 7n), isOpen]), false],
    ['the key of a related row', equals({ ...ofCustomer, field: id.field }, 7n), false],
    ['no condition', everyRow, false],
  ])('by %s', (_, condition, expected) => expect(isOneRow(condition)).toBe(expected));
});
