import { describe, expect, it } from 'vitest';
import { readPosition, signPosition } from './position.ts';

const position = { values: [1, 'é', null, true], count: 12, exact: true };

describe('a position', () => {
  it('is read as it was signed', () => {
    expect(readPosition(signPosition(position, 'orders of ada', 'key'), 'orders of ada', ['key'])).toEqual(position);
    const estimate = { values: ['a.b'], count: 3, exact: false };
    expect(readPosition(signPosition(estimate, '', 'key'), '', ['other', 'key'])).toEqual(estimate);
  });

  it('is a text for an address, with a signature of 22 characters', () => {
    expect(signPosition(position, 'p', 'key')).toMatch(/^[\w-]+\.[\w-]{22}$/);
    expect(signPosition(position, 'p', 'key')).not.toBe(signPosition(position, 'q', 'key'));
  });

  it('is read for no other purpose, with no other key, and not after a change', () => {
    const token = signPosition(position, 'purpose', 'key');
    const [body = '', signature = ''] = token.split('.');
    const other = signPosition({ ...position, count: 13 }, 'purpose', 'key').split('.')[0];
    expect(readPosition(token, 'purpose2', ['key'])).toBeNull();
    expect(readPosition(token, 'purpose', ['key2'])).toBeNull();
    expect(readPosition(token, 'purpose', [])).toBeNull();
    for (const changed of ['', '.', body, `${body}.`, `.${signature}`, `${other}.${signature}`, `${body}.${signature.slice(1)}`])
      expect(readPosition(changed, 'purpose', ['key'])).toBeNull();
  });

  it('keeps body and purpose apart', () => {
    const token = signPosition(position, 'a', 'key');
    const [body = '', signature = ''] = token.split('.');
    expect(readPosition(`b${body}.${signature}`, 'a', ['key'])).toBeNull();
    const first = signPosition({ values: [], count: 0, exact: false }, 'a\nb', 'key');
    expect(readPosition(first, 'a', ['key'])).toBeNull();
  });
});
