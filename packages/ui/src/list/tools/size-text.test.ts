import { describe, expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

describe('a number of bytes', () => {
  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [12_345, '12 kB'],
    [1_234_567, '1.2 MB'],
    [123_456_789_012, '123 GB'],
    [5e15, '5,000,000 GB'],
  ])('%d is %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});
