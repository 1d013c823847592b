import type { AuthorizedPlan } from '../authorize/authorize.ts';
import { apart } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Queries } from '../model/config/queries.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { parseExact } from '../model/raw-number.ts';
import type {
  CascadedKeysPlan,
  DeclaredEffectPlan,
  DeletePlan,
  InsertPlan,
  LinksPlan,
  MatchingKeysPlan,
  ChecksPlan,
  RowsForWritePlan,
  WatchedEffectPlan,
  UnlinkedPlan,
  UpdatePlan,
  WritePlan,
} from '../plan/write.ts';
import type { RestorePlan, SetRowsPlan } from '../plan/undo.ts';
import type { Compiler, Statement } from '../sql/compile.ts';
import type { ChangeSetValues, Journal } from '../databases/recording.ts';
import { ActionStatements, keysIn } from './action-statements.ts';
import type { Transaction } from '../databases/database.ts';
import { type Ran, type RawRow, type RawStatement, TextTooLong } from '../databases/statement.ts';
import { runNoting, watchEffects } from './noting.ts';
import { joinPieces, Reads } from './reads.ts';

/** A row that a delete unlinks. */
export interface UnlinkedRow {
  readonly row: StoredRow;
  /** Whether the row rule does not allow it. */
  readonly isOutside: boolean;
  /** For each foreign key of its referencing table, whether it points to a deleted row. */
  readonly lost: readonly boolean[];
}

/** The rows that a delete of one row takes with it: how many there are, and the first as `model:key`. */
export interface CascadedRows {
  readonly targets: readonly string[];
  readonly count: number;
}

/** Runs plans inside one transaction. */
export class Writes extends Reads {
  readonly #transaction: Transaction;
  /** Whether its changes are recorded. */
  readonly isRecorded: boolean;
  /** The statements of an action on its rows. */
  readonly statements: ActionStatements;

  /** @param journal what is recorded; undefined for nothing. */
  constructor(compiler: Compiler, transaction: Transaction, journal?: Journal) {
    // `confirmActor` does it, after the locks.
    const confirms = false;
    super(
      compiler,
      async (statements) => (await Promise.all(statements.map((statement) => transaction.run(statement)))).map(({ rows }) => rows),
      confirms,
    );
    this.#transaction = transaction;
    this.isRecorded = journal !== undefined;
    this.statements = new ActionStatements(compiler, (statement) => transaction.run(statement), transaction);
  }

  /** Queries in the transaction, for hooks. */
  get queries(): Queries {
    return this.#transaction.queries as unknown as Queries;
  }

  /** Whether the database has ended the transaction by itself. */
  get isOver(): boolean {
    return this.#transaction.isOver;
  }

  /**
   * Confirms that the actor of a policy is as they were when they were read, which may have been for an earlier request. Throws an
   * {@link ActorChanged} if they are not.
   */
  async confirmActor({ confirmation }: Policy): Promise<void> {
    const { statement } = confirmation;
    if (!statement) return;
    const { rows } = await this.runOwn(statement);
    confirmation.require(rows[0]?.[0]);
    confirmation.end();
  }

  /** Runs a statement on the service's own tables. */
  runOwn(statement: RawStatement): Promise<Ran> {
    return this.#transaction.run(statement);
  }

  /** The same for a statement without a result: it goes with the next statement, or with the commit, which then throws its error. */
  runOwnLater(statement: RawStatement): void {
    this.#transaction.runLater(statement);
  }

  /** Whether rows are noted before they are changed: the database does not tell by itself what was changed. */
  get notesRows(): boolean {
    return this.#transaction.notes !== null;
  }

  /** Notes, and locks, the rows of other tables that the database changes when rows are deleted. It goes with the next statement. */
  watch(deletion: AuthorizedPlan<DeletePlan>, effects: readonly AuthorizedPlan<WatchedEffectPlan>[]): void {
    const [first, ...others] = [deletion, ...effects].map((authorized) => this.compiler.compile(authorized));
    if (first) watchEffects(this.#transaction, first, others);
  }

  /** Writes what has been changed into the journal, with the next statement. */
  record(values: ChangeSetValues, isDue: boolean): ReturnType<Transaction['record']> {
    return this.#transaction.record(values, isDue);
  }

  /** Runs a part of the transaction, and takes back what it has changed, recorded or not. The locks that it has taken are free then. */
  async takenBack(job: () => Promise<void>): Promise<void> {
    const done = new Error('A part of the transaction is taken back.');
    try {
      await this.savepoint(async () => {
        await job();
        throw done;
      });
    } catch (error) {
      if (error !== done) throw error;
      if (this.isRecorded) this.#transaction.recordAgain();
    }
  }

  /** Runs a part of the transaction that may fail alone. */
  savepoint<T>(job: () => Promise<T>): Promise<T> {
    return this.#transaction.savepoint(job);
  }

  /** The rows of a write, in the order of their keys; locked first, if the plan says so. */
  async rowsForWrite(authorized: AuthorizedPlan<RowsForWritePlan>): Promise<StoredRow[]> {
    const { statement, ran } = await this.#run(authorized).catch((error: unknown) => {
      // Together they are too long for one text.
      if (error instanceof TextTooLong && authorized.plan.isApart !== true) return this.#run(apart(authorized));
      throw error;
    });
    if (statement.isJsonList) return parseExact(String(ran.rows[0]?.[0])) as StoredRow[];
    return ran.rows.map((row) => parseExact(joinPieces(row, 0, statement.fieldColumns)) as StoredRow);
  }

  /** The keys of the rows that filters match, locked, as their JSON values. */
  async matchingKeys(authorized: AuthorizedPlan<MatchingKeysPlan>): Promise<readonly (readonly unknown[])[]> {
    const { statement, ran } = await this.#run(authorized);
    return keysIn(ran.rows, statement);
  }

  /** Inserts a row. @returns the JSON values of its key; null if the database skipped the row without an error. */
  async insert(authorized: AuthorizedPlan<InsertPlan>): Promise<readonly unknown[] | null> {
    const { ran } = await this.#run(authorized);
    if (ran.rows.length === 0) return null;
    return JSON.parse(String(ran.rows[0]?.[0])) as unknown[];
  }

  /** Changes or deletes rows, or changes their links. @returns how many. */
  async change(
    authorized:
      | AuthorizedPlan<UpdatePlan>
      | AuthorizedPlan<DeletePlan>
      | AuthorizedPlan<LinksPlan>
      | AuthorizedPlan<DeclaredEffectPlan>
      | AuthorizedPlan<RestorePlan>,
  ): Promise<number> {
    return (await this.#run(authorized)).ran.changes;
  }

  /** For each check, whether its answer is yes. */
  async existing(authorized: AuthorizedPlan<ChecksPlan>): Promise<boolean[]> {
    if (authorized.plan.checks.length === 0) return [];
    const { ran } = await this.#run(authorized);
    return (ran.rows[0] ?? []).map((value) => Number(value) === 1);
  }

  /** What a delete takes with it: for each deleted row, by its key. */
  async cascadedKeys(authorized: AuthorizedPlan<CascadedKeysPlan>): Promise<ReadonlyMap<string, CascadedRows>> {
    const { ran } = await this.#run(authorized);
    return new Map(
      ran.rows.map(([key, json]) => {
        const [count, targets] = JSON.parse(String(json)) as [number, [model: string, key: string][]];
        return [String(key), { count, targets: targets.map((pair) => pair.join(':')) }];
      }),
    );
  }

  /** The rows that a delete unlinks, locked. */
  async unlinked(authorized: AuthorizedPlan<UnlinkedPlan>): Promise<UnlinkedRow[]> {
    const { statement, ran } = await this.#run(authorized);
    return ran.rows.map((row) => ({
      row: parseExact(joinPieces(row, 0, statement.fieldColumns)) as StoredRow,
      isOutside: Number(row[statement.fieldColumns]) === 1,
      lost: row.slice(statement.fieldColumns + 1).map((flag) => Number(flag) === 1),
    }));
  }

  /** What is asked of the rows of a change set, row by row. */
  async setRows(authorized: AuthorizedPlan<SetRowsPlan>): Promise<readonly RawRow[]> {
    return (await this.#run(authorized)).ran.rows;
  }

  async #run(authorized: AuthorizedPlan<WritePlan>): Promise<{ readonly statement: Statement; readonly ran: Ran }> {
    const bound = this.compiler.compile(authorized);
    const { statement, parameters } = bound;
    return { statement, ran: await runNoting(this.#transaction, bound, { sql: statement.sql, name: statement.name, parameters }) };
  }
}
