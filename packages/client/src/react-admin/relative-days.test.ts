import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { periodNames } from '@grimoire/protocol';
import { filtersOf } from './records.ts';
import { relativeFilters } from './relative-days.ts';

describe('filters that are relative to today', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 2, 31, 15, 30) }));
  afterEach(() => void vi.useRealTimers());
  const instant = (year: number, month: number, day: number): string => new Date(year, month, day).toISOString();

  it('are the last days, today included', () => {
    expect(relativeFilters('placed~last', '7')).toEqual({ placed__gte: instant(2026, 2, 25), placed__lt: instant(2026, 3, 1) });
    expect(relativeFilters('due~last_date', 1)).toEqual({ due__gte: '2026-03-31', due__lt: '2026-04-01' });
  });

  it('are periods, each of which ends before the next one begins', () => {
    expect(relativeFilters('placed~in', 'last month')).toEqual({ placed__gte: instant(2026, 1, 1), placed__lt: instant(2026, 2, 1) });
    expect(relativeFilters('due~in_date', 'this month')).toEqual({ due__gte: '2026-03-01', due__lt: '2026-04-01' });
    expect(relativeFilters('due~in_date', 'yesterday')).toEqual({ due__gte: '2026-03-30', due__lt: '2026-03-31' });
    expect(relativeFilters('due~in_date', 'last year')).toEqual({ due__gte: '2025-01-01', due__lt: '2026-01-01' });
    for (const count of [7, 30]) expect(relativeFilters('placed~in', `last ${count} days`)).toEqual(relativeFilters('placed~last', count));
    expect(relativeFilters('due~in_date', 'tomorrow')).toEqual({ due__gte: '2026-04-01', due__lt: '2026-04-02' });
    expect(relativeFilters('due~in_date', 'last quarter')).toEqual({ due__gte: '2025-10-01', due__lt: '2026-01-01' });
    expect(relativeFilters('due~in_date', 'next quarter')).toEqual({ due__gte: '2026-04-01', due__lt: '2026-07-01' });
    for (const unit of ['week', 'month', 'quarter', 'year']) {
      const [last, present, next] = ['last', 'this', 'next'].map((which) => relativeFilters('due~in_date', `${which} ${unit}`));
      expect([last?.['due__lt'], present?.['due__lt']]).toEqual([present?.['due__gte'], next?.['due__gte']]);
    }
    for (const name of periodNames) {
      const { due__gte: from = '', due__lt: until = '9' } = relativeFilters('due~in_date', name) ?? {};
      expect(from < until).toBe(true);
    }
  });

  it('are the next days, today included', () => {
    expect(relativeFilters('due~next_date', '7')).toEqual({ due__gte: '2026-03-31', due__lt: '2026-04-07' });
    expect(relativeFilters('placed~next', '1')).toEqual(relativeFilters('placed~in', 'today'));
  });

  it('have one end where they are before or from a day', () => {
    expect(relativeFilters('due~in_date', 'before today')).toEqual({ due__lt: '2026-03-31' });
    expect(relativeFilters('placed~in', 'before today')).toEqual({ placed__lt: instant(2026, 2, 31) });
    expect(relativeFilters('due~in_date', 'after today')).toEqual({ due__gte: '2026-04-01' });
    expect(relativeFilters('due~before_date', 'today')).toEqual(relativeFilters('due~in_date', 'before today'));
    expect(relativeFilters('due~from_date', 'today')).toEqual(relativeFilters('due~in_date', 'from today on'));
    expect(relativeFilters('placed~before', 'today-30')).toEqual({ placed__lt: instant(2026, 2, 1) });
    expect(relativeFilters('due~from_date', 'today+8')).toEqual({ due__gte: '2026-04-08' });
    for (const value of ['', 'tomorrow', 'today 5', 'today-', '30']) expect(relativeFilters('due~before_date', value)).toBeUndefined();
  });

  it('count weeks, which begin on Monday, and months, of which the present one is the last', () => {
    expect(relativeFilters('due~in_date', 'last 12 months')).toEqual({ due__gte: '2025-04-01', due__lt: '2026-04-01' });
    expect(relativeFilters('due~in_date', 'last 2 weeks')).toEqual({ due__gte: '2026-03-23', due__lt: '2026-04-06' });
    expect(relativeFilters('due~in_date', 'last 1 months')).toEqual(relativeFilters('due~in_date', 'this month'));
    for (const name of ['last 0 weeks', 'last 8 years']) expect(relativeFilters('due~in_date', name)).toBeUndefined();
  });

  it('begin with the first moment of a day where clocks are put forward at midnight', () => {
    // In Beirut there was no midnight on 27 March 2022.
    vi.stubEnv('TZ', 'Asia/Beirut');
    vi.setSystemTime(new Date('2022-03-27T12:00:00Z'));
    expect(relativeFilters('placed~in', 'today')).toEqual({
      placed__gte: '2022-03-26T22:00:00.000Z',
      placed__lt: '2022-03-27T21:00:00.000Z',
    });
    vi.unstubAllEnvs();
  });

  it('are sent as they are where there is no such period, so that the service refuses them', () => {
    expect(relativeFilters('placed~in', 'constructor')).toBeUndefined();
    expect(filtersOf({ 'placed~in': 'next decade' })).toEqual({ 'placed~in': 'next decade' });
  });

  it('are resolved within groups, however these are nested, and other groups are left alone', () => {
    const group = { or: [{ 'due~in_date': 'today', status: ['a', 'b'] }, { not: { 'due~last_date': 2 } }] };
    expect(JSON.parse(String(filtersOf({ _filter: JSON.stringify(group) })['_filter']))).toEqual({
      or: [
        { due__gte: '2026-03-31', due__lt: '2026-04-01', status: ['a', 'b'] },
        { not: { due__gte: '2026-03-30', due__lt: '2026-04-01' } },
      ],
    });
    for (const text of ['{"broken', '[]', '5', '"x"', '{"and":['.repeat(2000)])
      expect(filtersOf({ _filter: text })).toEqual({ _filter: text });
    const deep = `${'{"not":'.repeat(1500)}{}${'}'.repeat(1500)}`;
    expect(filtersOf({ _filter: deep })).toEqual({ _filter: deep });
  });
});
