import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf, localOf } from './local-time.ts';

describe('a point in time in Berlin', () => {
  const { TZ } = process.env;
  beforeAll(() => {
    process.env['TZ'] = 'Europe/Berlin';
  });
  afterAll(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });

  it('is shown as the local time', () => {
    expect(['2026-07-01T08:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'infinity', null].map(localOf)).toEqual([
      '2026-07-01T10:30:00',
      '2026-10-25T02:30:00',
      '2026-10-25T02:30:00',
      '',
      '',
    ]);
  });

  // The clocks go back on 2026-10-25 at 03:00: each time between 02:00 and 03:00 is there twice.
  it.each([
    ['the second 02:30', '2026-10-25T01:30:00Z', '2026-10-25T02:45', '2026-10-25T01:45:00.000Z'],
    ['the first 02:30', '2026-10-25T00:30:00Z', '2026-10-25T02:45', '2026-10-25T00:45:00.000Z'],
    ['an hour after it', '2026-10-25T02:30:00Z', '2026-10-25T02:45', '2026-10-25T01:45:00.000Z'],
    ['a day in summer', '2026-07-01T08:30:00Z', '2026-10-25T02:45', '2026-10-25T00:45:00.000Z'],
    ['a day in winter, to one in summer', '2026-12-01T08:30:00Z', '2026-07-01T10:30', '2026-07-01T08:30:00.000Z'],
    ['no value', null, '2026-10-25T02:45', '2026-10-25T00:45:00.000Z'],
  ])('keeps its offset where it is edited: %s', (_what, given, local, instant) => {
    expect(instantOf(local, given)).toBe(instant);
  });

  it.each(['2026-10-25T01:30:00Z', '2026-10-25T00:30:00.000000Z', '2026-07-01T08:30:12.345678Z', '2026-07-01T10:30:00+02:00'])(
    'is the value that was given where it is entered as it was: %s',
    (given) => {
      expect(instantOf(localOf(given), given)).toBe(given);
      expect(instantOf(localOf(given).replace(/:00$/, ''), given)).toBe(given);
    },
  );

  it('keeps the parts of a second, which no input shows, until its second is changed', () => {
    expect(instantOf('2026-07-01T11:30:12', '2026-07-01T08:30:12.345678Z')).toBe('2026-07-01T09:30:12.345678Z');
    expect(instantOf('2026-07-01T11:30:13', '2026-07-01T08:30:12.345678Z')).toBe('2026-07-01T09:30:13.000Z');
  });

  it('is none where it is not entered whole', () => {
    expect([instantOf('', '2026-07-01T08:30:12Z'), instantOf('12026-07-01T08:30', null)]).toEqual([null, null]);
  });
});
