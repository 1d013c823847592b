import { describe, expect, it } from 'vitest';
import { holdsTooLarge, roundedNumber } from './exact-json.ts';

describe('numbers in JSON', () => {
  it.each([
    ['{"a": 12345678901234567890}', '12345678901234567890'],
    ['[0.12345678901234567890]', '0.12345678901234567890'],
    ['1e400', '1e400'],
    ['{"a": "12345678901234567890"}', undefined],
    ['{"a\\"12345678901234567890": 1}', undefined],
    ['[1.50, 0.1, -1e3, 1E-7, 100000000000000000000, 0, -0, 0.0, 9007199254740991]', undefined],
    ['9007199254740993', '9007199254740993'],
  ])('%s: rounded is %s', (json, number) => {
    expect(roundedNumber(json)).toBe(number);
  });

  it('are too large where they were rounded before', () => {
    expect([JSON.parse('[{"a": 12345678901234567890}]'), [1, { a: 2.5 }], null, 'x'].map(holdsTooLarge)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
