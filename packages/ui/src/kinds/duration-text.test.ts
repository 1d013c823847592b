import { describe, expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

describe('a duration', () => {
  it.each([
    ['P3DT18H15M', /^3 days 18 h\w* 15 min$/],
    ['PT0.5S', /^0.5 sec$/],
    ['-P1Y', /^−1 year$/],
    ['PT0S', /^PT0S$/],
    ['soon', /^soon$/],
    ['P', /^P$/],
  ])('%s is said in words', (text, words) => {
    expect(durationText(text)).toMatch(words);
  });
});
