import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../../testing/schemas.ts';
import type { Children } from './children.ts';
import { nextOrderValue, orderOf, orderFieldOf, valuesAfterMove } from './line-order.ts';

/** The order values of lines after a move. */
function moved(values: readonly unknown[], from: number, to: number): readonly unknown[] {
  const changes = valuesAfterMove(values, from, to);
  return values.map((value, index) => changes.get(index) ?? value);
}

describe('the order of lines', () => {
  it('is that of their values, whatever their places in the form', () => {
    expect(orderOf([30, null, 10, 20, undefined, 10])).toEqual([2, 5, 3, 0, 1, 4]);
  });

  it('changes by as few lines as were passed', () => {
    expect([...valuesAfterMove([1, 2, 3, 4, 5], 3, 1)]).toEqual([
      [3, 2],
      [1, 3],
      [2, 4],
    ]);
    expect([...valuesAfterMove([1, 2, 3], 1, 1)]).toEqual([]);
  });

  it('keeps gaps, and gives numbers to lines that have none or the same', () => {
    expect(moved([10, 20, 40], 2, 0)).toEqual([20, 40, 10]);
    expect(moved([0, 0, 0], 2, 0)).toEqual([1, 2, 0]);
    expect(moved([null, 7, null], 0, 2)).toEqual([7, 9, 8]);
    expect(moved([null, null], 0, 1)).toEqual([2, 1]);
  });

  it('is the one that the person sees after the move', () => {
    const values = fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(values, fc.nat(), fc.nat(), (before, a, b) => {
        const [from, to] = [a % before.length, b % before.length];
        const expected = [...orderOf(before)];
        expected.splice(to, 0, ...expected.splice(from, 1));
        const after = moved(before, from, to);
        if (from !== to) expect(orderOf(after)).toEqual(expected);
        if (new Set(before).size === before.length && !before.includes(null)) expect(new Set(after)).toEqual(new Set(before));
      }),
    );
  });

  it('goes on with new lines, also after lines that were removed', () => {
    expect(nextOrderValue([1, 5, null], [], 0)).toBe(6);
    expect(nextOrderValue([1], [1, 2], 0)).toBe(3);
    expect([nextOrderValue([], [], 0), nextOrderValue([], [], undefined)]).toEqual([0, 1]);
  });
});

describe('the order field of an inline', () => {
  const inline = { model: 'shop.Line', fk_field: 'order', verbose_name: 'line', position_field: 'position' };
  const schema = schemaOf('shop.Line', [field('position', { type: 'IntegerField' }), field('fixed', { editable: false })]);
  const row = { id: 1, position: 1 } as unknown as Children['rows'][number];
  const child: Children = { inline, schema, rows: [row], total: 1 };
  const of = (more: Partial<Children>) => orderFieldOf({ ...child, ...more }, ({ editable }) => editable);
  const may = (permissions: Partial<typeof schema.permissions>) => ({
    schema: { ...schema, permissions: { ...schema.permissions, ...permissions } },
  });

  it('is the field that the schema names', () => {
    expect(of({})).toBe('position');
    expect(of({ inline: { model: 'shop.Line', fk_field: 'order', verbose_name: 'line' } })).toBeUndefined();
  });

  it('is not changed by those who may not change it, or the lines', () => {
    expect(of({ inline: { ...inline, position_field: 'fixed' } })).toBeUndefined();
    expect(of({ inline: { ...inline, position_field: 'unseen' } })).toBeUndefined();
    expect(of(may({ change: false }))).toBeUndefined();
    expect(of({ ...may({ change: false }), rows: [], total: 0 })).toBe('position');
  });

  it('is not changed where some lines are not in the form, or have other values', () => {
    expect(of({ total: 2 })).toBeUndefined();
    expect(of({ rows: [{ ...row, position: '9007199254740993' }] })).toBeUndefined();
    expect(of({ rows: [{ ...row, position: null }] })).toBe('position');
  });
});
