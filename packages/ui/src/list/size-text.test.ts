import { describe, expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

describe('a number of bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [12_345, '12 kB'],
    [1_234_567, '1.2 MB'],
    [123_456_789_012, '123 GB'],
    [5e15, '5000000 GB'],
  ])('%d is %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});
