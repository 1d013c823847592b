import type { Advice, JournalSize } from '@grimoire/protocol';
import { sql } from 'kysely';
import type { Database } from '../databases/database.ts';
import type { Journal } from '../databases/recording.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import type { RawValue } from '../databases/statement.ts';
import { filledTableSql } from '../databases/table-sql.ts';
import { isOfRule, type KeepRule } from '../journal/keep-rules.ts';
import type { KeptTimes } from '../journal/settings.ts';
import { momentText } from '../journal/moments.ts';
import { inTime, type TimeLimit } from './time-limit.ts';

/** The journal, and how long its values are kept. */
export interface JournalParts {
  readonly journal: Journal;
  readonly times: KeptTimes;
  readonly rules: readonly KeepRule[];
}

/** The number of rows from which the size is estimated where the database would read all of them for it. */
const manyRows = 1_000_000;

/** Days after which values should have been deleted that are not kept any more: a job that does it may run once a week. */
const patience = 8;

/** What the journal takes; null if there is none yet, or if the database does not answer in time. */
export async function journalSize(database: Database, { journal, times }: JournalParts, time: TimeLimit): Promise<JournalSize | null> {
  const { catalog, recording } = database.dialect;
  if (!(await catalog.hasTable(database, journal.changeRow))) return null;
  const { rows, bytes, estimatedBytes } = recording.size(journal);
  return inTime(async () => {
    const count = Number(await valueOf(database, rows, time));
    const size = estimatedBytes && count > manyRows ? estimatedBytes : bytes;
    const oldest = await oldestOf(database, journal, { time });
    return {
      rows: count,
      bytes: Number(await valueOf(database, size, time)),
      oldest: oldest === null ? null : momentText(String(oldest)),
      ...times,
    };
  }, null);
}

/** That values are there which should have been deleted long ago. */
export async function journalAdvice(database: Database, { journal, rules }: JournalParts, time: TimeLimit): Promise<readonly Advice[]> {
  const now = Date.now();
  return inTime(async () => {
    for (const rule of rules) {
      const oldest = await oldestOf(database, journal, { rule, time });
      if (oldest !== null && now - Date.parse(momentText(String(oldest))) > (rule.days + patience) * 86_400_000)
        return [
          {
            problem: 'The journal has values of changes that are older than `journal` keeps them: no job runs "grimoire prune".',
            cure: null,
          },
        ];
    }
    return [];
  }, []);
}

/** When the oldest change was made that has values, of all tables or of those of a rule. */
function oldestOf(database: Database, { changeSet, changeRow }: Journal, { rule, time }: Oldest): Promise<RawValue> {
  const where = rule ? sql`WHERE ${isOfRule(rule)}` : sql``;
  const first = sql`SELECT "change_set" FROM ${filledTableSql(changeRow)} ${where} ORDER BY "change_set" LIMIT 1`;
  return valueOf(database, sql`SELECT "created_at" FROM ${filledTableSql(changeSet)} WHERE "id" = (${first})`, time);
}

interface Oldest {
  readonly rule?: KeepRule;
  readonly time: TimeLimit;
}

async function valueOf(database: Database, query: Sql, time: TimeLimit): Promise<RawValue> {
  const rows = await time.over(database).read(database.dialect.fragments.compile(query));
  return rows[0]?.[0] ?? null;
}
