import { sql } from 'kysely';
import { textSql } from '../literals.ts';
import type { Journal } from '../recording.ts';
import type { JournalSizeQueries } from '../recording-fragments.ts';
import { filledTableSql } from '../table-sql.ts';

/** What the journal takes on SQLite, which reads all of it to say its size. The estimate is made of the lengths of its last rows. */
export function sqliteJournalSize({ changeSet, changeRow }: Journal): JournalSizeQueries {
  const rows = filledTableSql(changeRow);
  const names = sql`SELECT "name" FROM sqlite_schema WHERE "tbl_name" IN (${textSql(changeSet.name)}, ${textSql(changeRow.name)})`;
  const lengths = ['before', 'after', 'omitted', 'tab', 'row_key'].map((name) => sql`coalesce(octet_length(${sql.id(name)}), 0)`);
  // The table and the row's key stand in an index as well, whose pages are about two thirds full.
  const size = sql`${sql.join(lengths, sql` + `)} + 1.5 * (octet_length("tab") + octet_length("row_key")) + 60`;
  const latest = sql`SELECT * FROM ${rows} ORDER BY "change_set" DESC LIMIT 1000`;
  return {
    rows: sql`SELECT count(*) FROM ${rows}`,
    bytes: sql`SELECT coalesce(sum("pgsize"), 0) FROM "dbstat" WHERE "aggregate" = TRUE AND "name" IN (${names})`,
    estimatedBytes: sql`SELECT CAST(coalesce((SELECT avg(${size}) FROM (${latest})), 0) * (SELECT count(*) FROM ${rows}) AS INTEGER)`,
  };
}
