import type { TableName } from '../../model/table.ts';
import type { ConstraintError } from '../constraint-error.ts';
import type { RawRow, RawStatement } from '../statement.ts';

/** The columns of a violated constraint, or words that contain them: a check's text names them; a named check's text is looked up. */
export async function checkColumns(
  { constraint, columns }: ConstraintError,
  table: TableName,
  read: (statement: RawStatement) => Promise<readonly RawRow[]>,
): Promise<readonly string[]> {
  if (columns.length > 0 || constraint === undefined) return columns;
  const [row] = await read({ sql: 'SELECT sql FROM sqlite_master WHERE type = ? AND name = ?', parameters: ['table', table.name] });
  const name = constraint.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const named = new RegExp(`CONSTRAINT\\s+["'\`[]?${name}["'\`\\]]?\\s+CHECK\\s*\\(([\\s\\S]*)`, 'i').exec(String(row?.[0] ?? ''))?.[1];
  return Array.from((named === undefined ? constraint : balanced(named)).matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu), ([word]) => word);
}

/** The text up to the bracket that closes the one before the text. */
function balanced(text: string): string {
  let depth = 1;
  for (const [index, character] of Array.from(text).entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return Array.from(text).slice(0, index).join('');
  }
  return text;
}
