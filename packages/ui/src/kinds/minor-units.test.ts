import { describe, expect, it } from 'vitest';
import { amountOf, minorOf } from './minor-units.ts';

describe('an amount in minor units', () => {
  it.each([
    ['1234', 2, '12.34'],
    ['-5', 2, '-0.05'],
    ['0', 2, '0.00'],
    ['12345', 3, '12.345'],
    ['9007199254740993', 2, '90071992547409.93'],
  ])('%s with %s places is %s', (minor, places, amount) => {
    expect(amountOf(minor, places)).toBe(amount);
    expect(minorOf(amount, places)).toBe(minor);
  });

  it.each([
    ['12', '1200'],
    ['0.5', '50'],
    ['12.3400', '1234'],
    ['12.345', '1234.5'],
    ['abc', 'abc'],
  ])('entered as %s it is %s', (entered, minor) => expect(minorOf(entered, 2)).toBe(minor));

  it('of an average keeps its digits', () => expect(amountOf('1234.5', 2)).toBe('12.345'));
});
