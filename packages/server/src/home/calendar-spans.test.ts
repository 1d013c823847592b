import { describe, expect, it } from 'vitest';
import { timeZoneOf } from '../model/time-zone.ts';
import { dayIn, lastUnits, startOfDay, twoPeriods } from './calendar-spans.ts';

const at = (text: string): number => Date.parse(text);

describe('days of a time zone', () => {
  it('begin at its midnight, on both sides of a change of its clocks', () => {
    expect(startOfDay('UTC', '2026-03-29')).toBe('2026-03-29T00:00:00Z');
    // Clocks in Berlin go from UTC+1 to UTC+2 on the morning of that day, and back in October.
    expect(['2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26'].map((day) => startOfDay('Europe/Berlin', day))).toEqual([
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
    ]);
    expect(startOfDay('Asia/Kathmandu', '2026-11-21')).toBe('2026-11-20T18:15:00Z');
    expect(startOfDay('Pacific/Kiritimati', '2026-11-21')).toBe('2026-11-20T10:00:00Z');
  });

  it('begin when clocks are put forward over midnight, and at the first of two midnights', () => {
    // In Beirut, 00:00 became 01:00.
    expect(startOfDay('Asia/Beirut', '2024-03-31')).toBe('2024-03-30T22:00:00Z');
    // In Havana, 01:00 became 00:00.
    expect(startOfDay('America/Havana', '2024-11-03')).toBe('2024-11-03T04:00:00Z');
    // In São Paulo, 24:00 became 23:00 of the same day.
    expect(startOfDay('America/Sao_Paulo', '2019-02-17')).toBe('2019-02-17T03:00:00Z');
  });

  it('are those of the zone, not of UTC', () => {
    const moment = at('2026-11-21T23:30:00Z');
    expect([dayIn('UTC', moment), dayIn('Europe/Berlin', moment), dayIn('America/New_York', moment, -1)]).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-20',
    ]);
  });
});

describe('the last units', () => {
  const now = at('2026-03-01T10:00:00Z');

  it('are days, weeks from Monday, and months, with the current one and the end of it', () => {
    expect(lastUnits('UTC', now, { unit: 'day', last: 2 })).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
    expect(lastUnits('UTC', now, { unit: 'week', last: 2 })).toEqual(['2026-02-16', '2026-02-23', '2026-03-02']);
    expect(lastUnits('UTC', now, { unit: 'month', last: 3 })).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']);
    expect(twoPeriods('UTC', now, 30)).toEqual(['2026-01-01', '2026-01-31', '2026-03-02']);
  });
});

describe('a time zone', () => {
  it('has a name that is known', () => {
    expect(['UTC', 'Europe/Berlin', 'America/New_York'].map(timeZoneOf)).toEqual(['UTC', 'Europe/Berlin', 'America/New_York']);
    expect(['', 'Nowhere/Else', '+02:00', 'Europe/Berlin\0', 'x'.repeat(100)].map(timeZoneOf)).toEqual(Array(5).fill(undefined));
    // Each spelling that was kept took 27 kB.
    expect(['EUROPE/berlin', 'eUrope/Berlin', 'Europe/BERLIN'].map(timeZoneOf)).toEqual(Array(3).fill('Europe/Berlin'));
  });
});
