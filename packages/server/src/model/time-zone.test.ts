import { describe, expect, it } from 'vitest';
import { canonicalInZone, clockTextOf, momentOf, timeZoneOf } from './time-zone.ts';

const berlin = 'Europe/Berlin';

describe('the time of a zone', () => {
  it.each([
    ['2026-01-15T12:00:00Z', '2026-01-15T13:00:00Z'],
    ['2026-07-15T22:30:00.25Z', '2026-07-16T00:30:00.25Z'],
    ['0050-06-01T00:00:00Z', '0050-06-01T00:53:28Z'],
  ])('is that of its clocks: %s', (moment, clock) => {
    expect([clockTextOf(moment, berlin), momentOf(clock, berlin)]).toEqual([clock, moment]);
  });

  it('that clocks show twice is the later one, and one that they skip is counted from before', () => {
    expect(momentOf('2026-10-25T02:30:00Z', berlin)).toBe('2026-10-25T01:30:00Z');
    expect(momentOf('2026-03-29T02:30:00Z', berlin)).toBe('2026-03-29T01:30:00Z');
    expect(clockTextOf('2026-10-25T00:30:00Z', berlin)).toBe('2026-10-25T02:30:00Z');
  });

  it('is read of texts that name no zone, and of no others', () => {
    expect(canonicalInZone('2026-01-15 12:00:00', berlin)).toBe('2026-01-15T11:00:00Z');
    expect(canonicalInZone('2026-01-15', berlin)).toBe('2026-01-14T23:00:00Z');
    expect(canonicalInZone('2026-01-15T12:00:00Z', berlin)).toBe('2026-01-15T12:00:00Z');
    expect(canonicalInZone('2026-01-15 12:00:00+02', berlin)).toBe('2026-01-15T10:00:00Z');
    expect(canonicalInZone('2026-01-15 12:00', undefined)).toBe('2026-01-15T12:00:00Z');
    expect(canonicalInZone('soon', berlin)).toBeNull();
    expect([timeZoneOf('Europe/Berlin'), timeZoneOf('Nowhere/Else')]).toEqual([berlin, undefined]);
  });
});
