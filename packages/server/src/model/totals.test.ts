import { describe, expect, it } from 'vitest';
import { durationField, durationParts } from './field-types/duration.ts';
import { decimalTotals, floatTotals, integerTotals } from './totals.ts';

const decimal = (decimalPlaces?: number) => ({ decimalPlaces });
const key = decimal();

describe('sums and averages', () => {
  it('of decimals are texts: the sum with the places of the field, the average with two more', () => {
    expect(decimalTotals.sum('12.5 3', decimal(2))).toBe('12.50');
    expect(decimalTotals.average('12.5 3', decimal(2))).toBe('4.1667');
    expect(decimalTotals.average('-0.01 2', decimal(2))).toBe('-0.0050');
    expect(decimalTotals.average('1.234 2', decimal())).toBe('0.61700');
    expect([decimalTotals.sum('NaN 2', decimal(2)), decimalTotals.average('-Infinity 2', decimal(2))]).toEqual(['NaN', '-Infinity']);
  });

  it('of integers are numbers as long as JavaScript does not round them', () => {
    expect([integerTotals.sum('9007199254740991 2', key), integerTotals.sum('9007199254740992 2', key)]).toEqual([
      9007199254740991,
      '9007199254740992',
    ]);
    expect([integerTotals.average('2 3', key), integerTotals.average('-6 3', key)]).toEqual([0.666667, -2]);
    expect(integerTotals.average('18446744073709551614 2', key)).toBe('9223372036854775807.000000');
  });

  it('of floats are rounded once, and texts where they are not finite', () => {
    expect([floatTotals.sum('0.3 2', key), floatTotals.average('1 3', key)]).toEqual([0.3, 1 / 3]);
    expect([floatTotals.sum(`${'9'.repeat(400)} 2`, key), floatTotals.sum('NaN 1', key)]).toEqual(['Infinity', 'NaN']);
    expect(floatTotals.average(`0.${'0'.repeat(300)}2 2`, key)).toBe(1e-301);
  });

  it('of durations are durations', () => {
    const { totals } = durationField;
    expect(totals?.sum('14 -3 3600500000 2', key)).toBe('P1Y2M-3DT1H0.5S');
    expect(totals?.average('1 1 0 2', key)).toBe('P15DT12H');
    expect(totals?.average('0 0 -1 2', key)).toBe('PT-0.000001S');
  });

  it('of durations are exact where a number would be rounded', () => {
    expect(durationParts('PT3000000H0.000001S')).toEqual({ months: 0n, days: 0n, microseconds: 10_800_000_000_000_001n });
    expect(durationParts('-PT1M0.5S').microseconds).toBe(-60_500_000n);
  });
});
