import { describe, expect, it } from 'vitest';
import { readCursor, signCursor } from './cursor.ts';

const cursor = { values: [1, 'é', null, true], count: 12, exact: true };

describe('a cursor', () => {
  it('is read as it was signed', () => {
    expect(readCursor(signCursor(cursor, 'orders of ada', 'key'), 'orders of ada', ['key'])).toEqual(cursor);
    const estimate = { values: ['a.b'], count: 3, exact: false };
    expect(readCursor(signCursor(estimate, '', 'key'), '', ['other', 'key'])).toEqual(estimate);
  });

  it('is a text for an address, with a signature of 22 characters', () => {
    expect(signCursor(cursor, 'p', 'key')).toMatch(/^[\w-]+\.[\w-]{22}$/);
    expect(signCursor(cursor, 'p', 'key')).not.toBe(signCursor(cursor, 'q', 'key'));
  });

  it('is read for no other purpose, with no other key, and not after a change', () => {
    const token = signCursor(cursor, 'purpose', 'key');
    const [body = '', signature = ''] = token.split('.');
    const other = signCursor({ ...cursor, count: 13 }, 'purpose', 'key').split('.')[0];
    expect(readCursor(token, 'purpose2', ['key'])).toBeNull();
    expect(readCursor(token, 'purpose', ['key2'])).toBeNull();
    expect(readCursor(token, 'purpose', [])).toBeNull();
    for (const changed of ['', '.', body, `${body}.`, `.${signature}`, `${other}.${signature}`, `${body}.${signature.slice(1)}`])
      expect(readCursor(changed, 'purpose', ['key'])).toBeNull();
  });

  it('keeps body and purpose apart', () => {
    const token = signCursor(cursor, 'a', 'key');
    const [body = '', signature = ''] = token.split('.');
    expect(readCursor(`b${body}.${signature}`, 'a', ['key'])).toBeNull();
    const first = signCursor({ values: [], count: 0, exact: false }, 'a\nb', 'key');
    expect(readCursor(first, 'a', ['key'])).toBeNull();
  });
});
