import { wordsOf } from '../naming.ts';
import * as words from './secret-words.ts';

/** Every known word, used to split names that are written as one word. */
const dictionary: ReadonlySet<string> = new Set(
  Object.values(words)
    .flatMap((list) => (list instanceof RegExp ? [] : list))
    .flatMap((entry) => entry.split(' ')),
);

/** The known word of which this is the plural; otherwise the word itself. */
function singular(word: string): string {
  if (dictionary.has(word)) return word;
  const candidates = [word.replace(/ies$/, 'y'), word.replace(/es$/, ''), word.replace(/s$/, '')];
  return candidates.find((candidate) => candidate !== word && dictionary.has(candidate)) ?? word;
}

/** The fewest known words, in the singular, that a longer word consists of; undefined if it does not. */
function knownPartsOf(word: string): readonly string[] | undefined {
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 2; end <= word.length; end++) {
    for (let start = 0; start <= end - 2; start++) {
      const before = best[start];
      const part = singular(word.slice(start, end));
      if (!before || !dictionary.has(part)) continue;
      if (before.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY)) best[end] = [...before, part];
    }
  }
  return best[word.length];
}

function partsOf(word: string): readonly string[] {
  const one = singular(word);
  if (dictionary.has(one) || word === '') return word === '' ? [] : [one];
  const parts = knownPartsOf(word);
  if (parts) return parts;
  const strong = words.strongParts.exec(word);
  if (!strong) return [word];
  const after = word.slice(strong.index + strong[0].length).replace(/^s$/, '');
  return [...partsOf(word.slice(0, strong.index)), strong[0], ...partsOf(after)];
}

/** A name's words in the singular, split also if they are written as one, with a space around each: ` user password hash `. */
export function spaced(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(/2fa/gi, '_twofa_');
  const parts = wordsOf(plain).flatMap((word) => partsOf(word.toLowerCase().replace(/^\d+|\d+$/g, '')));
  return ` ${parts.join(' ')} `;
}

/** Whether a name ends in the plural of a known word: `pins`, `codes`. */
export function isPlural(name: string): boolean {
  const last = wordsOf(name).at(-1)?.toLowerCase() ?? '';
  return last.endsWith('s') && !dictionary.has(last);
}
