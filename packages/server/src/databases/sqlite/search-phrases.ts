import { fold, isAscii } from '../case-folding.ts';

/** The longest text that is looked for by an index. */
const maxLength = 1000;

/** The characters of an entry of a trigram index. */
const entryLength = 3;

/**
 * Letters beside ASCII that SQLite's trigram index and {@link fold} fold in the same way: two letters that are equal for `fold` are equal for the
 * index. `search-phrases.long.test.ts` tries every code point.
 */
const sameFold =
  '\u00df-\u00f6\u00f8-\u00ff\u03b1-\u03c9\u0430-\u045f\u05d0-\u05ea\u0621-\u064a\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3';

/** What may be different for the index; also i and k, which are the lower case of `İ` and of the Kelvin sign too. */
const others = new RegExp(`[^\\u0001-\\u007f${sameFold}]|[ik]`, 'u');

/** Parts of a text that a trigram index finds in each row that contains the text, in upper or lower case; none if it would miss some. */
export function phrasesOf(text: string): readonly string[] {
  // SQLite ends a text at a null character, and the service itself compares with long texts.
  if (text.includes('\0') || text.length > maxLength) return [];
  const parts = isAscii(text) ? [text] : fold(text).split(others);
  return parts.filter((part) => Array.from(part).length >= entryLength);
}

/** The query that finds all rows with these phrases. */
export function matchOf(phrases: readonly string[]): string {
  return phrases.map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(' AND ');
}
