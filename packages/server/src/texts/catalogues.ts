import type { Catalogue } from './catalogue.ts';
import { arabic } from './arabic.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { korean } from './korean.ts';
import { usual } from './message.ts';
import { spanish } from './spanish.ts';

/** The languages of the service, by their tags. */
export type LanguageTag = 'ar' | 'de' | 'en' | 'es' | 'fr' | 'ko';

/** Every language of the service. */
export const catalogues: Readonly<Record<LanguageTag, Catalogue>> = {
  ar: arabic,
  de: german,
  en: { ...usual, names: null },
  es: spanish,
  fr: french,
  ko: korean,
};

/** The tags of the languages. */
export const languageTags: readonly LanguageTag[] = Object.keys(catalogues) as LanguageTag[];
