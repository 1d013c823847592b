import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../model/field.ts';
import type { FieldPath } from '../model/model.ts';
import { allOf, anyOf, compares, type Condition, equals, everyRow, isOneOf, noRow } from './condition.ts';
import { isWithin } from './condition-order.ts';

type Row = Readonly<Record<'a' | 'b', number | null>>;
const field = (name: string): Field => ({ name }) as Field;
const paths: Readonly<Record<'a' | 'b', FieldPath>> = {
  a: { name: 'a', steps: [], field: field('a') },
  b: { name: 'b', steps: [], field: field('b') },
};
const values = [1, 2, 3];
const rows: Row[] = [null, ...values].flatMap((a) => [null, ...values].map((b) => ({ a, b })));

/** Whether a row matches a condition; null matches no comparison. */
function meets(row: Row, condition: Condition): boolean {
  switch (condition.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'and':
      return condition.parts.every((part) => meets(row, part));
    case 'or':
      return condition.parts.some((part) => meets(row, part));
    case 'not':
      return !meets(row, condition.part);
    case 'compare': {
      const value = row[condition.path.name as 'a' | 'b'];
      const wanted = Number(condition.value.binding.given);
      if (value === null) return false;
      return condition.comparison === '=' ? value === wanted : condition.comparison === '!=' ? value !== wanted : value < wanted;
    }
    case 'in':
      return condition.values.binding.given.includes(row[condition.path.name as 'a' | 'b']);
    default:
      throw new Error('Not among those of the test.');
  }
}

const name = fc.constantFrom('a' as const, 'b' as const);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(everyRow, noRow),
    fc
      .tuple(name, fc.constantFrom('=' as const, '!=' as const, '<' as const), fc.constantFrom(...values))
      .map(([key, comparison, value]) => compares(paths[key], comparison, value)),
    fc.tuple(name, fc.subarray(values, { minLength: 1 })).map(([key, some]) => isOneOf(paths[key], some)),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((parts) => allOf(parts)),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((parts) => anyOf(parts)),
    tie('condition').map((part): Condition => ({ kind: 'not', part })),
  ),
}));

describe('isWithin', () => {
  it('says yes only where every row that meets the first meets the second', () => {
    fc.assert(
      fc.property(condition, condition, (inner, outer) => {
        if (isWithin(inner, outer)) expect(rows.filter((row) => meets(row, inner) && !meets(row, outer))).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  it('says yes of a condition and itself', () => fc.assert(fc.property(condition, (one) => isWithin(one, one))));

  const is = (key: 'a' | 'b', value: number): Condition => equals(paths[key], value);
  const among = (key: 'a' | 'b', ...all: number[]): Condition => isOneOf(paths[key], all);
  it.each([
    [is('a', 1), among('a', 1, 2), true],
    [among('a', 1, 2), among('a', 2, 1, 3), true],
    [among('a', 1, 2), is('a', 1), false],
    [is('a', 1), is('b', 1), false],
    [allOf([is('a', 1), is('b', 2)]), is('b', 2), true],
    [is('a', 1), anyOf([is('b', 2), among('a', 1, 3)]), true],
    [everyRow, is('a', 1), false],
    [noRow, is('a', 1), true],
  ])('knows lists, "and" and "or" (%#)', (inner, outer, expected) => expect(isWithin(inner, outer)).toBe(expected));
});
