import { describe, expect, it } from 'vitest';
import { blockOf, fillPlan, neighbour, pastePlan, placeAfter, placesOf } from './grid.ts';

const size = { rows: 20, columns: 4 };
const at = (row: number, column: number) => ({ row, column });
const one = (row: number, column: number) => ({ first: at(row, column), last: at(row, column) });

describe('a cell that moves', () => {
  it.each([
    ['ArrowDown', false, at(4, 2)],
    ['ArrowUp', false, at(2, 2)],
    ['ArrowLeft', false, at(3, 1)],
    ['ArrowRight', false, at(3, 3)],
    ['ArrowDown', true, at(19, 2)],
    ['ArrowLeft', true, at(3, 0)],
    ['PageDown', false, at(13, 2)],
    ['PageUp', false, at(0, 2)],
    ['Home', false, at(3, 0)],
    ['End', false, at(3, 3)],
    ['Home', true, at(0, 0)],
    ['End', true, at(19, 3)],
  ])('by %s, far: %s', (key, isFar, place) => {
    expect(placeAfter(key, at(3, 2), size, isFar)).toEqual(place);
  });

  it('stays within the table, and where another key is pressed', () => {
    expect(placeAfter('ArrowRight', at(3, 3), size, false)).toEqual(at(3, 3));
    expect(placeAfter('x', at(3, 3), size, false)).toBeUndefined();
    expect(placeAfter('constructor', at(3, 3), size, false)).toBeUndefined();
  });

  it('goes on in the next row, and beyond the last cell out of the table', () => {
    expect(neighbour(at(3, 3), size, 1)).toEqual(at(4, 0));
    expect(neighbour(at(4, 0), size, -1)).toEqual(at(3, 3));
    expect([neighbour(at(19, 3), size, 1), neighbour(at(0, 0), size, -1)]).toEqual([undefined, undefined]);
  });
});

describe('a block of cells', () => {
  it('is between two corners, whichever they are', () => {
    const block = blockOf({ anchor: at(5, 1), here: at(4, 2) });
    expect(block).toEqual({ first: at(4, 1), last: at(5, 2) });
    expect(placesOf(block)).toEqual([at(4, 1), at(4, 2), at(5, 1), at(5, 2)]);
  });
});

describe('a paste', () => {
  const texts = (plan: ReturnType<typeof pastePlan>) => plan.filled.map(({ place, text }) => [place.row, place.column, text]);

  it('fills the cells from the first one on', () => {
    const plan = pastePlan([['a', 'b'], ['c']], one(2, 1), size);
    expect(texts(plan)).toEqual([
      [2, 1, 'a'],
      [2, 2, 'b'],
      [3, 1, 'c'],
      [3, 2, ''],
    ]);
    expect(plan).toMatchObject({ beyond: 0, block: { first: at(2, 1), last: at(3, 2) } });
  });

  it('fills a block of several cells again and again, where it fits into it', () => {
    expect(texts(pastePlan([['a']], { first: at(0, 0), last: at(1, 1) }, size))).toEqual([
      [0, 0, 'a'],
      [0, 1, 'a'],
      [1, 0, 'a'],
      [1, 1, 'a'],
    ]);
    expect(texts(pastePlan([['a'], ['b']], { first: at(0, 0), last: at(3, 0) }, size)).map(([, , text]) => text)).toEqual([
      'a',
      'b',
      'a',
      'b',
    ]);
    expect(pastePlan([['a'], ['b']], { first: at(0, 0), last: at(2, 0) }, size).filled).toHaveLength(2);
  });

  it('says how many texts have no cell', () => {
    const plan = pastePlan(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      one(19, 3),
      size,
    );
    expect(texts(plan)).toEqual([[19, 3, 'a']]);
    expect(plan).toMatchObject({ beyond: 3, block: one(19, 3) });
  });
});

describe('a fill down', () => {
  it('takes the values of the first row, or those of the row above', () => {
    expect(fillPlan({ first: at(1, 0), last: at(3, 0) })).toEqual([
      { place: at(2, 0), from: at(1, 0) },
      { place: at(3, 0), from: at(1, 0) },
    ]);
    expect(fillPlan(one(3, 2))).toEqual([{ place: at(3, 2), from: at(2, 2) }]);
    expect(fillPlan(one(0, 2))).toEqual([]);
  });
});
