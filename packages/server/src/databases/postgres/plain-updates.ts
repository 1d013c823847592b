import type { TableName } from '../../model/table.ts';
import type { RawStatement } from '../statement.ts';
import { quotedTable } from './proposals.ts';

/** `$1` is the table's name as SQL. Tables that inherit from it, or that are parts of it, may have triggers of their own. */
const sql = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_class c WHERE c.oid = to_regclass($1) AND c.relkind = 'r' AND NOT (c.relhasrules OR c.relhassubclass)
  AND NOT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
  AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated <> '')) THEN 1 ELSE 0 END`;

/** The statement that asks whether an UPDATE of a table changes only the columns that it names. The lock of an UPDATE keeps others from creating a trigger. */
export function plainUpdatesStatement(table: TableName): RawStatement {
  return { sql, name: 'grimoire_plain_updates', parameters: [quotedTable(table)] };
}
