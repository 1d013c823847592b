import { describe, expect, it } from 'vitest';
import { shiftedDay } from './calendar.ts';

describe('a day that is moved', () => {
  it.each([
    ['2026-01-31', { months: 1 }, '2026-02-28'],
    ['2024-01-31', { months: 1 }, '2024-02-29'],
    ['2024-02-29', { months: 12 }, '2025-02-28'],
    ['2026-03-31', { months: -1 }, '2026-02-28'],
    ['2026-12-15', { months: 1 }, '2027-01-15'],
    ['2026-01-31', { months: 1, days: 1 }, '2026-03-01'],
    ['2026-03-01', { days: -1 }, '2026-02-28'],
    ['0001-01-31', { months: 1 }, '0001-02-28'],
    ['9999-12-30', { days: 1 }, '9999-12-31'],
  ])('%s by %j is %s', (day, shift, after) => {
    expect(shiftedDay(day, shift)).toBe(after);
  });

  it('is none before year 1 and after 9999', () => {
    expect([shiftedDay('0001-01-01', { days: -1 }), shiftedDay('9999-12-31', { days: 1 })]).toEqual([null, null]);
    expect(shiftedDay('2026-01-01', { months: -100_000 })).toBeNull();
  });
});
