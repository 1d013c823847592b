import { describe, expect, it } from 'vitest';
import { AdminError } from '../errors.ts';
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
