import type { ColumnDescription } from '../model/table.ts';

/** What an INSERT without the column writes into it. */
export type ColumnDefault = Pick<ColumnDescription, 'hasDefault' | 'constant' | 'ownTime'>;

/** An expression without the brackets around all of it. */
export function withoutBrackets(expression: string): string {
  const text = expression.trim();
  return text.startsWith('(') && endOfFirst(text) === text.length - 1 ? withoutBrackets(text.slice(1, -1)) : text;
}

/** The place of the bracket that closes the first one; texts in quotes have none. */
function endOfFirst(text: string): number {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]/g)) {
    if (mark === '(') depth += 1;
    if (mark === ')') depth -= 1;
    if (depth === 0 && mark === ')') return index;
  }
  return -1;
}
