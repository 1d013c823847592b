import { type Language, languages, pageLanguage, type PageLanguage } from './language.ts';

/** Where the browser keeps what the user has chosen: it is known before anybody has signed in. */
const kept = 'grimoire.language';

/**
 * The language of the page: the one that the user has chosen in this browser, else what the browser prefers, else the usual one of the service.
 * @param offered the languages of the service, the usual one first
 */
export function chosenLanguage(offered: readonly string[]): PageLanguage {
  return pageLanguage(readChoice(), navigator.languages, knownOf(offered));
}

/** The languages of the service that the dashboard has as well. */
export function knownOf(offered: readonly string[]): readonly Language[] {
  return offered.filter((tag): tag is Language => Object.hasOwn(languages, tag));
}

/** Keeps a language for this browser, and shows the page in it. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(kept, language);
  } catch {
    // The browser allows no storage: the language is that of the browser.
  }
  location.reload();
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}
