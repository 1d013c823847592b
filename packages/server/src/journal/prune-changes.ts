import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Transaction } from '../databases/database.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { KeepRule } from './keep-rules.ts';

/** The change sets that are looked at together. */
const setsAtOnce = 1000;

/** How many rows a transaction deletes, and how many milliseconds it should take: other writers wait for no more. */
const rowsAtOnce = { first: 1000, min: 100, max: 5000 };
const wantedTime = 50;

/** Change sets in the order of their ids, which is that of their times. */
interface Sets {
  readonly after: number;
  readonly last: number;
}

/**
 * Deletes the recorded values that are older than they are kept, oldest first: whether a row had left the scope of a reader is asked of later ones. The sets
 * stay, and say that they are pruned. Between two transactions, others have as much time as the last one took.
 */
export class ChangePruning {
  readonly #database: Database;
  readonly #tables: SystemTableNames;
  #rows = rowsAtOnce.first;

  constructor(database: Database, tables: SystemTableNames) {
    this.#database = database;
    this.#tables = tables;
  }

  /** Deletes what a rule does not keep. @returns the number of deleted rows. */
  async prune(rule: KeepRule): Promise<number> {
    const before = this.#database.dialect.systemTables.moment(new Date(Date.now() - rule.days * 86_400_000));
    let all = 0;
    for (let after = await this.#start(); after !== null; ) {
      const last = await this.#lastBefore(after, before);
      if (last === null) break;
      all += await this.#pruneSets({ after, last }, rule);
      after = last;
    }
    return all;
  }

  /** The id before the first set that has rows; null if none has. */
  async #start(): Promise<number | null> {
    const rows = this.#database.queries().selectFrom(this.#tables.changeRow);
    const { first } = await rows.select(({ fn }) => fn.min('change_set').as('first')).executeTakeFirstOrThrow();
    return first === null ? null : Number(first) - 1;
  }

  /** The last of the next sets that are old enough; null if the first of them is not. */
  async #lastBefore(after: number, before: string): Promise<number | null> {
    const query = this.#database.queries().selectFrom(this.#tables.changeSet).where('id', '>', after).orderBy('id').limit(setsAtOnce);
    const sets = await query.select(['id', sql<number>`CASE WHEN created_at < ${before} THEN 1 ELSE 0 END`.as('isOld')]).execute();
    const young = sets.findIndex(({ isOld }) => isOld === 0);
    const last = sets[young === -1 ? sets.length - 1 : young - 1];
    return last === undefined ? null : Number(last['id']);
  }

  async #pruneSets(sets: Sets, rule: KeepRule): Promise<number> {
    const rows = this.#database.queries().selectFrom(this.#tables.changeRow).where(isPruned(sets, rule));
    const sources = await rows.select('change_set').distinct().execute();
    if (sources.length === 0) return 0;
    const ids = sources.map((row) => Number(row['change_set']));
    // Whoever undoes a set reads this after its rows.
    await this.#write(({ queries }) => queries.updateTable(this.#tables.changeSet).set({ pruned: 1 }).where('id', 'in', ids).execute());
    let all = 0;
    for (;;) {
      const limit = this.#rows;
      const { result: count, time } = await this.#write((transaction) => this.#deleteSome(transaction, { sets, rule, limit }));
      all += count;
      if (count < limit) return all;
      const wanted = limit * Math.min(2, wantedTime / time);
      this.#rows = Math.round(Math.min(rowsAtOnce.max, Math.max(rowsAtOnce.min, wanted)));
    }
  }

  async #deleteSome(
    { queries }: Transaction,
    { sets, rule, limit }: { readonly sets: Sets; readonly rule: KeepRule; readonly limit: number },
  ): Promise<number> {
    const { namedLock } = this.#database.dialect.systemTables;
    // Two that prune at once do not delete at once.
    if (namedLock) await namedLock(sql`'grimoire prune'`).execute(queries);
    const rows = sql.table(this.#tables.changeRow);
    const key = sql`"tab", "row_key", "change_set"`;
    const some = sql`SELECT ${key} FROM ${rows} WHERE ${isPruned(sets, rule)} ORDER BY "change_set" LIMIT ${limit}`;
    const { numAffectedRows } = await sql`DELETE FROM ${rows} WHERE (${key}) IN (${some})`.execute(queries);
    return Number(numAffectedRows);
  }

  /** Runs a transaction, and then waits for as long as it took. */
  async #write<T>(job: (transaction: Transaction) => Promise<T>): Promise<{ readonly result: T; readonly time: number }> {
    const begun = performance.now();
    const result = await this.#database.transaction(job, { isSignIn: true });
    const time = performance.now() - begun;
    await pause(time);
    return { result, time };
  }
}

/** Whether a row belongs to one of the sets, and to a table of the rule. */
function isPruned({ after, last }: Sets, { tables, isOfOthers }: KeepRule): RawBuilder<SqlBool> {
  const isOfSets = sql<SqlBool>`"change_set" > ${after} AND "change_set" <= ${last}`;
  if (tables.length === 0) return isOfSets;
  const names = sql.join(tables);
  return sql<SqlBool>`${isOfSets} AND "tab" ${isOfOthers ? sql`NOT IN` : sql`IN`} (${names})`;
}
