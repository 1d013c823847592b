import { describe, expect, it } from 'vitest';
import { hasLineBreaks, keptBreaks, shownBreaks } from './line-breaks.ts';

describe('the line breaks of a text', () => {
  it('are shown as an input of several lines has them', () => {
    expect(['a\r\nb', 'a\rb', 'a\nb', 'ab'].map(shownBreaks)).toEqual(['a\nb', 'a\nb', 'a\nb', 'ab']);
    expect(['a\r\nb', 'a\rb', 'a\nb', 'a\tb'].map(hasLineBreaks)).toEqual([true, true, true, false]);
  });

  it.each([
    ['one\r\ntwo\r\nthree', 'one\ntwo!\nthree', 'one\r\ntwo!\r\nthree'],
    ['one\r\ntwo', 'one\nand\ntwo', 'one\r\nand\r\ntwo'],
    ['one\rtwo\nthree\r\nfour', 'one\ntwo\nthree\nfour.', 'one\rtwo\nthree\r\nfour.'],
    ['one\rtwo\nthree\r\nfour', 'ONE\ntwo\nthree\nfour', 'ONE\rtwo\nthree\r\nfour'],
    ['\r\n\r\n', '\n', '\r\n'],
    ['a\r\nb', '', ''],
    ['a\r\nb', 'quite\nanother', 'quite\r\nanother'],
    ['a\nb', 'a\nb\nc', 'a\nb\nc'],
    ['', 'a\nb', 'a\nb'],
  ])('stay as they were where something else was changed: %j', (before, entered, after) => {
    expect(keptBreaks(before, entered)).toBe(after);
    expect(keptBreaks(before, shownBreaks(before))).toBe(before);
  });
});
