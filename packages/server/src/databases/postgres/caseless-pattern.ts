import type { TextMatch } from '../../plan/parameter.ts';
import { isAscii } from '../case-folding.ts';

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
