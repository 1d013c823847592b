import { describe, expect, it } from 'vitest';
import { modelOf, shopOf } from '../test-models/models.ts';
import type { CardFilters } from './home-config.ts';
import { type LastUnits, movingFilters, relativeQuery, viewQuery } from './relative-query.ts';

const order = modelOf(shopOf(), 'shop.Order');
const moving = (filters: CardFilters, within?: LastUnits): Readonly<Record<string, string>> =>
  movingFilters(order, filters, within).filters;

describe('the filters of a card that move with the day', () => {
  it.each<[CardFilters, Record<string, string>]>([
    [{ due__lt: 'today' }, { 'due~in_date': 'before today' }],
    [{ due: 'today' }, { 'due~in_date': 'today' }],
    [{ due__exact: 'today+1' }, { 'due~in_date': 'tomorrow' }],
    [{ due__lte: 'today' }, { 'due~in_date': 'until today' }],
    [{ due__gt: 'today' }, { 'due~in_date': 'after today' }],
    [{ due__gte: 'today' }, { 'due~in_date': 'from today on' }],
    [{ due__lte: 'today+7' }, { 'due~before_date': 'today+8' }],
    [{ due__lt: 'today-30' }, { 'due~before_date': 'today-30' }],
    [{ due__gte: 'today-6', due__lte: 'today' }, { 'due~last_date': '7' }],
    [{ due__gte: 'today', due__lt: 'today+7' }, { 'due~next_date': '7' }],
    [
      { due__gte: 'today-20', due__lt: 'today-10' },
      { 'due~from_date': 'today-20', 'due~before_date': 'today-10' },
    ],
    [{ placed__lt: 'today' }, { 'placed~in': 'before today' }],
    [
      { placed__gte: 'today-30', due__lt: 'today' },
      { 'placed~from': 'today-30', 'due~in_date': 'before today' },
    ],
    // Of two filters for one end, one moves, and the other stays beside it.
    [{ due__gte: 'today', due__gt: 'today+3' }, { 'due~in_date': 'from today on' }],
    // A moment within a day, a day that stands still, and a text.
    [{ placed__lte: 'today', due__gte: '2026-01-01', number: 'today' }, {}],
    [{ due: ['today', 'today+1'] }, {}],
  ])('%j', (filters, expected) => {
    expect(moving(filters)).toEqual(expected);
  });

  it('are those of the last days, weeks or months', () => {
    expect(moving({}, { by: 'placed', last: 30, each: 'day' })).toEqual({ 'placed~last': '30' });
    expect(moving({ due__lt: 'today' }, { by: 'placed', last: 1, each: 'day' })).toEqual({
      'due~in_date': 'before today',
      'placed~in': 'today',
    });
    expect(moving({}, { by: 'due', last: 12, each: 'month' })).toEqual({ 'due~in_date': 'last 12 months' });
    expect(moving({}, { by: 'due', last: 1, each: 'week' })).toEqual({ 'due~in_date': 'last 1 weeks' });
    expect(moving({ placed__gte: '2026-01-01' }, { by: 'placed', last: 30, each: 'day' })).toEqual({});
  });

  it('stand in a query in place of the days of now', () => {
    const query = new URLSearchParams({ due__lt: '2026-03-31', status: 'new' });
    expect(relativeQuery(query, movingFilters(order, { due__lt: 'today', status: 'new' }))).toBe('status=new&due%7Ein_date=before+today');
    expect(relativeQuery(query, movingFilters(order, { status: 'new' }))).toBeUndefined();
  });
});

describe('the query of a saved view', () => {
  const time = { zone: 'Europe/Berlin', now: Date.parse('2026-03-30T22:30:00Z') };
  const query = 'placed__gte=2025-01-01T00%3A00%3A00Z&placed__lt=2025-01-02T00%3A00%3A00Z&status=new';

  it('has the days of now where its look keeps them relative', () => {
    const display = JSON.stringify({ filter: { 'placed~in': 'today', status: ['new'] } });
    const { parameters, moving: moves } = viewQuery({ query, display }, time);
    expect(Object.fromEntries(parameters)).toEqual({
      placed__gte: '2026-03-30T22:00:00Z',
      placed__lt: '2026-03-31T22:00:00Z',
      status: 'new',
    });
    expect(relativeQuery(parameters, moves)).toBe('status=new&placed%7Ein=today');
  });

  it.each([{}, { filter: null }, { filter: 'x' }, { filter: { 'due~in_date': 'today' } }, { filter: { 'placed~in': 'never' } }])(
    'stays as it was checked where its look says something else: %j',
    (display) => {
      const { parameters, moving: moves } = viewQuery({ query, display: JSON.stringify(display) }, time);
      expect(parameters.toString()).toBe(query);
      expect(relativeQuery(parameters, moves)).toBeUndefined();
    },
  );
});
