import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filtersOf } from './records.ts';
import { periodNames, relativeFilters } from './relative-days.ts';

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
    for (const unit of ['week', 'month', 'year']) {
      const last = relativeFilters('due~in_date', `last ${unit}`);
      expect(last?.['due__lt']).toBe(relativeFilters('due~in_date', `this ${unit}`)?.['due__gte']);
    }
    for (const name of periodNames) {
      const { due__gte: from = '', due__lt: until = '' } = relativeFilters('due~in_date', name) ?? {};
      expect(from < until).toBe(true);
    }
  });

  it('are sent as they are where there is no such period, so that the service refuses them', () => {
    expect(relativeFilters('placed~in', 'constructor')).toBeUndefined();
    expect(filtersOf({ 'placed~in': 'next week' })).toEqual({ 'placed~in': 'next week' });
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
