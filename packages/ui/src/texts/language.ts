/** The languages of the dashboard, by their tags, each with its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ko: '한국어',
  ar: 'العربية',
} as const;

/** The tag of a language of the dashboard. */
export type Language = keyof typeof languages;

const fromRightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'ug', 'ur', 'yi']);

/** Whether the dashboard itself has the texts of a language. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

/** What a language is called in itself. */
export function nameOf(tag: string): string {
  return isLanguage(tag) ? languages[tag] : (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag);
}

/** Where each text is marked, so that a test sees those that are not translated. It is never offered. */
export const pseudoLanguage = 'en-XA';

/** What a page is shown in. */
export interface PageLanguage {
  /** One of {@link languages}, or one that an extension adds. */
  readonly language: string;
  /** Whether each text is marked instead of translated. */
  readonly isPseudo: boolean;
  /** The tag by which numbers and dates are written: the user's region, where the browser knows it for this language. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * The language of a page: the one that the user has chosen, else the first that the browser prefers, else the first that is offered.
 * @param chosen what the user has chosen in this browser, if anything
 * @param preferred the language tags of the browser, the most preferred first
 * @param offered the languages of the service
 */
export function pageLanguage(chosen: string | null, preferred: readonly string[], offered: readonly string[]): PageLanguage {
  const wanted = [...(chosen === null ? [] : [chosen]), ...preferred];
  const language = wanted.map(baseOf).find((base) => offered.includes(base)) ?? offered[0] ?? 'en';
  return {
    language,
    isPseudo: chosen === pseudoLanguage,
    // A browser on Linux without a language calls its own "en-US@posix", by which nothing can be written.
    locale: withLatinDigits(preferred.find((tag) => baseOf(tag) === language && isTag(tag)) ?? language),
    direction: fromRightToLeft.has(language) ? 'rtl' : 'ltr',
  };
}

/** A tag by which numbers and dates have Latin digits: what is shown can be searched for, filtered by and entered as it is, as the values of texts are. */
function withLatinDigits(tag: string): string {
  const { numberingSystem } = new Intl.NumberFormat(tag).resolvedOptions();
  return numberingSystem === 'latn' ? tag : new Intl.Locale(tag, { numberingSystem: 'latn' }).toString();
}

/** Whether a text is a language tag by which numbers and dates can be written. */
export function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function baseOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}
