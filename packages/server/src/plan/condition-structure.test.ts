import { describe, expect, it } from 'vitest';
import { modelOf, pathOf, shopOf } from '../test-models/models.ts';
import { resolvePath } from '../model/path.ts';
import type { FieldPath } from '../model/model.ts';
import {
  allOf,
  anyOf,
  compares,
  type Condition,
  containsAny,
  equals,
  everyRow,
  holdsText,
  isOneOf,
  matchesText,
  noRow,
} from './condition.ts';
import { isWithin } from './condition-order.ts';
import { keysAre } from './keys.ts';
import { Parameter } from './parameter.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const line = modelOf(registry, 'shop.Line');
const tag = modelOf(registry, 'shop.Tag');
const [memo, status, total] = ['memo', 'status', 'total'].map((name) => pathOf(order, name)) as [FieldPath, FieldPath, FieldPath];
const customerName = resolvePath(order, 'customer.name', registry) ?? memo;
/** The same field of the same model, by another foreign key. */
const payerName: FieldPath = {
  ...customerName,
  steps: customerName.steps.map((step) => ({ ...step, field: { ...step.field, name: 'payer' } })),
};
const ownName: FieldPath = { ...customerName, steps: [] };
const ofOtherModel: FieldPath = { ...customerName, steps: customerName.steps.map((step) => ({ ...step, target: tag })) };
const lastOf = (same: readonly FieldPath[], isKey = false, given: readonly string[] = ['a']): Condition => ({
  kind: 'last of',
  path: memo,
  same: same.map(({ field }) => field),
  values: new Parameter('texts', { given }),
  isKey,
});

/** Conditions of which none is known to be within another. */
const apart: Readonly<Record<string, Condition>> = {
  'a value': equals(memo, 'a'),
  'another value': equals(memo, 'b'),
  'the value of another field': equals(status, 'a'),
  'at least a value': compares(total, '>=', '1'),
  'at most a value': compares(total, '<=', '1'),
  'a value along a foreign key': equals(customerName, 'a'),
  'a value along another foreign key': equals(payerName, 'a'),
  'a value of another model': equals(ofOtherModel, 'a'),
  'an own value': equals(ownName, 'a'),
  'values along a foreign key': isOneOf(customerName, ['b', 'c']),
  'values along another foreign key': isOneOf(payerName, ['b', 'c']),
  'no value': { kind: 'null', path: memo, isNull: true },
  'a text': containsAny(memo, ['a']),
  'another text': containsAny(memo, ['b']),
  'a text with its case': matchesText(memo, { where: 'anywhere', isCaseless: false }, ['a']),
  'a text in a list': holdsText(memo, undefined, 'a'),
  'a text in a member': holdsText(memo, 'x', 'a'),
  'a key of a model': { kind: 'key of', path: memo, model: tag },
  'a key of another model': { kind: 'key of', path: memo, model: line },
  'the last of a field': lastOf([status]),
  'the last of another field': lastOf([total]),
  'the last of two fields': lastOf([status, total]),
  'the last by key': lastOf([status], true),
  'the last of other values': lastOf([status], false, ['b']),
  keys: keysAre(line, [
    [1n, 'a'],
    [1n, 'b'],
  ]),
  'other keys': keysAre(line, [
    [1n, 'a'],
    [1n, 'c'],
  ]),
  'keys of another model': keysAre({ ...line, key: 'shop.Other' }, [
    [1n, 'a'],
    [1n, 'b'],
  ]),
  'rows of a run': { kind: 'collected', range: undefined },
};

describe('isWithin', () => {
  it.each(Object.keys(apart))('knows that "%s" is within itself, in every row, and in nothing else', (name) => {
    const condition = apart[name] ?? noRow;
    // A copy: structures are compared.
    const copy: Condition = { ...condition };
    const negated = (part: Condition): Condition => ({ kind: 'not', part });
    expect(isWithin(condition, copy)).toBe(true);
    expect(isWithin(negated(condition), negated(copy))).toBe(true);
    expect(isWithin(condition, everyRow)).toBe(true);
    expect(isWithin(noRow, condition)).toBe(true);
    expect(isWithin(everyRow, condition)).toBe(false);
    expect(isWithin(condition, noRow)).toBe(false);
    expect(isWithin(condition, negated(condition))).toBe(false);
    for (const [another, other] of Object.entries(apart)) {
      if (another === name) continue;
      expect([another, isWithin(condition, other), isWithin(negated(condition), negated(other))]).toEqual([another, false, false]);
    }
  });

  it('takes "or" and "and" apart', () => {
    const [a, b, c] = [equals(memo, 'a'), equals(status, 'open'), equals(total, '1')];
    expect(isWithin(anyOf([a, b]), anyOf([b, a, c]))).toBe(true);
    expect(isWithin(anyOf([a, c]), anyOf([a, b]))).toBe(false);
    expect(isWithin(allOf([a, b, c]), allOf([c, a]))).toBe(true);
    expect(isWithin(allOf([a, b]), allOf([a, c]))).toBe(false);
    expect(isWithin(anyOf([allOf([a, b]), c]), anyOf([a, c]))).toBe(true);
    const same: Condition = { kind: 'not', part: allOf([a, b]) };
    expect(isWithin(same, { kind: 'not', part: anyOf([a, b]) })).toBe(false);
    expect(isWithin(same, { kind: 'not', part: allOf([a, b]) })).toBe(true);
  });

  it('compares lists of values by their elements, for one field by one path', () => {
    expect(isWithin(isOneOf(customerName, ['a', 'b']), isOneOf(customerName, ['c', 'b', 'a']))).toBe(true);
    expect(isWithin(equals(customerName, 'a'), isOneOf(payerName, ['a', 'b']))).toBe(false);
    expect(isWithin(equals(memo, 'a'), isOneOf(status, ['a', 'b']))).toBe(false);
    expect(isWithin(compares(total, '<', '1'), isOneOf(total, ['1', '2']))).toBe(false);
    expect(isWithin(equals(total, '1'), compares(total, '<', '1'))).toBe(false);
  });
});
