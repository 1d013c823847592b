import type { ServedRecord } from '@grimoire/client/react-admin';
import { describe, expect, it } from 'vitest';
import { Broken } from '../../inputs/broken.ts';
import { isConflict } from './changes-to-save.ts';
import { cellsOf, keptCells } from './draft-of-cells.ts';
import { changed } from './edits.ts';

const record = (id: number, more: object = {}) =>
  ({ id, _label: `Row ${id}`, name: 'Ada', price: '1.00', shop: 4, ...more }) as ServedRecord;
const edits = changed(new Map(), [
  { record: record(1), name: 'price', value: '2' },
  { record: record(1), name: 'shop', value: 5, label: 'Bergen' },
  { record: record(2), name: 'price', value: new Broken('No number.', 'dear') },
]);
const stored = JSON.parse(JSON.stringify(keptCells(edits))) as Readonly<Record<string, unknown>>;

describe('changed cells that a browser keeps', () => {
  it('are the same again, with what is no value, also where their row is on another page', () => {
    expect(cellsOf(stored, [record(1)])).toEqual(
      new Map<unknown, unknown>([
        [1, edits.get(1)],
        [2, { base: { id: 2, _label: 'Row 2', price: '1.00' }, cells: edits.get(2)?.cells ?? {} }],
      ]),
    );
  });

  it('are in conflict with what somebody else has changed since', () => {
    const now = record(1, { price: '7.00' });
    const edit = cellsOf(stored, [now]).get(1);
    expect(edit && isConflict(edit, now)).toBe(true);
  });

  it('are those of nothing where somebody has written something else', () => {
    const broken = { a: 1, b: { id: {}, cells: [] }, c: { id: 3, cells: 'x' }, d: { id: 4, cells: [null, { name: 7 }] } };
    expect(cellsOf(broken, []).size).toBe(0);
  });
});
