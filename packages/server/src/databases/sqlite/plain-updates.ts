import type { TableName } from '../../model/table.ts';
import type { RawStatement } from '../statement.ts';
import { searchIndexStatements } from './search-index.ts';

/**
 * `?1` is the name of the table, `?2` the columns as JSON, `?3` the texts of the triggers of its search index, `?4` the name of that: they write
 * into nothing else. When a column of a unique index is changed, a foreign key may change other columns. `ON CONFLICT
 * REPLACE` deletes rows, and writes the default of a column in place of NULL, which may be another one for each row.
 */
const sql = `SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema AS t WHERE t.type = 'trigger' AND t.tbl_name = ?1 COLLATE NOCASE
    AND NOT (t.sql IN (SELECT value FROM json_each(?3)) AND EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?4 AND sql LIKE 'CREATE VIRTUAL TABLE%')))
  AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE AND sql LIKE '%REPLACE%')
  AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 1)
  AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?1) AS i, pragma_index_info(i.name) AS c, json_each(?2) AS w
    WHERE i."unique" AND c.name = w.value COLLATE NOCASE)`;

/** The statement that asks whether an UPDATE of these columns changes nothing else. While a transaction writes, no other connection can create a trigger. */
export function plainUpdatesStatement({ name, searchIndex }: TableName, columns: readonly string[]): RawStatement {
  const triggers = searchIndex
    ? (['of its columns', 'all'] as const).flatMap((updates) => searchIndexStatements(name, searchIndex, updates).triggers)
    : [];
  // The catalog has no semicolon at the end.
  const texts = triggers.map((text) => text.replace(/;$/, ''));
  return { sql, parameters: [name, JSON.stringify(columns), JSON.stringify(texts), searchIndex?.name ?? ''] };
}
