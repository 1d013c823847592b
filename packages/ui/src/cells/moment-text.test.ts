import { describe, expect, it } from 'vitest';
import { shortText, wholeText } from './moment-text.ts';

const now = new Date(2026, 10, 23, 15, 30);

describe('a time in a list', () => {
  it.each([
    ['this minute', new Date(2026, 10, 23, 15, 29, 40), /^now$/],
    ['a minute', new Date(2026, 10, 23, 15, 18), /12 min/],
    ['hours of today', new Date(2026, 10, 23, 10, 0), /5 h/],
    ['yesterday', new Date(2026, 10, 22, 18, 6), /yesterday.*6/i],
    ['later today', new Date(2026, 10, 23, 18, 0), /today/i],
    ['tomorrow', new Date(2026, 10, 24, 9, 0), /tomorrow/i],
  ])('is said as it is said: %s', (_, moment, text) => {
    expect(shortText(moment, now)).toMatch(text);
  });

  it('is a date where it is longer ago', () => {
    expect(shortText(new Date(2026, 9, 3, 11, 28), now)).not.toMatch(/2026|ago/);
    const last = new Date(2025, 9, 3, 11, 28);
    expect(shortText(last, now)).toBe(wholeText(last));
  });
});
