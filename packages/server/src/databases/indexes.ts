import { sizeText } from './size-text.ts';

/** What an administrator should know about the size of an index. @param written what is slower with it. */
export function sizeNote(bytes: number, written: 'these columns' | 'the table'): string {
  return `It will take about ${sizeText(bytes)}, and makes each write to ${written} slower.`;
}

/** The first columns of an index; an expression is null, and ends the list. */
export function leadingColumns(parts: readonly (string | null)[]): string[] {
  const expression = parts.indexOf(null);
  return parts.slice(0, expression === -1 ? undefined : expression) as string[];
}
