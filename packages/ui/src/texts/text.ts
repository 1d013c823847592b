import polyglotI18nProvider from 'ra-i18n-polyglot';
import englishMessages from 'ra-language-english';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import type { english } from './english.ts';
import { catalogueOf, pseudoCatalogue } from './catalogues/all.ts';
import { languages, pageLanguage, type PageLanguage } from './language.ts';

/** A text of the dashboard as it is in English: the key of its translations. */
export type Text = (typeof english)[number];

/** The texts of a language by the English ones. Forms of the plural are separated by `||||`, in the order of polyglot's rules. */
export type Catalogue = Readonly<Record<Text, string>>;

/** The names of the values in a text, such as `model` in `New %{model}`. */
type NamesIn<T extends string> = T extends `${string}%{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values of a text; a text with a plural has a `count`, by which the form is chosen. */
type ValuesOf<T extends string> = Readonly<Record<Exclude<NamesIn<T>, 'count'>, string | number>> &
  (T extends `${string}||||${string}` ? { readonly count: number } : unknown);

type ArgumentsOf<T extends string> = [NamesIn<T>] extends [never] ? [] : [values: ValuesOf<T>];

/** A text that has no values. */
export type PlainText = { [T in Text]: [NamesIn<T>] extends [never] ? T : never }[Text];

interface Page extends PageLanguage {
  readonly catalogue: Readonly<Record<string, string>>;
  readonly provider: I18nProvider;
  readonly numbers: Intl.NumberFormat;
}

let page: Page = pageOf(pageLanguage(null, typeof navigator === 'undefined' ? [] : navigator.languages, ['en']), {});

/**
 * A text in the language of the page. Numbers are written as the language does.
 * @example t('New %{model}', { model: schema.verbose_name })
 */
export function t<T extends Text>(text: T, ...[values]: ArgumentsOf<T>): string {
  return translated(text, values ?? {});
}

/** A text of an extension in the language of the page, if the extension has translated it. */
export function translated(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const inserted = Object.entries(values).map(([name, value]) => [name, insertedText(value)]);
  const { count } = values;
  return page.provider.translate(text, {
    _: text,
    ...Object.fromEntries(inserted),
    ...(typeof count === 'number' ? { smart_count: count } : {}),
  });
}

/** A value within a text. One that is written in the other direction keeps the order of the text around it. */
function insertedText(value: string | number): string {
  const text = typeof value === 'number' ? page.numbers.format(value) : value;
  return page.direction === 'rtl' ? `\u2068${text}\u2069` : text;
}

/** A number as the language of the page writes it. */
export function writtenNumber(value: number): string {
  return page.numbers.format(value);
}

/** A text with what it is said of before it: `Status: This field is required.` */
export function labelled(label: string, text: string): string {
  return t('%{label}: %{text}', { label, text });
}

/** A list of texts: "a, b and c", or with commas alone. */
export function listText(items: readonly string[], last: 'and' | 'comma' = 'and'): string {
  if (last === 'comma') return items.join(commas[new Intl.Locale(page.locale).language] ?? ', ');
  return new Intl.ListFormat(page.locale, { type: 'conjunction' }).format(items);
}

/** What stands between the members of a list. `Intl` has no list of commas alone: some languages then have spaces or an "and". */
const commas: Readonly<Record<string, string>> = { ar: '، ', fa: '، ', ur: '، ', ja: '、', zh: '、' };

/** Makes something by the locale of the page, once: `forLocale((locale) => new Intl.DateTimeFormat(locale))`. */
export function forLocale<T>(make: (locale: string) => T): () => T {
  let cached: { readonly locale: string; readonly value: T } | undefined;
  return () => {
    if (cached?.locale !== page.locale) cached = { locale: page.locale, value: make(page.locale) };
    return cached.value;
  };
}

/** What the page is shown in; it is the same for as long as the page is open. */
export function shownIn(): PageLanguage {
  return page;
}

/** The texts of the components of react-admin, in the language of the page. */
export function i18nProvider(): I18nProvider {
  return page.provider;
}

/** Sets the language of the page, before anything is shown. */
export async function showIn(language: PageLanguage): Promise<void> {
  page = pageOf(language, await (language.isPseudo ? pseudoCatalogue() : catalogueOf(language.language)));
}

/** Adds texts of an extension, and those that it words differently. */
export function addTexts(texts: Readonly<Record<string, string>>): void {
  page = pageOf(page, { ...page.catalogue, ...texts });
}

function pageOf(language: PageLanguage, catalogue: Readonly<Record<string, string>>): Page {
  const own = (text: string): string => catalogue[text] ?? text;
  const messages = { ...translatedMessages(englishMessages, own), ...catalogue } as unknown as TranslationMessages;
  const locales = Object.entries(languages).map(([tag, name]) => ({ locale: tag, name }));
  return {
    ...language,
    catalogue,
    provider: polyglotI18nProvider(() => messages, language.language, locales, { allowMissing: true }),
    numbers: new Intl.NumberFormat(language.locale),
  };
}

/** The messages of react-admin: they are translated as the texts of the dashboard are. */
function translatedMessages(messages: object, own: (text: string) => string): object {
  const entries = Object.entries(messages) as [string, string | object][];
  return Object.fromEntries(
    entries.map(([name, message]) => [name, typeof message === 'string' ? own(message) : translatedMessages(message, own)]),
  );
}
