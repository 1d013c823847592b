import type { SavedView } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../../testing/schemas.ts';
import { addressOf, areSameColumns, isSameState, savedOf, stateOf, type ViewState } from './view-state.ts';

const schema = schemaOf('shop.Order', [field('number'), field('placed', { type: 'DateTimeField' })], { ordering: ['-placed', 'number'] });
const view = (more: Partial<SavedView>): SavedView => ({
  id: 1,
  model: 'shop.Order',
  name: 'A view',
  query: '',
  display: {},
  sharing: { kind: 'own' },
  is_default: false,
  is_own: true,
  may_change: true,
  problems: {},
  etag: '"1"',
  ...more,
});

describe('what a saved view keeps of a list', () => {
  const state: ViewState = {
    filter: { q: 'Jörg', status: ['new', 'paid'], 'placed~in': 'today' },
    sort: { field: 'placed,-id', order: 'DESC' },
    columns: { order: ['number', 'placed'], shown: ['number', 'placed'] },
  };

  it('is what the service can check, and what stays relative', () => {
    const { query, display } = savedOf(schema, state);
    const parameters = new URLSearchParams(query);
    expect([parameters.get('search'), parameters.getAll('status'), parameters.get('ordering')]).toEqual([
      'Jörg',
      ['new', 'paid'],
      '-placed,-pk',
    ]);
    expect(parameters.get('placed__gte')).toMatch(/^\d{4}-/);
    expect(stateOf(schema, view({ query, display }))).toEqual(state);
  });

  it('names no column that it does not show', () => {
    const columns = { order: ['salary', 'placed', 'number'], shown: ['number', 'placed'] };
    const { display } = savedOf(schema, { ...state, columns });
    expect(display['columns']).toEqual({ order: ['placed', 'number'], shown: ['placed', 'number'] });
  });

  it('has the widths, the pins and the height of rows, of the columns that it shows', () => {
    const columns = { order: ['salary', 'placed', 'number'], shown: ['number', 'placed'] };
    const look = { pinned: ['placed', 'salary'], widths: { salary: 100, number: 80.5 }, density: 'dense' } as const;
    const { query, display } = savedOf(schema, { ...state, columns, look });
    expect(display['look']).toEqual({ pinned: ['placed'], widths: { number: 80.5 }, density: 'dense' });
    expect(stateOf(schema, view({ query, display })).look).toEqual(display['look']);
    // Without a choice of columns, the view has those of the config.
    expect(savedOf(schema, { ...state, columns: undefined, look }).display['look']).toEqual({
      ...look,
      pinned: ['placed'],
      widths: { number: 80.5 },
    });
    // Another user may have stored any value.
    for (const other of [
      { pinned: 'placed', widths: {} },
      { pinned: [], widths: { number: '80' } },
      { pinned: [], widths: { number: -1 } },
      5,
    ])
      expect(stateOf(schema, view({ query, display: { ...display, look: other } })).look).toBeUndefined();
  });

  it('counts only where its two halves say the same: the service has judged one of them', () => {
    const { query, display } = savedOf(schema, state);
    const judged = stateOf(schema, view({ query: 'search=a', display: {} }));
    for (const filter of [
      { q: 'a', secret: 'x' },
      { q: 'b' },
      { q: 'a', status: 'lost' },
      { 'placed~in': 'today', q: 'a' },
      { _filter: '{' },
      { a: { b: [{}] } },
      {},
    ])
      expect(
        stateOf(
          schema,
          view({ query: 'search=a&ordering=-placed,number', display: { filter, sort: { field: 'placed,number', order: 'DESC' } } }),
        ).filter,
      ).toEqual(judged.filter);
    // The days of a period are others on another day.
    const later = query.replaceAll(/(placed__\w+=)2\d{3}/g, '$12001');
    expect(later).not.toBe(query);
    expect(stateOf(schema, view({ query: later, display }))).toEqual(state);
    expect(stateOf(schema, view({ query: `${later}&page_size=20`, display }))).toEqual(state);
    const sorted = { ...display, sort: { field: 'secret', order: 'ASC' } };
    expect(stateOf(schema, view({ query, display: sorted })).sort).toEqual({ field: 'placed,-pk', order: 'DESC' });
  });

  it('is found in the parameters of a view that another client has made', () => {
    const other = stateOf(
      schema,
      view({ query: 'search=a&status=new&status=paid&total__gte=1&ordering=-number,placed', display: { color: 'red' } }),
    );
    expect(other).toEqual({
      filter: { q: 'a', status: ['new', 'paid'], total__gte: '1' },
      sort: { field: 'number,placed', order: 'DESC' },
      columns: undefined,
    });
    expect(stateOf(schema, view({})).sort).toEqual({ field: 'placed,number', order: 'DESC' });
  });

  it('is compared by rows and order, whatever the order of the filters', () => {
    const turned = { ...state, filter: { 'placed~in': 'today', status: ['new', 'paid'], q: 'Jörg', empty: '' } };
    expect(isSameState(state, turned)).toBe(true);
    expect(isSameState(state, { ...state, filter: {} })).toBe(false);
    expect(isSameState(state, { ...state, sort: { field: 'placed', order: 'DESC' } })).toBe(false);
  });

  it('is compared by columns that are shown, widths and pins, not by the height of rows', () => {
    const { columns: _columns, look: _look, ...bare } = state;
    const same = (one: ViewState, other: ViewState): boolean => areSameColumns({ ...schema, list_display: shown }, one, other);
    const [first, ...others] = ['number', 'placed'] as const;
    const shown = [first, ...others];
    expect(same(bare, { ...bare, columns: { order: [...shown, 'more'], shown }, look: { pinned: [], widths: {}, density: 'dense' } })).toBe(
      true,
    );
    expect(same(bare, { ...bare, columns: { order: [...others, first], shown } })).toBe(false);
    expect(same(bare, { ...bare, look: { pinned: [first], widths: {} } })).toBe(false);
    expect(same(bare, { ...bare, look: { pinned: [], widths: { [first]: 90 } } })).toBe(false);
    expect(same(bare, { ...bare, look: { pinned: [], widths: { hidden: 90 } } })).toBe(true);
  });

  it('is an address', () => {
    const [path, query] = addressOf('shop.Order', state).split('?');
    expect(path).toBe('/shop.Order');
    expect(JSON.parse(new URLSearchParams(query).get('filter') ?? '')).toEqual(state.filter);
  });
});
