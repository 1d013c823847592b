import { describe, expect, it } from 'vitest';
import { didYouMean } from './checks.ts';

describe('what may be meant by a name', () => {
  it('is the nearest one, else all of them, also of names that can be walked once only', () => {
    expect(didYouMean('titel', ['name', 'title'])).toBe('Did you mean "title"?');
    expect(didYouMean('writer', ['id', 'title'].values())).toBe('It has: id, title.');
    expect(didYouMean('writer', [])).toBe('It has none.');
  });
});
