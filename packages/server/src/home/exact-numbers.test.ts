import { describe, expect, it } from 'vitest';
import { difference, shareOf } from './exact-numbers.ts';

describe('the difference of two numbers', () => {
  it('is exact, in their form', () => {
    expect(difference(5, 7)).toBe(-2);
    expect(difference(0.3, 0.1)).toBe(0.2);
    expect(difference('12345678901234567890.10', '0.20')).toBe('12345678901234567889.90');
    expect(difference('18446744073709551611', 1)).toBe('18446744073709551610');
  });

  it('is null of what is no number', () => {
    expect([difference(null, 1), difference('P1D', 'P2D'), difference('NaN', 1)]).toEqual([null, null, null]);
  });
});

describe('a share', () => {
  it('is a part of the whole, and nothing where it would mislead', () => {
    expect(shareOf(1, 3)).toBe(0.3333);
    expect(shareOf('2.50', '10.00')).toBe(0.25);
    expect([shareOf(null, 3), shareOf(0, 0), shareOf(-1, 3), shareOf(4, 3), shareOf('NaN', 3)]).toEqual(Array(5).fill(undefined));
  });
});
