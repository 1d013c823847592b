import type { AuthorizedPlan } from '../authorize/authorize.ts';
import { currentWork } from '../process/request-work.ts';
import type { TableName } from '../model/table.ts';
import type { AggregatePlan, CountPlan, ListPlan, AutocompletePlan } from '../plan/plan.ts';
import { Compiler } from '../sql/compile.ts';
import { AdminError } from '../errors/errors.ts';
import { type AggregatesOfRows, aggregatesOf } from './aggregates.ts';
import { ActionSnapshot } from './action-snapshot.ts';
import type { QueryPlan } from '../databases/catalog.ts';
import type { ConstraintError } from '../databases/constraint-error.ts';
import type { Journal } from '../databases/recording.ts';
import { type Database, overBudget, type TransactionOptions } from '../databases/database.ts';
import type { RawRow, RawValue } from '../databases/statement.ts';
import { CostlyCounts, isHopeless } from './costly-counts.ts';
import { OrderedScans } from './ordered-scans/ordered-scans.ts';
import { turnsOf, type UserLimit } from './shares/user-limit.ts';
import { Reads, type RowsOfPage } from './reads.ts';
import type { ReplicaRead, ReplicaReads } from './replicas/replica-reads.ts';
import { bySearchIndex, type SearchingPlan } from './search-index.ts';
import { Writes } from './writes.ts';

/** A number of rows, and whether it is exact or an estimate of the database. */
export interface Count {
  readonly count: number;
  readonly exact: boolean;
}

/** The limit up to which rows are counted if a count cannot be cancelled (CONTRACT §4). */
const uncancelledLimit = 100_000;

/** Rows above which an exact count is remembered, as an estimate, instead of being repeated; and those above which it is if it took so long. */
const costly = { rows: 1_000_000, rowsIfSlow: 100_000, slow: 500 };

type Counted = readonly RawRow[] | typeof overBudget;

/** An approximate number of rows. */
export interface RoughCount {
  readonly value: number;
  /** Whether there are more rows, which were not counted. */
  readonly isCapped: boolean;
}

/** What a store has beside its database. */
export interface StoreOptions {
  /** Asked first, if there are any. */
  readonly replicas?: ReplicaReads;
  /** What is recorded of transactions. */
  readonly journal?: Journal;
}

/** How a transaction of the store runs. */
export interface WriteOptions extends Pick<TransactionOptions, 'statementTimeout' | 'handicap'> {
  /** Whether its changes are recorded. */
  readonly isRecorded?: boolean;
}

/** Runs plans. It accepts only an {@link AuthorizedPlan}. */
export class Store extends Reads {
  readonly #database: Database;
  readonly #limit: UserLimit;
  readonly #costlyCounts = new CostlyCounts();
  readonly #scans: OrderedScans;
  readonly #journal: Journal | undefined;

  /**
   * @param limit how many long statements one user may run at a time; more of them, where they share connections with those of other requests.
   */
  constructor(database: Database, limit: UserLimit, { replicas, journal }: StoreOptions = {}) {
    const confirms = true;
    super(
      new Compiler(database.dialect, journal),
      (statements, user) => database.readAll(statements, turnsOf(limit, statements[0], user)),
      confirms,
      replicas,
    );
    this.#database = database;
    this.#scans = new OrderedScans(database);
    this.#limit = limit;
    this.#journal = journal;
  }

  /** Whether the database estimates numbers of rows. */
  get hasEstimates(): boolean {
    return this.#database.dialect.fragments.estimate !== null;
  }

  /**
   * Runs a job in one transaction. Once it has begun, it goes on to its end, also if the client of the request goes.
   */
  transaction<T>(job: (writes: Writes) => Promise<T>, { isRecorded = false, ...options }: WriteOptions = {}): Promise<T> {
    const journal = isRecorded ? this.#journal : undefined;
    return this.#database.transaction(
      (transaction) => {
        currentWork()?.commit();
        return job(new Writes(this.compiler, transaction, journal));
      },
      { ...options, journal },
    );
  }

  /** A page of rows. */
  override async list(authorized: AuthorizedPlan<ListPlan>): Promise<RowsOfPage> {
    const list = await this.#bySearchIndex(authorized);
    return super.list(await this.#scans.limited(list, () => this.bound(list)));
  }

  /** Keys and labels, each as JSON text; one more than the plan's limit if there are more. */
  override async autocomplete(authorized: AuthorizedPlan<AutocompletePlan>): Promise<readonly string[]> {
    return super.autocomplete(await this.#bySearchIndex(authorized));
  }

  #bySearchIndex<P extends SearchingPlan>(authorized: AuthorizedPlan<P>): Promise<AuthorizedPlan<P>> {
    const { actor, policy } = authorized;
    const until = policy.deadline === undefined ? {} : { until: policy.deadline };
    return bySearchIndex(authorized, this.#database.dialect, async (statement) => {
      const probe = { ...statement, ...until };
      const [rows] = await this.#database.readAll([probe], turnsOf(this.#limit, probe, actor.id));
      return Number(rows?.[0]?.[0]);
    });
  }

  /** How the database would run a plan. */
  async planOf(authorized: AuthorizedPlan<SearchingPlan>): Promise<QueryPlan> {
    return this.#database.dialect.catalog.planOf(this.#database, this.bound(await this.#bySearchIndex(authorized)));
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
   * than the rows that were counted. Such an estimate is given again for a minute, and so is a costly exact count, as an estimate.
   * @param isFresh whether to count again what was counted less than a minute ago.
   */
  async count(
    asked: AuthorizedPlan<CountPlan>,
    estimate: AuthorizedPlan<CountPlan>,
    { milliseconds, isFresh }: { readonly milliseconds: number; readonly isFresh: boolean },
  ): Promise<Count> {
    const { statement: _, ...question } = this.bound(asked);
    const model = asked.plan.model.key;
    const cached = this.#costlyCounts.rememberedFor(question);
    if (cached && !(isFresh && cached.wasCounted)) return { count: cached.count, exact: false };
    const exact = await this.#bySearchIndex(asked);
    const { statement, ...counting } = this.bound(exact);
    const expected = this.#costlyCounts.isBig(model) ? await this.estimate(estimate) : null;
    const started = performance.now();
    const counted =
      expected !== null && isHopeless(expected, milliseconds) ? null : await this.#count(exact, { statement, raw: counting, milliseconds });
    if (counted !== null) {
      if (isCostly(counted, performance.now() - started)) this.#costlyCounts.remember(question, counted);
      return { count: counted, exact: true };
    }
    const guess = expected ?? (await this.estimate(estimate)) ?? (exact.plan.limit ?? 0) + 1;
    this.#costlyCounts.giveUp(question, model, guess);
    return { count: guess, exact: false };
  }

  /** The exact number of rows; null if counting takes longer than this many milliseconds, or if there are more than the plan's limit. */
  async #count(exact: AuthorizedPlan<CountPlan>, asked: ReplicaRead & { readonly milliseconds: number }): Promise<number | null> {
    const { plan, where } = exact;
    const rows = await this.#within(exact, asked);
    if (rows === overBudget) return null;
    const count = Number(rows[0]?.[0]);
    return plan.limit !== undefined && where.kind !== 'true' && count > plan.limit ? null : count;
  }

  /** The rows of a statement, from a replica if one may be asked, if it takes no longer than this many milliseconds. */
  async #within(authorized: AuthorizedPlan, asked: ReplicaRead & { readonly milliseconds: number }): Promise<Counted> {
    const { raw, milliseconds } = asked;
    const replicated = await this.replicas?.read(authorized, asked);
    return replicated ?? this.#database.readWithin(raw, milliseconds, turnsOf(this.#limit, raw, authorized.actor.id));
  }

  /** Sums and extremes of all rows or of their groups; null if the deadline of the plan comes first. */
  async aggregates(asked: AuthorizedPlan<AggregatePlan>): Promise<readonly AggregatesOfRows[] | null> {
    try {
      const authorized = await this.#bySearchIndex(asked);
      const { statement, ...raw } = this.bound(authorized);
      const milliseconds = raw.until === undefined ? Infinity : raw.until - Date.now();
      const rows = milliseconds > 0 ? await this.#within(authorized, { statement, raw, milliseconds }) : overBudget;
      return rows === overBudget ? null : aggregatesOf(authorized.plan, statement, rows);
    } catch (error) {
      if (error instanceof AdminError && error.code === 'timeout') return null;
      throw error;
    }
  }

  /** The number of rows that the database estimates; null if it has no estimate. */
  async estimate(authorized: AuthorizedPlan<CountPlan>): Promise<number | null> {
    const { estimate } = this.#database.dialect.fragments;
    if (!estimate) return null;
    const { sql, parameters, until } = this.bound(authorized);
    const rows = await this.#database.read({ sql, parameters, ...(until === undefined ? {} : { until }) });
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
    const { statement, ...raw } = this.bound(authorized);
    const replicated = await this.replicas?.read(authorized, { statement, raw });
    if (replicated && replicated !== overBudget) return replicated[0] ?? [];
    const [rows] = await this.#database.readAll([raw], turnsOf(this.#limit, raw, authorized.actor.id));
    return rows?.[0] ?? [];
  }

  /** The largest number of rows that a count reads; undefined if its time is limited instead. */
  get countLimit(): number | undefined {
    return this.#database.dialect.capabilities.cancelsCounts ? undefined : uncancelledLimit;
  }
}

/** Fewer rows are counted again, however long it took: on a busy machine, the time includes the wait for a connection or a process. */
function isCostly(rows: number, milliseconds: number): boolean {
  return rows > costly.rows || (rows > costly.rowsIfSlow && milliseconds > costly.slow);
}
