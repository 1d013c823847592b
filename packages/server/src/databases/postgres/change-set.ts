import { sql } from 'kysely';
import type { ChangeSetValues, Journal } from '../recording.ts';
import type { RawStatement } from '../statement.ts';
import { filledTableSql } from '../table-sql.ts';
import { currentSet } from './recording.ts';
import { postgresFragments } from './sql-fragments.ts';

/** How the change set of a transaction is made. */
interface SetOptions {
  /** Whether there is a change set also without rows. */
  readonly isDue: boolean;
  readonly gaps: readonly string[];
  /** The number of its rows; null to count them. */
  readonly rows: number | null;
}

/** The statement that makes the change set itself; it returns its id and the number of its rows. */
export function changeSetInsert(journal: Journal, values: ChangeSetValues, { isDue, gaps, rows }: SetOptions): RawStatement {
  const all = { ...values, gaps: JSON.stringify(gaps) };
  const isMade = isDue || gaps.length > 0;
  const sets = inserts.get(journal) ?? new Map<string, RawStatement>();
  const key = `${isMade} ${Object.keys(all).join()}`;
  const statement = sets.get(key) ?? writtenInsert(journal, Object.keys(all), isMade);
  inserts.set(journal, sets.set(key, statement));
  return { ...statement, parameters: [...Object.values(all), rows] };
}

const inserts = new WeakMap<Journal, Map<string, RawStatement>>();
let insertCount = 0;

function writtenInsert(journal: Journal, names: readonly string[], isMade: boolean): RawStatement {
  const id = currentSet(journal);
  const columns = sql.join(names.map((name) => sql.id(name)));
  const values = sql.join(names.map((name) => sql.val(name)));
  const counted = sql`(SELECT count(*) FROM ${filledTableSql(journal.changeRow)} WHERE "change_set" = ${id})`;
  const rows = sql`(SELECT coalesce(${sql.val(null)}::integer, ${counted}) AS "rows") AS "counted"`;
  const row = sql`SELECT ${id}, ${values}, "rows" FROM ${rows} WHERE ${isMade ? sql`true` : sql`"rows" > 0`}`;
  const query = sql`INSERT INTO ${filledTableSql(journal.changeSet)} ("id", ${columns}, "rows") ${row} RETURNING "id", "rows"`;
  return { ...postgresFragments.compile(query), name: `grimoire_change_set_${++insertCount}` };
}
