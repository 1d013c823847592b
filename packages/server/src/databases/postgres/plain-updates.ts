import type { TableName } from '../../model/table.ts';
import type { RawStatement } from '../statement.ts';
import { quotedTable } from './proposals.ts';

/**
 * `$1` is the table's name as SQL, `$2` the columns. Tables that inherit from it, or that are parts of it, may have triggers of their own, and a part may have
 * those of the whole table. Row level security may take rows out of reach by what other rows are. A foreign key may change other columns when a
 * column of a unique index is changed. Names are compared as PostgreSQL stores them: with 63 bytes at most.
 */
const sql = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_class c
  WHERE c.oid = to_regclass($1) AND c.relkind = 'r' AND NOT (c.relhasrules OR c.relrowsecurity OR c.relhassubclass OR c.relispartition)
  AND NOT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
  AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated <> '')
  AND NOT EXISTS (SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
    WHERE i.indrelid = c.oid AND i.indisunique AND a.attname = ANY ($2::name[]))) THEN 1 ELSE 0 END`;

/** The statement that asks whether an UPDATE of these columns changes nothing else. The lock of an UPDATE keeps others from creating a trigger. */
export function plainUpdatesStatement(table: TableName, columns: readonly string[]): RawStatement {
  return { sql, name: 'grimoire_plain_updates', parameters: [quotedTable(table), columns] };
}
