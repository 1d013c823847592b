import { type ColumnDefault, withoutBrackets } from '../column-default.ts';

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads a default.
 * @param expression as the CREATE TABLE has it.
 * @param declared the declared type of the column, whose affinity decides what is stored.
 */
export function sqliteDefault(expression: string, declared: string): ColumnDefault {
  const text = withoutBrackets(expression);
  if (/^null$/i.test(text)) return {};
  if (isNow(text)) return { hasDefault: true, ownTime: 'default' };
  const constant = constantOf(text, declared.toLowerCase());
  return { hasDefault: true, ...(constant === undefined ? {} : { constant }) };
}

/** The constant that an expression is, as the column stores it; undefined if that is not known. */
function constantOf(text: string, declared: string): string | undefined {
  const quoted = /^'(?:[^']|'')*'$|^"(?:[^"]|"")*"$/.test(text) ? unquoted(text) : undefined;
  const isText = !declared.includes('int') && /char|clob|text/.test(declared);
  if (quoted !== undefined) return declared.startsWith('bool') && !numberForm.test(quoted) ? undefined : quoted;
  const number = /^(?:true|false)$/i.test(text) ? (text.toLowerCase() === 'true' ? '1' : '0') : text;
  // A column of texts stores 1.50 as 1.5, and 007 as 7.
  return (isText ? /^(?:0|-?[1-9]\d{0,17})$/ : numberForm).test(number) ? number : undefined;
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

const modifiers = String.raw`(?:, ?'(?:localtime|utc|subsec|subsecond)')*`;
const now = String.raw`(?: ?(?:'now'|current_timestamp)${modifiers} ?)`;
const clock = new RegExp(
  [
    String.raw`^current_(?:timestamp|date|time)$`,
    String.raw`^(?:datetime|date|time|julianday|unixepoch)\((?:${now}|'subsec(?:ond)?')?\)$`,
    // The year alone, or the month, is not the time.
    String.raw`^strftime\( ?'[^']*%[sjfd][^']*' ?(?:,${now})?\)$`,
  ].join('|'),
);
const conversions: readonly (readonly [RegExp, string])[] = [
  [/^cast\((.*) as [a-z]+\)$/s, '$1'],
  [/^(?:round|floor|trunc)\((.*?)(?:, ?0)?\)$/s, '$1'],
  [/^(.*?) ?\* ?(?:1000|86400|86400000)(?:\.0)?$/s, '$1'],
  [/^(?:1000|86400|86400000)(?:\.0)? ?\* ?(.*)$/s, '$1'],
  // The Julian day at which 1970 begins.
  [/^(julianday\(.*\)) ?- ?2440587\.5$/s, '$1'],
  [/^(.*?) ?\|\| ?substr\(strftime\('%f', ?'now'\), ?4\)$/s, '$1'],
  [/^(.*) ?\|\| ?'(?:z|\+00:00| \+00:00)'$/s, '$1'],
];

/** Whether an expression is the current time, perhaps in another form or as a number, and nothing is added to it. */
function isNow(expression: string): boolean {
  let text = withoutBrackets(expression.toLowerCase());
  for (;;) {
    if (clock.test(text)) return true;
    const conversion = conversions.find(([pattern]) => pattern.test(text));
    if (!conversion) return false;
    text = withoutBrackets(text.replace(conversion[0], conversion[1]));
  }
}
