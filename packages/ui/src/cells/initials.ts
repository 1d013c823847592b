/** The first letters of the first and of the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s·,;()]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstOf(word ?? ''));
  return letters.join('').toLocaleUpperCase();
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter or digit, with its marks: not the half of a character. */
function firstOf(word: string): string {
  for (const { segment } of characters.segment(word)) if (/[\p{L}\p{N}]/u.test(segment)) return segment;
  return '';
}

/** A number below `count` that is always the same for a text. */
export function placeOf(text: string, count: number): number {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % count;
}
