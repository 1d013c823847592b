const anyBreak = /\r\n?|\n/g;

/** Whether a text has several lines, which an input of one line can not show. */
export function hasLineBreaks(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** A text as an input of several lines has it: it knows one kind of line break. */
export function shownBreaks(text: string): string {
  return text.replaceAll(anyBreak, '\n');
}

/**
 * What was entered, with the line breaks of the text that it was made of: around what was changed they stay as they were, and new ones are of
 * the first kind in that text.
 * @param entered the text of the input, which showed `before`
 */
export function keptBreaks(before: string, entered: string): string {
  if (!before.includes('\r')) return entered;
  const shown = shownBreaks(before);
  const most = Math.min(shown.length, entered.length);
  let start = 0;
  while (start < most && shown[start] === entered[start]) start += 1;
  let end = 0;
  while (end < most - start && shown.at(-1 - end) === entered.at(-1 - end)) end += 1;
  const [first = '\n'] = before.match(anyBreak) ?? [];
  const changed = entered.slice(start, entered.length - end).replaceAll('\n', first);
  return before.slice(0, placeOf(before, start)) + changed + before.slice(placeOf(before, shown.length - end));
}

/** Where in a text a place is, of which the number is that in the text as it is shown. */
function placeOf(text: string, shownPlace: number): number {
  let place = 0;
  for (let rest = shownPlace; rest > 0; rest -= 1) place += text.startsWith('\r\n', place) ? 2 : 1;
  return place;
}
