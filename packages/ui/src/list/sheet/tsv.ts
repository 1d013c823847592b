/**
 * The cells of a block as spreadsheets copy it: separated by tabs, rows by line breaks. A cell in quotes may contain both, and has each quote twice.
 * The last line break ends the last row.
 */
export function parsedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|([^\t\r\n]*))(\t|\r?\n|\r|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop();
  return rows;
}

/** A block in the form in which spreadsheets paste it. */
export function cellsText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quotedIfNeeded).join('\t')).join('\n');
}

function quotedIfNeeded(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
