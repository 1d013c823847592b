import type { TableName } from '../../model/table.ts';
import type { RawStatement } from '../statement.ts';

const sql = `SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
  AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 1)`;

/** The statement that asks whether an UPDATE of a table changes only the columns that it names. Nobody else creates a trigger while a transaction writes. */
export function plainUpdatesStatement({ name }: TableName): RawStatement {
  return { sql, parameters: [name] };
}
