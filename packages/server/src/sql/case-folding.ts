import type { TextMatch } from '../plan/parameter.ts';

/** Text in one case, for texts that a database's own LIKE would not fold. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** Whether a database folds the text correctly in any locale: it has only ASCII characters. */
export function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}

/** The text as a regular expression of PostgreSQL that matches it in any case, regardless of the database's collation. */
export function caselessPattern(text: string, where: TextMatch['where']): string {
  const start = where === 'start' || where === 'whole' ? '^' : '';
  const end = where === 'end' || where === 'whole' ? '$' : '';
  return `${start}${caseless(text)}${end}`;
}

function caseless(text: string): string {
  return Array.from(text, (character) => {
    const variants = new Set([character, character.toLowerCase(), character.toUpperCase()]);
    variants.add(character.toUpperCase().toLowerCase()).add(character.toLowerCase().toUpperCase());
    if (variants.has('σ')) variants.add('ς');
    const single = [...variants].filter((variant) => Array.from(variant).length === 1);
    const escaped = single.map((variant) => (/[\p{L}\p{N}]/u.test(variant) ? variant : `\\${variant}`));
    return single.length === 1 ? (isAscii(character) ? escaped[0] : character) : `[${single.join('')}]`;
  }).join('');
}

/** The text as a LIKE pattern, with `%`, `_` and the escape `\` taken literally. */
export function likePattern(text: string, where: TextMatch['where']): string {
  return placed(text.replace(/[\\%_]/g, '\\$&'), where, '%');
}

/** The text as a GLOB pattern of SQLite, with `*`, `?` and `[` taken literally. */
export function globPattern(text: string, where: TextMatch['where']): string {
  return placed(text.replace(/[*?[]/g, '[$&]'), where, '*');
}

/** @param any the wildcard for any number of characters. */
function placed(pattern: string, where: TextMatch['where'], any: string): string {
  const before = where === 'anywhere' || where === 'end' ? any : '';
  const after = where === 'anywhere' || where === 'start' ? any : '';
  return `${before}${pattern}${after}`;
}
