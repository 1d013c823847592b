import { sql } from 'kysely';
import { textSql } from '../literals.ts';
import type { Journal } from '../recording.ts';
import type { JournalSizeQueries } from '../recording-fragments.ts';
import type { Sql } from '../sql-fragments.ts';
import { filledTableSql } from '../table-sql.ts';

/** What the journal takes on SQLite, which reads all of it to say its size. The estimate is made of the lengths of its last rows. */
export function sqliteJournalSize({ changeSet, changeRow }: Journal): JournalSizeQueries {
  const rows = filledTableSql(changeRow);
  const names = sql`SELECT "name" FROM sqlite_schema WHERE "tbl_name" IN (${textSql(changeSet.name)}, ${textSql(changeRow.name)})`;
  const lengthOf = (...columns: string[]): Sql =>
    sql.join(
      columns.map((name) => sql`coalesce(octet_length(${sql.id(name)}), 0)`),
      sql` + `,
    );
  const row = sql`(20 + ${lengthOf('tab', 'row_key', 'before', 'after', 'omitted')})`;
  // Pages are about three quarters full. What is longer than 1,000 bytes has pages of its own.
  const inTable = sql`1.3 * min(${row}, 1000) + 4096 * ((max(${row}, 1000) + 3091) / 4092)`;
  const inIndex = sql`1.25 * (12 + ${lengthOf('tab', 'row_key')})`;
  const size = sql`${inTable} + ${inIndex}`;
  const latest = sql`SELECT * FROM ${rows} ORDER BY "change_set" DESC LIMIT 1000`;
  return {
    rows: sql`SELECT count(*) FROM ${rows}`,
    bytes: sql`SELECT coalesce(sum("pgsize"), 0) FROM "dbstat" WHERE "aggregate" = TRUE AND "name" IN (${names})`,
    estimatedBytes: sql`SELECT CAST(coalesce((SELECT avg(${size}) FROM (${latest})), 0) * (SELECT count(*) FROM ${rows}) AS INTEGER)`,
  };
}
