/** Characters of a text in a line of a list. */
const most = 80;

/** Whether a text is shortened in a list. */
export function isCut(text: string): boolean {
  return text.length > most;
}

/** A text, shortened to fit into a line of a list. */
export function cut(text: string): string {
  return isCut(text) ? `${text.slice(0, most - 1)}…` : text;
}

/** The characters of the shortest key that is drawn at random. */
const leastKey = 20;

/** A key that is drawn at random, as a list shows it: its first characters tell the rows of a page apart. */
export function shortKey(text: string): string {
  return text.length > leastKey && !/\s/.test(text) ? `${text.slice(0, 8)}…` : cut(text);
}
