import { describe, expect, it } from 'vitest';
import { defaultSortOf, sortBy, sortOf, termsOf } from './sort.ts';

describe('the order of a list', () => {
  it('keeps several columns, each with its direction', () => {
    const terms = [
      { name: 'status', isDescending: true },
      { name: 'total', isDescending: false },
      { name: 'placed_at', isDescending: true },
    ];
    expect(sortOf(terms)).toEqual({ field: 'status,total,-placed_at', order: 'DESC' });
    expect(termsOf({ field: 'status,total,-placed_at', order: 'DESC' })).toEqual(terms);
    expect(sortOf([])).toBeNull();
  });

  it('is that of one column after a click, which turns at the second one', () => {
    const by = (sort: Parameters<typeof sortBy>[0], name: string): unknown => sortBy(sort, name, false);
    expect(by({ field: 'status,-total', order: 'ASC' }, 'total')).toEqual({ field: 'total', order: 'ASC' });
    expect(by({ field: 'total', order: 'ASC' }, 'total')).toEqual({ field: 'total', order: 'DESC' });
    expect(by({ field: 'total', order: 'DESC' }, 'total')).toEqual({ field: 'total', order: 'ASC' });
  });

  it('gains a column by a click with the shift key, and turns one that it has', () => {
    const first = sortBy({ field: 'status', order: 'DESC' }, 'total', true);
    expect(first).toEqual({ field: 'status,total', order: 'DESC' });
    expect(sortBy(first, 'total', true)).toEqual({ field: 'status,-total', order: 'DESC' });
    expect(sortBy(first, 'status', true)).toEqual({ field: 'status,total', order: 'ASC' });
  });

  it('is the order of the config at first, with all of its columns', () => {
    expect(defaultSortOf({ pk_field: 'id', ordering: ['-placed_at', 'number'] })).toEqual({ field: 'placed_at,number', order: 'DESC' });
    expect(defaultSortOf({ pk_field: 'code', ordering: ['name', '-id'] })).toEqual({ field: 'name,-_id', order: 'ASC' });
    expect(defaultSortOf({ pk_field: 'id', ordering: [] })).toEqual({ field: 'pk', order: 'DESC' });
  });
});
