import { isRawNumber } from '../model/raw-number.ts';

/**
 * A JSON value without the members of objects and the elements of lists that name one of these fields, in whatever form a client has given
 * them: a text that has the name as a word, such as `secret`, `-secret`, `secret__gte` or `{"secret": 1}`.
 */
export function withoutNames(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0) return value;
  const isKept = (part: unknown): boolean => typeof part !== 'string' || !hasName(part, names);
  const rest = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.filter(isKept).map(rest);
    if (typeof part !== 'object' || part === null || isRawNumber(part)) return part;
    const members = Object.entries(part).filter(([name, member]) => isKept(name) && isKept(member));
    return Object.fromEntries(members.map(([name, member]) => [name, rest(member)]));
  };
  return rest(value);
}

function hasName(text: string, names: ReadonlySet<string>): boolean {
  if (names.has(text)) return true;
  const longest = Math.max(...Array.from(names, ({ length }) => length));
  const words = text.split(/[^\p{L}\p{N}\p{M}_$-]+/u).flatMap((word) => [word, word.replace(/^-/, '')]);
  return words.some((word) => startsOf(word, longest).some((start) => names.has(start)));
}

/** A word, and what stands before each pair of underscores in it, as long as it may be a name. */
function startsOf(word: string, longest: number): string[] {
  const starts = [word];
  for (let end = word.indexOf('__'); end >= 0 && end <= longest; end = word.indexOf('__', end + 1)) starts.push(word.slice(0, end));
  return starts;
}
