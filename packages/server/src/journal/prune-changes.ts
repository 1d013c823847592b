import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Transaction } from '../databases/database.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { isOfRule, type KeepRule } from './keep-rules.ts';

/** The change sets that are looked at together. */
const setsAtOnce = 1000;

/** How many rows a transaction deletes, and how many milliseconds it should take: other writers wait for no more. */
const rowsAtOnce = { first: 1000, min: 100, max: 5000 };
const wantedTime = 50;

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

  /** Deletes what the rules do not keep. @returns the number of deleted rows. */
  async prune(rules: readonly KeepRule[]): Promise<number> {
    let all = 0;
    for (const rule of rules) all += await this.#pruneBy(rule);
    return all;
  }

  async #pruneBy(rule: KeepRule): Promise<number> {
    const before = this.#database.dialect.systemTables.moment(new Date(Date.now() - rule.days * 86_400_000));
    let all = 0;
    for (let after = await this.#start(); after !== null; ) {
      const { old, last } = await this.#next(after, before);
      if (old.length === 0) break;
      all += await this.#pruneSets(old, rule);
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

  /** The next sets after one: the ids of those that are old enough, and of the last. */
  async #next(after: number, before: string): Promise<{ readonly old: readonly number[]; readonly last: number }> {
    const query = this.#database.queries().selectFrom(this.#tables.changeSet).where('id', '>', after).orderBy('id').limit(setsAtOnce);
    const sets = await query.select(['id', sql<number>`CASE WHEN created_at < ${before} THEN 1 ELSE 0 END`.as('isOld')]).execute();
    const ids = (some: typeof sets): readonly number[] => some.map((set) => Number(set['id']));
    return { old: ids(sets.filter(({ isOld }) => isOld === 1)), last: ids(sets).at(-1) ?? after };
  }

  async #pruneSets(sets: readonly number[], rule: KeepRule): Promise<number> {
    const rows = this.#database.queries().selectFrom(this.#tables.changeRow).where(rowsOf(sets, rule));
    const ids = (await rows.select('change_set').distinct().execute()).map((row) => Number(row['change_set']));
    if (ids.length === 0) return 0;
    // It is committed before a row is deleted: an undo looks for it after it has read the rows.
    await this.#write(({ queries }) => queries.updateTable(this.#tables.changeSet).set({ pruned: 1 }).where('id', 'in', ids).execute());
    let all = 0;
    for (;;) {
      const limit = this.#rows;
      const { result: count, time } = await this.#write((transaction) => this.#deleteSome(transaction, { ids, rule, limit }));
      all += count;
      if (count < limit) return all;
      const wanted = limit * Math.min(2, wantedTime / time);
      this.#rows = Math.round(Math.min(rowsAtOnce.max, Math.max(rowsAtOnce.min, wanted)));
    }
  }

  async #deleteSome(
    { queries }: Transaction,
    { ids, rule, limit }: { readonly ids: readonly number[]; readonly rule: KeepRule; readonly limit: number },
  ): Promise<number> {
    const { namedLock } = this.#database.dialect.systemTables;
    // Two that prune at once do not delete at once.
    if (namedLock) await namedLock(sql`'grimoire prune'`).execute(queries);
    const rows = sql.table(this.#tables.changeRow);
    const key = sql`"tab", "row_key", "change_set"`;
    const some = sql`SELECT ${key} FROM ${rows} WHERE ${rowsOf(ids, rule)} ORDER BY "change_set" LIMIT ${limit}`;
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
function rowsOf(ids: readonly number[], rule: KeepRule): RawBuilder<SqlBool> {
  return sql<SqlBool>`"change_set" IN (${sql.join(ids)}) AND ${isOfRule(rule)}`;
}
