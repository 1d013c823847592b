import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AdminError } from '../errors/errors.ts';
import { parseJson } from './json.ts';

function errorOf(text: string): AdminError {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof AdminError) return error;
    throw error;
  }
  throw new Error('It was read.');
}

describe('parseJson', () => {
  it('reads JSON, and keeps the text of a number that would be rounded', () => {
    expect(parseJson('{"a":[1,"b",null,true]}')).toEqual({ a: [1, 'b', null, true] });
    expect(JSON.stringify(parseJson('[12345678901234567890]'))).toBe('[12345678901234567890]');
  });

  it('refuses text that is no JSON, with the cause', () => {
    const error = errorOf('{"a":');
    expect(error.code).toBe('parse_error');
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  it('reads 200 levels of brackets, and refuses 201', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseJson(nested(200))).toBeInstanceOf(Array);
    expect(errorOf(nested(201)).detail).toBe('More than 200 levels inside one another.');
    const objects = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
    expect(parseJson(objects(200))).toBeInstanceOf(Object);
    expect(errorOf(objects(201)).detail).toMatch(/^More than 200/);
  });

  it('reads 20,000 different names, each of 4000 characters at most', () => {
    const named = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"k${index}": ${index}`).join()}}`;
    expect(Object.keys(parseJson(named(20_000)) as object)).toHaveLength(20_000);
    expect(errorOf(named(20_001)).detail).toBe('More than 20000 different names.');
    // The same names again, as in a list of rows, are no more names.
    expect(parseJson(`[${Array.from({ length: 10 }, () => named(5000)).join()}]`)).toHaveLength(10);
    expect(parseJson(`{"${'x'.repeat(4000)}": 1}`)).toEqual({ ['x'.repeat(4000)]: 1 });
    expect(errorOf(`{"${'x'.repeat(4001)}": 1}`).detail).toBe('A name of more than 4000 characters.');
    expect(parseJson(`["${'x'.repeat(5000)}", ":"]`)).toHaveLength(2);
  });

  it('reads 10,000 numbers that are too long for JavaScript', () => {
    const list = (count: number): string => `[${Array.from({ length: count }, () => '12345678901234567890').join()}]`;
    expect(parseJson(list(10_000))).toHaveLength(10_000);
    expect(errorOf(list(10_001)).detail).toBe('More than 10000 numbers that are too long for JSON: send strings.');
    expect(errorOf('[12345678901234567890, 012345678901234567890]').cause).toBeInstanceOf(SyntaxError);
  });

  it('refuses before it parses: what is beyond a limit need not be JSON', () => {
    const within = fc.record({
      names: fc.integer({ min: 0, max: 50 }),
      depth: fc.integer({ min: 0, max: 195 }),
      length: fc.integer({ min: 1, max: 4000 }),
    });
    const textOf = ({ names, depth, length }: { readonly names: number; readonly depth: number; readonly length: number }): string => {
      const members = Array.from({ length: names }, (_, index) => `"${String(index).padStart(length, 'n').slice(-length)}": 1`);
      return `${'['.repeat(depth)}{${members.join()}}${']'.repeat(depth)}`;
    };
    fc.assert(
      fc.property(within, (size) => {
        expect(JSON.stringify(parseJson(textOf(size)))).toBe(JSON.stringify(JSON.parse(textOf(size))));
      }),
      { numRuns: 200 },
    );
    const beyond = fc.constantFrom(
      { names: 1, depth: 201, length: 4 },
      { names: 20_001, depth: 0, length: 6 },
      { names: 1, depth: 1, length: 4001 },
    );
    fc.assert(
      fc.property(beyond, fc.string(), (size, rest) => {
        const error = errorOf(`${textOf(size)}${rest}`);
        expect([error.code, error.cause]).toEqual(['parse_error', undefined]);
      }),
      { numRuns: 20 },
    );
  });

  it('counts levels, not brackets', () => {
    expect(parseJson(`[${Array.from({ length: 300 }, () => '[]').join()}]`)).toHaveLength(300);
    expect(parseJson(`[${Array.from({ length: 300 }, () => '{}').join()}]`)).toHaveLength(300);
  });

  it('counts no brackets in texts, which end at a quote without a backslash', () => {
    const open = '['.repeat(300);
    expect(parseJson(`["${open}"]`)).toEqual([open]);
    expect(parseJson(`["\\"${open}"]`)).toEqual([`"${open}`]);
    expect(parseJson(`{"${open}":1}`)).toEqual({ [open]: 1 });
    // The text ends after an escaped backslash: the brackets behind it count.
    expect(errorOf(`["\\\\",${open}`).detail).toMatch(/^More than 200/);
    expect(errorOf(`["",${open}`).detail).toMatch(/^More than 200/);
  });
});
