/** Pairs of quotation marks around values in messages of databases and programs, in any language. */
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

/** An apostrophe inside a word is not a quotation mark. */
const single = /(?<![\p{L}\p{N}])'[\s\S]*'(?![\p{L}\p{N}])/gu;

/** Words of PostgreSQL before a name of the schema, which is not a value. */
const named =
  /\b(?:relation|table|column|constraint|index|sequence|view|schema|type|function|role|database|trigger|policy|extension|operator|cursor|savepoint|parameter) "[\w.$]{1,128}"/g;

/** Marks a placeholder; messages do not contain it. */
const mark = '\uE000';

/** The quoted parts of a message that are not values. */
export interface Known {
  readonly names: readonly string[];
  /** Whether the text after a word such as `column` is a name. */
  readonly hasNames: boolean;
}

/**
 * A message in which "…" replaces each quoted part, from the first quotation mark of a kind to its last, because a value may contain
 * quotation marks. Names of the schema are kept.
 */
export function withoutQuoted(message: string, { names, hasNames }: Known): string {
  const parts: string[] = [];
  const keep = (text: string): string => `${mark}${parts.push(text) - 1}${mark}`;
  let text = message.replaceAll(mark, '');
  if (hasNames) text = text.replace(named, keep);
  for (const name of names) text = text.replaceAll(`"${name}"`, keep);
  // Messages of JavaScript about a property of the program.
  text = text.replace(/\((?:reading|setting) '[\w$]{1,128}'\)$/, keep);
  text = text.replace(/^Cannot convert [\s\S]* to a BigInt$/, 'Cannot convert … to a BigInt');
  for (const [open, close] of quotes) text = replacedBetween(text, open, close);
  text = text.replace(single, `'…'`);
  return text.replace(new RegExp(`${mark}(\\d+)${mark}`, 'g'), (_whole, index: string) => parts[Number(index)] ?? '');
}

function replacedBetween(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close);
  return start === -1 || end <= start ? text : `${text.slice(0, start)}${open}…${close}${text.slice(end + close.length)}`;
}
