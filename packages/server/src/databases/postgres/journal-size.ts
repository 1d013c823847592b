import { sql } from 'kysely';
import type { TableName } from '../../model/table.ts';
import { textSql } from '../literals.ts';
import type { Journal } from '../recording.ts';
import type { JournalSizeQueries } from '../recording-fragments.ts';
import type { Sql } from '../sql-fragments.ts';
import { filledTableSql } from '../table-sql.ts';
import { identifierText } from './system-tables.ts';

/** What the journal takes on PostgreSQL: from a million rows on, their number is that of the server's statistics. */
export function postgresJournalSize({ changeSet, changeRow }: Journal): JournalSizeQueries {
  const count = sql`SELECT count(*) FROM ${filledTableSql(changeRow)}`;
  return {
    rows: sql`SELECT CASE WHEN reltuples >= 1000000 THEN reltuples::bigint ELSE (${count}) END FROM pg_class WHERE oid = ${oidOf(changeRow)}`,
    bytes: sql`SELECT pg_total_relation_size(${oidOf(changeSet)}) + pg_total_relation_size(${oidOf(changeRow)})`,
    estimatedBytes: null,
  };
}

function oidOf({ schema, name }: TableName): Sql {
  return sql`${textSql(identifierText(schema === undefined ? name : `${schema}.${name}`))}::regclass`;
}
