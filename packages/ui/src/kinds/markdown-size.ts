/** The most characters that are formatted. */
const mostCharacters = 40_000;

/** The most lines. */
const mostLines = 1000;

/** The most marks of emphasis and of links between two empty lines. */
const mostMarks = 400;

/** A line that begins with blocks within blocks. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){12}/m;

/**
 * Whether the parser formats a Markdown text quickly. Its time grows with the square of the number of marks in a paragraph, of the depth of a line,
 * and of the number of headings and list items. A text of 40,000 characters can block the browser for a minute.
 */
export function isQuickMarkdown(text: string): boolean {
  if (text.length > mostCharacters || text.split('\n', mostLines + 1).length > mostLines || deepLine.test(text)) return false;
  return text.split(/\n[ \t\r]*\n/).every((block) => (block.match(/[*_[\]]/g) ?? []).length <= mostMarks);
}
