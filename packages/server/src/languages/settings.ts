import { z } from 'zod';
import type { Resolved, Setting, Written } from '../settings/setting.ts';
import { type LanguageTag, languageTags } from '../texts/catalogues.ts';

const language = z.enum(languageTags, `Expected one of ${languageTags.join(', ')}.`);

/** The settings of languages. */
export class LanguageSettings {
  /** The language of answers to requests that ask for none: `en` by default. */
  readonly language: Setting<LanguageTag, LanguageTag> = { shape: language, default: 'en' };
  /** The languages that requests may ask for in `Accept-Language`: by default all that the service has. `language` is always among them. */
  readonly languages: Setting<readonly LanguageTag[], readonly LanguageTag[]> = {
    shape: z.array(language),
    default: languageTags,
    correct: (offered, { language: usual = 'en' }: Written<LanguageSettings>) => [
      ...new Set(offered.includes(usual) ? offered : [usual, ...offered]),
    ],
    // The page shows the usual one first.
    inPage: (offered, { language: usual }: Resolved<LanguageSettings>) => ({
      languages: [usual, ...offered.filter((tag) => tag !== usual)],
    }),
  };
}
