import { describe, expect, it } from 'vitest';
import { readIdentifiers, readNumbers } from './read-values.ts';

describe('the values of a column', () => {
  it('are numbers as the person writes them, and what is none is left out', () => {
    const [whole, decimal] = [true, false];
    const [english, german] = [{ point: '.' }, { point: ',' }];
    expect(readNumbers(whole, english)('Number\n1001\n1,002\n007\n1001')).toEqual({ values: ['1001', '1002', '7'], leftOut: ['Number'] });
    expect(readNumbers(whole, german)('12,15,18').values).toEqual(['12', '15', '18']);
    expect(readNumbers(decimal, english)('12.5,13').values).toEqual(['12.5', '13']);
    expect(readNumbers(decimal, german)('12,5; 1.234,5').values).toEqual(['12.5', '1234.5']);
    expect(readNumbers(decimal, german)('12,5, 13').values).toEqual(['12.5', '13']);
    expect(readNumbers(whole, english)('1.5\n12345678901234567890').values).toEqual([]);
  });

  it('are UUIDs', () => {
    const id = '0190B6A0-0000-7000-8000-000000000001';
    expect(readIdentifiers(`${id}\nA-17`)).toEqual({ values: [id], leftOut: ['A-17'] });
  });
});
