import type { Extension } from '../extension/extension.ts';
import { isLanguage, isTag, pageLanguage, type PageLanguage } from './language.ts';

/** Where the browser keeps what the user has chosen: it is known before anybody has signed in. */
const languageKey = 'grimoire.language';

/** Where the browser keeps the direction in which the page was last read, for `early.ts`. */
const keptDirection = 'grimoire.direction';

/**
 * The language of the page: the one that the user has chosen in this browser, else what the browser prefers, else the usual one of the service.
 * @param offered the languages that can be chosen, the usual one first
 */
export function chosenLanguage(offered: readonly string[]): PageLanguage {
  return pageLanguage(readChoice(), navigator.languages, offered);
}

/**
 * The languages that can be chosen: those of the service that the dashboard has as well, and those that an extension adds.
 * @param offered the languages of the service, the usual one first
 */
export function choosable(offered: readonly string[], { translations }: Pick<Extension, 'translations'>): readonly string[] {
  return [...new Set([...offered.filter(isLanguage), ...Object.keys(translations ?? {}).filter(isTag)])];
}

/** Keeps the direction of the page, so that the next page has it before anything is loaded. */
export function keepDirection({ direction }: PageLanguage): void {
  try {
    localStorage.setItem(keptDirection, direction);
  } catch {
    // The browser allows no storage: a page has its direction once its texts are there.
  }
}

/** Keeps a language for this browser, and shows the page in it. */
export function chooseLanguage(language: string): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // The browser allows no storage: the language is that of the browser.
  }
  location.reload();
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}
