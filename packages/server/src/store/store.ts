import type { AuthorizedPlan } from '../authorize/authorize.ts';
import { currentWork } from '../request-work.ts';
import type { TableName } from '../model/table.ts';
import type { CountPlan, ListPlan } from '../plan/plan.ts';
import { Compiler } from '../sql/compile.ts';
import { ActionSnapshot } from './action-snapshot.ts';
import type { QueryPlan } from '../databases/catalog.ts';
import type { ConstraintError } from '../databases/constraint-error.ts';
import { type Database, overBudget, type TransactionOptions } from '../databases/database.ts';
import type { RawStatement, RawValue } from '../databases/statement.ts';
import { DearCounts, isHopeless } from './dear-counts.ts';
import type { UserLimit } from './user-limit.ts';
import { type CheckActor, Reads } from './reads.ts';
import { Writes } from './writes.ts';

/** A number of rows, and whether it is exact or an estimate of the database. */
export interface Count {
  readonly count: number;
  readonly exact: boolean;
}

/** The limit up to which rows are counted if a count cannot be cancelled (CONTRACT §4). */
const uncancelledLimit = 100_000;

/** Milliseconds above which a count beyond that limit is remembered, as an estimate, instead of being repeated. */
const dearCount = 20;

/** An approximate number of rows. */
export interface RoughCount {
  readonly value: number;
  /** Whether there are more rows, which were not counted. */
  readonly isCapped: boolean;
}

/** Runs plans. It accepts only an {@link AuthorizedPlan}. */
export class Store extends Reads {
  readonly #database: Database;
  readonly #limit: UserLimit;
  readonly #dearCounts = new DearCounts();

  /**
   * @param limit how many long statements one user may run at a time.
   * @param checkActor the statement by which reads check that the user of their request has not changed; without one, they do not.
   */
  constructor(database: Database, limit: UserLimit, checkActor?: CheckActor) {
    super(
      new Compiler(database.dialect),
      (statements, user) => limited(limit, statements[0], user, () => database.readAll(statements)),
      checkActor,
    );
    this.#database = database;
    this.#limit = limit;
  }

  /** Whether the database estimates numbers of rows. */
  get hasEstimates(): boolean {
    return this.#database.dialect.words.estimate !== null;
  }

  /** Runs a job in one transaction. Once it has begun, it goes on to its end, also if the client of the request goes. */
  transaction<T>(job: (writes: Writes) => Promise<T>, options: Pick<TransactionOptions, 'statementTimeout' | 'handicap'> = {}): Promise<T> {
    return this.#database.transaction((transaction) => {
      currentWork()?.commit();
      return job(new Writes(this.compiler, transaction));
    }, options);
  }

  /** How the database would run a plan. */
  planOf(authorized: AuthorizedPlan<CountPlan | ListPlan>): Promise<QueryPlan> {
    const { catalog } = this.#database.dialect;
    return catalog.planOf(this.#database, this.bound(authorized), authorized.plan.model.table);
  }

  /** Opens a snapshot of the database, for at most this many milliseconds; the caller closes it. */
  async snapshot(milliseconds: number): Promise<ActionSnapshot> {
    return new ActionSnapshot(this.compiler, await this.#database.openSnapshot(milliseconds));
  }

  /** The columns of the constraint that a write to the table violated, or words that contain them. */
  constraintColumns(error: ConstraintError, table: TableName): Promise<readonly string[]> {
    return this.#database.constraintColumns(error, table);
  }

  /**
   * The number of rows: exact, if counting takes no longer than this many milliseconds; otherwise the estimate of the database, or one more
   * than the rows that were counted. Such an estimate is given again for a minute.
   */
  async count(exact: AuthorizedPlan<CountPlan>, estimate: AuthorizedPlan<CountPlan>, milliseconds: number): Promise<Count> {
    const { statement: _, ...counting } = this.bound(exact);
    const model = exact.plan.model.key;
    const known = this.#dearCounts.estimateOf(counting);
    if (known !== undefined) return { count: known, exact: false };
    const expected = this.#dearCounts.isBig(model) ? await this.estimate(estimate) : null;
    const started = performance.now();
    const counted = expected !== null && isHopeless(expected, milliseconds) ? null : await this.#count(exact, counting, milliseconds);
    if (counted !== null) {
      const isDear = this.countLimit !== undefined && counted > this.countLimit && performance.now() - started > dearCount;
      if (isDear) this.#dearCounts.remember(counting, model, counted);
      return { count: counted, exact: true };
    }
    const guess = expected ?? (await this.estimate(estimate)) ?? (exact.plan.limit ?? 0) + 1;
    this.#dearCounts.remember(counting, model, guess);
    return { count: guess, exact: false };
  }

  /** The exact number of rows; null if counting takes longer than this many milliseconds, or if there are more than the plan's limit. */
  async #count({ plan, where, actor }: AuthorizedPlan<CountPlan>, counting: RawStatement, milliseconds: number): Promise<number | null> {
    const rows = await limited(this.#limit, counting, actor.id, () => this.#database.readWithin(counting, milliseconds));
    if (rows === overBudget) return null;
    const count = Number(rows[0]?.[0]);
    return plan.limit !== undefined && where.kind !== 'true' && count > plan.limit ? null : count;
  }

  /** The number of rows that the database estimates; null if it has no estimate. */
  async estimate(authorized: AuthorizedPlan<CountPlan>): Promise<number | null> {
    const { estimate } = this.#database.dialect.words;
    if (!estimate) return null;
    const { sql, parameters } = this.bound(authorized);
    const rows = await this.#database.read({ sql, parameters });
    return estimate.read(rows[0]?.[0]);
  }

  /** The number of rows, counted up to the plan's limit; above the limit, the guess if there is one. */
  async roughCount(authorized: AuthorizedPlan<CountPlan>, guess: number | null): Promise<RoughCount> {
    const limit = authorized.plan.limit ?? 0;
    const counted = Number((await this.#values(authorized))[0]);
    if (counted <= limit) return { value: counted, isCapped: false };
    return guess === null || guess <= limit ? { value: limit, isCapped: true } : { value: guess, isCapped: false };
  }

  /** The span of the integer keys: an approximate number of rows. */
  async span(authorized: AuthorizedPlan<CountPlan>): Promise<number> {
    return Number((await this.#values(authorized))[0]);
  }

  async #values(authorized: AuthorizedPlan<CountPlan>): Promise<readonly RawValue[]> {
    const statement = this.bound(authorized);
    return (await limited(this.#limit, statement, authorized.actor.id, () => this.#database.read(statement)))[0] ?? [];
  }

  /** The largest number of rows that a count reads; undefined if its time is limited instead. */
  get countLimit(): number | undefined {
    return this.#database.dialect.capabilities.cancelsCounts ? undefined : uncancelledLimit;
  }
}

function limited<T>(limit: UserLimit, { isLong }: RawStatement, user: string | null, job: () => Promise<T>): Promise<T> {
  return isLong === true ? limit.run(user, job) : job();
}
