import { afterEach, describe, expect, it } from 'vitest';
import { catalogueOf } from './catalogues/all.ts';
import { english } from './english.ts';
import { type Language, languages, pageLanguage } from './language.ts';
import { listText, showIn, t } from './text.ts';

const all = Object.keys(languages) as Language[];
const translations = all.filter((language) => language !== 'en');

async function show(language: Language): Promise<void> {
  await showIn(pageLanguage(language, [], all));
}

afterEach(() => show('en'));

function formsOf(text: string): readonly string[] {
  return text.split('||||');
}

function valuesIn(text: string): readonly string[] {
  return [...new Set(text.match(/%\{\w+\}/g) ?? [])].filter((value) => value !== '%{count}').toSorted();
}

/** The number of forms that the plural of each language has here. */
const forms: Readonly<Record<Language, number>> = { en: 2, de: 2, fr: 2, es: 2, ko: 1, ar: 6 };

describe('a text', () => {
  it('has its values, and the form of its count', () => {
    expect(t('New %{model}', { model: 'order' })).toBe('New order');
    expect(t('%{count} change not saved |||| %{count} changes not saved', { count: 1 })).toBe('1 change not saved');
    expect(t('%{count} change not saved |||| %{count} changes not saved', { count: 1200 })).toBe('1,200 changes not saved');
  });

  it('keeps values that look like texts', () => {
    expect(t('New %{model}', { model: '%{model} |||| $&' })).toBe('New %{model} |||| $&');
  });

  it('isolates values where the text runs from right to left', async () => {
    await show('ar');
    expect(t('New %{model}', { model: 'SO-1' })).toContain('\u2068SO-1\u2069');
  });

  it('is marked in the language of the tests', async () => {
    await showIn(pageLanguage('en-XA', [], all));
    expect(t('New %{model}', { model: 'order' })).toBe('⟦Néw order~~~~⟧');
  });

  it('has a list as the language writes it', async () => {
    expect(listText(['a', 'b', 'c'])).toBe('a, b, and c');
    expect(listText(['a', 'b'], 'comma')).toBe('a, b');
    await show('de');
    expect(listText(['a', 'b'])).toBe('a und b');
  });

  it('is in the list of texts once', () => {
    expect(new Set(english).size).toBe(english.length);
  });
});

describe.each(translations)('the texts in %s', (language) => {
  it('are those of English, with the same values', async () => {
    const catalogue = await catalogueOf(language);
    expect(Object.keys(catalogue).toSorted()).toEqual([...english].toSorted());
    const wrong = english.filter((text) =>
      formsOf(catalogue[text] ?? '').some((form) => valuesIn(form).some((value) => !text.includes(value))),
    );
    expect(wrong).toEqual([]);
    // A language with one form of the plural needs one name of a model.
    const single = english.filter((text) => formsOf(text).length === 1);
    const lost = single.filter((text) => valuesIn(text).join() !== valuesIn(catalogue[text] ?? '').join());
    expect(lost).toEqual([]);
  });

  it('have the forms of the plural of the language', async () => {
    const catalogue = await catalogueOf(language);
    const plurals = english.filter((text) => formsOf(text).length > 1);
    expect(plurals.filter((text) => formsOf(catalogue[text] ?? '').length !== forms[language])).toEqual([]);
    expect(english.filter((text) => formsOf(text).length === 1 && formsOf(catalogue[text] ?? '').length > 1)).toEqual([]);
  });
});
