import { describe, expect, it } from 'vitest';
import { type Language, languages, pageLanguage } from './language.ts';

const all = Object.keys(languages) as Language[];

describe('the language of a page', () => {
  it.each([
    ['what the user has chosen', 'fr', ['de-AT', 'en'], 'fr', 'fr'],
    ['the first that the browser prefers and the dashboard has', null, ['pt-BR', 'de-AT', 'fr'], 'de', 'de-AT'],
    ['English if there is none', null, ['pt-BR', 'xx'], 'en', 'en'],
    ['English if the browser says nothing', null, [], 'en', 'en'],
    ['what the browser prefers if the choice is no language', '../de', ['es-MX'], 'es', 'es-MX'],
    ['the region of the browser for the chosen language', 'en', ['de-AT', 'en-GB'], 'en', 'en-GB'],
    ['that of the browser without its region, if its tag is none', null, ['en-US@posix', 'de'], 'en', 'en'],
    ['what the browser prefers, with the digits that every place takes', null, ['ar-EG'], 'ar', 'ar-EG-u-nu-latn'],
    ['what the browser prefers, if its digits are those', null, ['ar-AE'], 'ar', 'ar-AE'],
    ['a tag in capitals', null, ['DE'], 'de', 'DE'],
  ])('is %s', (_, chosen, preferred, language, locale) => {
    expect(pageLanguage(chosen, preferred, all)).toMatchObject({ language, locale });
  });

  it('is one that the service offers', () => {
    expect(pageLanguage('fr', ['fr', 'ko'], ['de', 'ko']).language).toBe('ko');
    expect(pageLanguage('fr', ['fr'], ['de', 'ko']).language).toBe('de');
  });

  it('is read from right to left in Arabic', () => {
    expect(pageLanguage('ar', [], all).direction).toBe('rtl');
    expect(pageLanguage('ko', [], all).direction).toBe('ltr');
  });

  it('is English with its texts marked for the tests', () => {
    expect(pageLanguage('en-XA', ['de'], all)).toMatchObject({ language: 'en', isPseudo: true });
  });
});
