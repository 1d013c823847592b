/** Pairs of signs that a database, or a program, puts around a value in a message, in whatever language it speaks. */
const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['»', '«'],
  ['‘', '’'],
  ['‚', '‘'],
  ['‹', '›'],
  ['「', '」'],
];

/** An apostrophe inside a word is no quote. */
const single = /(?<![\p{L}\p{N}])'[\s\S]*'(?![\p{L}\p{N}])/gu;

/** Words of PostgreSQL before a name of the schema, which is no value. */
const named =
  /\b(?:relation|table|column|constraint|index|sequence|view|schema|type|function|role|database|trigger|policy|extension|operator|cursor|savepoint|parameter) "[\w.$]{1,128}"/g;

/** What a placeholder is made of: no message has it. */
const mark = '\uE000';

/** Which quoted parts of a message are no values. */
export interface Known {
  readonly names: readonly string[];
  /** Whether what follows a word such as `column` is a name. */
  readonly hasNames: boolean;
}

/**
 * A message with "…" in the place of each quoted part, from the first quote of a kind to its last: a value may hold quotes
 * itself. Names of the schema stay.
 */
export function withoutQuoted(message: string, { names, hasNames }: Known): string {
  const kept: string[] = [];
  const keep = (text: string): string => `${mark}${kept.push(text) - 1}${mark}`;
  let text = message.replaceAll(mark, '');
  if (hasNames) text = text.replace(named, keep);
  for (const name of names) text = text.replaceAll(`"${name}"`, keep);
  // JavaScript's own words about a property of the program.
  text = text.replace(/\((?:reading|setting) '[\w$]{1,128}'\)$/, keep);
  text = text.replace(/^Cannot convert [\s\S]* to a BigInt$/, 'Cannot convert … to a BigInt');
  for (const [open, close] of quotes) text = replacedBetween(text, open, close);
  text = text.replace(single, `'…'`);
  return text.replace(new RegExp(`${mark}(\\d+)${mark}`, 'g'), (_whole, index: string) => kept[Number(index)] ?? '');
}

function replacedBetween(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close);
  return start === -1 || end <= start ? text : `${text.slice(0, start)}${open}…${close}${text.slice(end + close.length)}`;
}
