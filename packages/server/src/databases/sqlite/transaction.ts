import type { Kysely } from 'kysely';
import { AdminError } from '../../errors/errors.ts';
import { ConstraintError } from '../constraint-error.ts';
import { databaseAway, type Transaction, transactionGoesOn, transactionOver, transactionRolledBack } from '../database.ts';
import type { AnyTables, Ran, RawStatement } from '../statement.ts';
import { type SentStatements, StatementQueue } from '../statement-queue.ts';
import { commitSql, type SqliteCommand, type SqliteReply, type SqliteStatement } from './connections/connection.ts';
import type { ChangeSetValues, Journal, RecordedSet } from '../recording.ts';
import { endsTransaction } from '../transaction-words.ts';
import { translateSqliteError } from './errors.ts';
import { sqliteKysely } from './kysely.ts';
import type { SqliteRunner } from './connections/runner.ts';

/** Refuses statements that end the transaction: the changes would be committed without their entry in the audit log. */
function withoutEnd(command: SqliteCommand): SqliteCommand {
  if ('sql' in command && endsTransaction(command.sql)) throw transactionGoesOn();
  return command;
}

/** Whether an error is that of a statement, or of the process. */
function isAnswer(error: unknown): boolean {
  if (error instanceof ConstraintError) return true;
  return error instanceof AdminError && typeof (error.cause as { errcode?: unknown } | undefined)?.errcode === 'number';
}

const begin: SqliteStatement = { sql: 'BEGIN IMMEDIATE', parameters: [] };

/** A statement as it is sent to another process. */
function plain({ sql, parameters, record }: RawStatement): SqliteStatement {
  return record ? { sql, parameters, record } : { sql, parameters };
}

/** The journal that a connection knows. */
const journals = new WeakMap<SqliteRunner, Journal>();

/** A transaction on the one connection that writes. It begins with its first statement. */
export class SqliteTransaction implements Transaction {
  readonly notes = null;
  readonly #runner: SqliteRunner;
  readonly #limit: number;
  readonly #journal: Journal | undefined;
  readonly #queue = new StatementQueue((statements) => this.#send(statements));
  #kysely: Kysely<AnyTables> | undefined;
  #savepoints = 0;
  /** The error that ended the transaction early: `RAISE(ROLLBACK)`, `ON CONFLICT ROLLBACK`, or a statement over its limit. */
  #end: unknown;
  #hasBegun = false;
  /** Resolved when the BEGIN is answered; undefined before it is sent. */
  #beginning: Promise<void> | undefined;
  /** Whether the BEGIN is answered. */
  #isAnswered = false;
  #isOver = false;

  /**
   * @param runner the connection that writes.
   * @param limit milliseconds that one statement, or several that are sent together, may take.
   * @param journal what is recorded.
   */
  constructor(runner: SqliteRunner, limit: number, journal?: Journal) {
    this.#runner = runner;
    this.#limit = limit;
    this.#journal = journal;
  }

  /** Whether `commit` sends the COMMIT at once, because the BEGIN is answered. */
  get commitsShortly(): boolean {
    return this.#isAnswered;
  }

  get isOver(): boolean {
    return this.#isOver || (this.#isAnswered && !this.#runner.isInTransaction);
  }

  get queries(): Kysely<AnyTables> {
    this.#kysely ??= sqliteKysely(async () => ({
      perform: (command) => this.#perform(withoutEnd(command)),
      begin: () => Promise.reject(transactionGoesOn()),
      release: () => {},
    }));
    return this.#kysely;
  }

  /** Refuses all further statements: another request may use the connection now. */
  end(): void {
    this.#isOver = true;
    this.#queue.clear(transactionOver);
  }

  async run(statement: RawStatement): Promise<Ran> {
    this.#requireOpen();
    return this.#queue.run(statement);
  }

  runLater(statement: RawStatement): void {
    this.#requireOpen();
    this.#queue.runLater(statement);
  }

  async record(values: ChangeSetValues, isDue: boolean): ReturnType<Transaction['record']> {
    this.#requireOpen();
    const isEmpty = !this.#hasBegun && this.#queue.isEmpty && !isDue;
    return { set: isEmpty ? Promise.resolve(null) : this.#record(values, isDue) };
  }

  async #record(values: ChangeSetValues, isDue: boolean): Promise<RecordedSet | null> {
    const { rows } = await this.#queue.runWithNext({ sql: '', parameters: [], record: { values, isDue } });
    const [row] = rows;
    return row ? { id: String(row[0]), rows: Number(row[1]), gaps: JSON.parse(String(row[2])) as string[] } : null;
  }

  recordAgain(): void {
    this.runLater({ sql: '', parameters: [], record: 'again' });
  }

  async savepoint<T>(job: () => Promise<T>): Promise<T> {
    const name = `grimoire_${++this.#savepoints}`;
    this.runLater({ sql: `SAVEPOINT ${name}`, parameters: [] });
    try {
      const result = await job();
      this.runLater({ sql: `RELEASE ${name}`, parameters: [] });
      return result;
    } catch (error) {
      if (this.isOver) throw error;
      this.runLater({ sql: `ROLLBACK TO ${name}`, parameters: [] });
      await this.run({ sql: `RELEASE ${name}`, parameters: [] });
      throw error;
    }
  }

  /** Sends what waits, and the COMMIT; before it returns, if the BEGIN is answered. Throws if a failed statement has rolled back, or rolls back now. */
  async commit(): Promise<void> {
    if (!this.#hasBegun && this.#queue.isEmpty) return;
    if (this.isOver) throw this.#lostError() ?? transactionRolledBack();
    const committed = this.#queue.runNow({ sql: commitSql, parameters: [] });
    // A statement that a hook did not await would be committed by itself.
    this.#isOver = true;
    await committed.catch((error: unknown) => {
      throw this.#runner.hasEnded && !isAnswer(error) ? new AdminError('outcome_unknown', { cause: error }) : error;
    });
  }

  /** After the end of the transaction, each statement would be committed by itself: none is run. */
  #requireOpen(): void {
    if (this.isOver) throw this.#end ?? this.#lostError() ?? transactionOver();
  }

  /** The error of a transaction whose process has ended between two messages: nothing was committed. */
  #lostError(): AdminError | undefined {
    const isLost = this.#end === undefined && !this.#isOver && this.#runner.hasEnded;
    return isLost ? databaseAway() : undefined;
  }

  async #perform(command: SqliteCommand): Promise<SqliteReply> {
    this.#requireOpen();
    if (!this.#hasBegun) this.#queue.runLater({ sql: 'SELECT 1', parameters: [] });
    await this.#queue.flush();
    await this.#beginning;
    this.#requireOpen();
    try {
      return await this.#runner.perform({ ...command, needsTransaction: true }, this.#limit);
    } catch (error) {
      throw this.#noted(translateSqliteError(error));
    }
  }

  async #send(statements: readonly RawStatement[]): Promise<SentStatements> {
    if (!this.#hasBegun) return this.#sendFirst(statements);
    // Behind a BEGIN that fails, each statement would be committed by itself.
    if (!this.#isAnswered) await this.#beginning;
    const isCommit = statements.at(-1)?.sql === commitSql;
    const end = this.#end ?? (this.isOver && !isCommit ? transactionOver() : undefined);
    if (end !== undefined) return { results: [], error: end };
    return this.#noting(await this.#sent(statements.map(plain)));
  }

  /** Sends the BEGIN with the first statements. */
  async #sendFirst(statements: readonly RawStatement[]): Promise<SentStatements> {
    this.#hasBegun = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#beginning = promise;
    const sent = await this.#sent([begin, ...statements.map(plain)]);
    this.#isAnswered = true;
    const { results, ...rest } = this.#noting(sent);
    resolve();
    return { results: results.slice(1), ...rest };
  }

  #noting({ results, error }: SentStatements): SentStatements {
    return error === undefined ? { results } : { results, error: this.#noted(translateSqliteError(error)) };
  }

  async #sent(statements: readonly SqliteStatement[]): Promise<SentStatements> {
    const isFirst = statements[0] === begin;
    const command: SqliteCommand = isFirst
      ? { do: 'batch', statements, ...this.#recording() }
      : { do: 'batch', statements, needsTransaction: true };
    try {
      const { batch } = await this.#runner.perform(command, this.#limit);
      return batch ?? { results: [] };
    } catch (error) {
      return { results: [], error };
    }
  }

  /** The connection is told once what the journal records. */
  #recording(): { readonly recording?: Journal | 'as before' } {
    if (!this.#journal) return {};
    if (journals.get(this.#runner) === this.#journal) return { recording: 'as before' };
    journals.set(this.#runner, this.#journal);
    return { recording: this.#journal };
  }

  /** Keeps the error that has ended the transaction. */
  #noted(error: unknown): unknown {
    if (this.isOver) this.#end ??= error;
    return error;
  }
}
