import { describe, expect, it } from 'vitest';
import { preferredLanguage } from './negotiate.ts';

const offered = ['ar', 'de', 'en', 'fr'];
const chosen = (header: string, usual = 'en'): string => preferredLanguage(header, offered, usual);

describe('the language that a request asks for', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-Latn-AT-1996', 'de'],
    ['ko, de', 'de'],
    ['en;q=0.5, de;q=0.9', 'de'],
    ['de;q=0.9,fr', 'fr'],
    ['de;q=0.8, fr;q=0.8', 'de'],
    [' de ; q = 0.7 , en;q=0.5', 'de'],
    ['*', 'en'],
    ['fr;q=0.3, *;q=0.2', 'fr'],
    ['ko, *;q=0.5', 'en'],
    ['en;q=0, *', 'ar'],
    ['de;q=0, de', 'en'],
    ['it', 'en'],
    ['deu', 'en'],
    ['', 'en'],
  ])('%j is met by %s', (header, language) => expect(chosen(header)).toBe(language));

  it('is the usual one where the request wants none that is offered', () => {
    expect(chosen('it', 'de')).toBe('de');
    expect(chosen('*', 'de')).toBe('de');
  });

  it.each([
    '../../etc/passwd',
    'de/../en',
    '\0',
    ';;;,,,q=',
    'q=1',
    'de;q=2',
    'de;q=-1',
    'de;level=1',
    '<script>',
    'é',
    '__proto__',
    'constructor',
  ])('nonsense is passed over: %j', (header) => expect(chosen(`${header}, fr`)).toBe('fr'));

  it('is read from the beginning of a header of any length', () => {
    expect(chosen(`de,${'x'.repeat(1_000_000)}`)).toBe('de');
    expect(chosen(Array.from({ length: 10_000 }, (_, index) => `x${index % 10}-de;q=0.${index % 10}`).join())).toBe('en');
    expect(chosen(`${'it,'.repeat(60)}de`)).toBe('en');
    // The language at the cut is not read in part: this one is not French.
    expect(chosen(`${'itu-xxxxx-xxxxxx-xxx,'.repeat(47)}${' '.repeat(11)}fr-${'x'.repeat(50)}`)).toBe('en');
    // A search that goes back over the blanks from each of them would not end.
    expect(chosen(`${' '.repeat(10_000_000)}de`)).toBe('en');
  });
});
