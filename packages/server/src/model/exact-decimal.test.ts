import { describe, expect, it } from 'vitest';
import { decimalText, divided, exactDecimal, quotient } from './exact-decimal.ts';

const text = (given: string, places?: number): string | null => {
  const number = exactDecimal(given);
  return number && decimalText(number, places);
};

describe('an exact decimal', () => {
  it('is read from plain texts and from those with an exponent', () => {
    expect(['1', '-0.50', '.5', '7.', '+2', '1e3', '-1.5e-3', '1E2'].map((given) => text(given))).toEqual([
      '1',
      '-0.50',
      '0.5',
      '7',
      '2',
      '1000',
      '-0.0015',
      '100',
    ]);
    expect(text('9223372036854775807.000000000000000000001')).toBe('9223372036854775807.000000000000000000001');
  });

  it('is not read from other texts, nor from those with a huge exponent', () => {
    for (const broken of ['', '.', '-', 'NaN', 'Infinity', '1,5', '1e', '0x1', '1e401', '1e-401', '1e99999', '1 '])
      expect(exactDecimal(broken)).toBeNull();
  });

  it('is written with at least so many places', () => {
    expect([text('1', 2), text('-0.5', 2), text('1.234', 2), text('0', 1)]).toEqual(['1.00', '-0.50', '1.234', '0.0']);
  });

  it('is divided with halves away from zero', () => {
    expect([divided(5n, 2n), divided(-5n, 2n), divided(4n, 3n), divided(5n, 3n), divided(0n, 9n)]).toEqual([3n, -3n, 1n, 2n, 0n]);
    const third = quotient({ digits: -200n, scale: 2 }, 3n, 4);
    expect(decimalText(third)).toBe('-0.6667');
  });
});
