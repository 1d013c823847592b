/** Text without its case, for words that a database's own LIKE would not fold. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** Whether a database folds the text rightly in any locale: it has no character beyond ASCII. */
export function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}

/** The text as a regular expression of PostgreSQL that finds it in any case, whatever the database's collation. */
export function caselessPattern(text: string): string {
  return Array.from(text, (character) => {
    const variants = new Set([character, character.toLowerCase(), character.toUpperCase()]);
    variants.add(character.toUpperCase().toLowerCase()).add(character.toLowerCase().toUpperCase());
    if (variants.has('σ')) variants.add('ς');
    const single = [...variants].filter((variant) => Array.from(variant).length === 1);
    const escaped = single.map((variant) => (/[\p{L}\p{N}]/u.test(variant) ? variant : `\\${variant}`));
    return single.length === 1 ? (isAscii(character) ? escaped[0] : character) : `[${single.join('')}]`;
  }).join('');
}

/** The text as a LIKE pattern that finds it anywhere, `%`, `_` and the escape `\` literal. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
