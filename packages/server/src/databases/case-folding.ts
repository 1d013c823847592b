import type { TextMatch } from '../plan/parameter.ts';

/** Text in one case, for texts that a database's own LIKE would not fold. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** Whether a database folds the text correctly in any locale: it has only ASCII characters. */
export function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}

/** Whether a character of the text has another one that differs from it only in case, in any script. */
export function hasCase(text: string): boolean {
  return /[\p{Cased}\p{Changes_When_Casemapped}]/u.test(text);
}

/** The text as a LIKE pattern, with `%`, `_` and the escape `\` taken literally. */
export function likePattern(text: string, where: TextMatch['where']): string {
  return placed(text.replace(/[\\%_]/g, '\\$&'), where, '%');
}

/** A pattern at its place in a longer text. @param any the wildcard for any number of characters. */
export function placed(pattern: string, where: TextMatch['where'], any: string): string {
  const before = where === 'anywhere' || where === 'end' ? any : '';
  const after = where === 'anywhere' || where === 'start' ? any : '';
  return `${before}${pattern}${after}`;
}
