import type { TableName } from '../../model/table.ts';
import type { RawStatement } from '../statement.ts';

/**
 * `?1` is the name of the table, `?2` the columns as JSON. When a column of a unique index is changed, a foreign key may change other columns, and `ON CONFLICT
 * REPLACE` may delete other rows.
 */
const sql = `SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
  AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 1)
  AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?1) AS i, pragma_index_info(i.name) AS c, json_each(?2) AS w
    WHERE i."unique" AND c.name = w.value COLLATE NOCASE)`;

/** The statement that asks whether an UPDATE of these columns changes nothing else. While a transaction writes, no other connection can create a trigger. */
export function plainUpdatesStatement({ name }: TableName, columns: readonly string[]): RawStatement {
  return { sql, parameters: [name, JSON.stringify(columns)] };
}
