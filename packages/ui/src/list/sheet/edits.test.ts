import type { ServedRecord } from '@grimoire/client/react-admin';
import { describe, expect, it } from 'vitest';
import { Broken } from '../../inputs/broken.ts';
import { isConflict, operationsOf, resolved, troubled, withoutProblems, withProblems } from './changes-to-save.ts';
import { type CellChange, changed, countOf, type Edits, redone, stepped, unchanged, undone, withEdit } from './edits.ts';

const record = (id: number, more: object = {}) =>
  ({ id, _label: `Row ${id}`, name: 'Ada', price: '1.00', shop: 4, shop_label: 'Oslo', ...more }) as ServedRecord;
const set = (id: number, name: string, value: unknown, label?: string): CellChange => ({ record: record(id), name, value, label });
const some = (): Edits => changed(new Map(), [set(1, 'price', '2'), set(1, 'name', 'Bo'), set(2, 'price', '3')]);

describe('changed cells', () => {
  it('are counted, and are no longer changed with the value of before', () => {
    expect(countOf(some())).toEqual({ cells: 3, rows: 2 });
    const back = changed(some(), [set(1, 'name', 'Ada'), set(2, 'price', '1.00')]);
    expect(countOf(back)).toEqual({ cells: 1, rows: 1 });
  });

  it('are taken back and put again, step by step', () => {
    const [first, second] = [some(), changed(some(), [set(3, 'name', 'Cy')])];
    const history = stepped(stepped(unchanged, first), second);
    const before = undone(history);
    expect(before.now).toBe(first);
    expect(redone(before)).toEqual(history);
    expect(undone(undone(undone(before))).now.size).toBe(0);
    // A new step takes the place of those that were taken back.
    expect(redone(stepped(before, some())).future).toEqual([]);
  });

  it('stand in the row of the list, which is the same object until it changes again', () => {
    const edits = changed(some(), [set(1, 'shop', 5, 'Bergen')]);
    const row = record(1);
    const shown = withEdit(row, edits.get(1));
    expect(shown).toMatchObject({ id: 1, price: '2', name: 'Bo', shop: 5, shop_label: 'Bergen' });
    expect(withEdit(row, edits.get(1))).toBe(shown);
    expect(withEdit(row, changed(edits, [set(9, 'name', 'Di')]).get(1))).toBe(shown);
    expect(withEdit(record(3), edits.get(3))).toEqual(record(3));
    const renamed = withEdit({ ...record(1), _row: { id: 'A', name: 'Ada' } }, edits.get(1));
    expect(renamed).toMatchObject({ id: 1, _row: { id: 'A', name: 'Bo' } });
  });
});

describe('changed cells that are saved', () => {
  it('are one operation a row, on the condition that the row is as it was read', () => {
    const read = new Map([[1, { ...record(1), _etag: '"a"' } as ServedRecord]]);
    expect(operationsOf(some(), read)).toEqual([
      { op: 'update', pk: 1, data: { price: '2', name: 'Bo' }, if_match: '"a"' },
      { op: 'update', pk: 2, data: { price: '3' } },
    ]);
  });

  it('have the messages of the service at their cells, otherwise at the first of their row', () => {
    const refused = withProblems(some(), { 0: { price: ['Too high.'], other: ['Wrong.'] }, 1: { non_field_errors: ['No.'] } }, (name) =>
      name === 'other' ? 'Other' : '',
    );
    expect(refused.get(1)?.cells['price']?.problem).toBe('Too high. Other: Wrong.');
    expect(refused.get(1)?.cells['name']?.problem).toBeUndefined();
    expect(refused.get(2)?.cells['price']?.problem).toBe('No.');
    expect(troubled(refused)).toEqual([
      { id: 1, name: 'price' },
      { id: 2, name: 'price' },
    ]);
    expect(troubled(withoutProblems(refused))).toEqual([]);
    expect(troubled(changed(refused, [set(1, 'price', '2.5'), set(2, 'price', new Broken('None.', 'x'))]))).toEqual([
      { id: 2, name: 'price' },
    ]);
  });

  it('are in conflict with another value of somebody else in the same cell, and with nothing else', () => {
    const edit = some().get(1);
    const conflictWith = (theirs: object): boolean => edit !== undefined && isConflict(edit, record(1, theirs));
    expect([{ price: '7' }, { price: '2' }, { shop: 7 }].map(conflictWith)).toEqual([true, false, false]);
  });

  it('are in no conflict with the rest of a text of which the list has the beginning', () => {
    const base = record(1, { name: 'Ada', _cut: ['name'] });
    const edit = changed(new Map(), [{ record: base, name: 'name', value: 'Bo' }]).get(1);
    const theirs = ['Ada Lovelace', 'Cy'].map((name) => edit !== undefined && isConflict(edit, record(1, { name })));
    expect(theirs).toEqual([false, true]);
  });

  it('go on from the row of now once the user has chosen', () => {
    const theirs = record(1, { price: '7', name: 'Cy' });
    const mine = resolved(some(), theirs, { price: '2', name: 'Cy' });
    expect(mine.get(1)).toEqual({ base: theirs, cells: { price: { value: '2' } } });
    expect(resolved(some(), theirs, { price: '7', name: 'Cy' }).has(1)).toBe(false);
  });
});
