import { describe, expect, it } from 'vitest';
import { isQuickMarkdown } from './markdown-size.ts';

describe('the size of a Markdown text', () => {
  it.each([
    ['a letter', '# Hello\n\n*Thanks* for [your order](https://example.com).\n\n- one\n- two\n\n> quoted\n> > twice\n'.repeat(100)],
    ['a long list', '* one\n'.repeat(300)],
    ['a table of numbers', '1. one\n2. two\n'.repeat(400)],
    ['an empty text', ''],
    ['a rule', 'One\n\n------------------\n\n********************\n\nTwo'],
    ['a long underlined head', 'A head of a chapter\n-------------------\n'],
    ['a frame', '+----------+\n| a        |\n+----------+'],
  ])('is small for %s', (_name, text) => expect(isQuickMarkdown(text)).toBe(true));

  it.each(['a_*', 'a**b', '[a]', '[a][', '***a', '_a_ '])('is too large for many marks in one paragraph: %s', (mark) =>
    expect(isQuickMarkdown(mark.repeat(1000))).toBe(false),
  );

  it.each(['> ', '- ', '1. ', '* > '])('is too large for blocks within blocks: %s', (mark) =>
    expect(isQuickMarkdown(`Text\n${mark.repeat(30)}`)).toBe(false),
  );

  it.each(['a\n===\n', '  - a\n    - b\n', 'a\n'])('is too large for more than 1,000 lines: %j', (lines) =>
    expect(isQuickMarkdown(lines.repeat(1001))).toBe(false),
  );

  it('is too large beyond 40,000 characters', () => {
    expect(isQuickMarkdown('a'.repeat(40_000))).toBe(true);
    expect(isQuickMarkdown('a'.repeat(40_001))).toBe(false);
  });
});
