import { describe, expect, it } from 'vitest';
import { catalogues, type LanguageTag, languageTags } from './catalogues.ts';
import { type PluralForms, say, type TextKey, usual, written } from './message.ts';

type Entry = string | PluralForms;

function formsOf(entry: Entry): readonly string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry);
}

function parametersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{\^?(\w+)\}/g), ([, name = '']) => name))].sort();
}

const keys = Object.keys(usual.texts) as TextKey[];
const others = languageTags.filter((tag) => tag !== 'en');

/** Texts that are the same in several languages: they have no words, or one that both have. */
const alike: ReadonlySet<string> = new Set([
  'No',
  '{name}: {message}',
  '{models} ({count})',
  '{models} ({key})',
  '{first} {rest}',
  'Operation {index}: {message}',
]);

describe.each(others)('the catalogue %s', (tag: LanguageTag) => {
  const { texts } = catalogues[tag];

  it('has every text, with the parameters of the English one', () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      const wanted = parametersOf(formsOf(usual.texts[key])[0] ?? '');
      for (const form of formsOf(texts[key])) expect(parametersOf(form), `${key}: ${form}`).toEqual(wanted);
    }
  });

  it('has translated each', () => {
    const same = keys.filter((key) => texts[key] === usual.texts[key] && !alike.has(String(texts[key])));
    expect(same).toEqual([]);
  });

  it('has a form for each kind of whole numbers that messages may have', () => {
    const rules = new Intl.PluralRules(tag);
    const kinds = new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number + 1)));
    for (const key of keys) {
      const entry = texts[key];
      if (typeof entry !== 'string') expect(Object.keys(entry), key).toEqual(expect.arrayContaining([...kinds]));
    }
  });

  it('keeps what users have to type', () => {
    for (const key of ['time', 'dateTime', 'date', 'twoValues', 'code_bad_host', 'otherOrigin'] as const) {
      const literal = /HH:MM\S*|YYYY-MM-DD\S*|low,high|settings\.\w+|--[a-z-]+/g;
      for (const [word] of String(usual.texts[key]).matchAll(literal))
        expect(String(texts[key]), key).toContain(word.replace(/[.,]+$/, ''));
    }
  });
});

describe('a message', () => {
  it('is written with the form of its number', () => {
    const inArabic = (count: number): string => written(say('rowsProcessed', { count }), catalogues.ar);
    expect([1, 2, 3, 11, 100].map(inArabic)).toEqual([
      'تمت معالجة صف واحد (1).',
      'تمت معالجة صفين (2).',
      'تمت معالجة 3 صفوف.',
      'تمت معالجة 11 صفًا.',
      'تمت معالجة 100 صف.',
    ]);
    expect(written(say('rowsProcessed', { count: 1 }), catalogues.de)).toBe('1 Zeile bearbeitet.');
    expect(String(say('rowsProcessed', { count: 1 }))).toBe('1 row processed.');
  });

  it('may have messages and lists as parameters, and values that look like parameters', () => {
    const inner = say('uniqueTogether', { fields: ['{count}', '$&'] });
    expect(written(say('ofField', { name: 'x', message: inner }), catalogues.ar)).toBe(
      'x: يجب أن تكون الحقول التالية فريدة معًا: {count}، $&.',
    );
    expect(String(say('alreadyExists', { model: 'order', fields: ['number'] }))).toBe('Order with this number already exists.');
  });

  it('of the host application stays as it is', () => {
    expect(written('This field is required.', catalogues.de)).toBe('This field is required.');
  });
});
