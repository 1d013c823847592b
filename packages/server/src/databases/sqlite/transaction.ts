import type { Kysely } from 'kysely';
import { AdminError } from '../../errors.ts';
import { type Transaction, transactionGoesOn, transactionOver } from '../database.ts';
import type { AnyTables, ExpectingStatement, Ran, RawStatement } from '../statement.ts';
import { type SentStatements, StatementQueue } from '../statement-queue.ts';
import { commitSql, type SqliteCommand, type SqliteReply, type SqliteStatement } from './connection.ts';
import { endsTransaction } from '../transaction-words.ts';
import { translateSqliteError } from './errors.ts';
import { sqliteKysely } from './kysely.ts';
import type { SqliteRunner } from './runner.ts';

/** Refuses statements that end the transaction: the changes would be committed without their entry in the audit log. */
function withoutEnd(command: SqliteCommand): SqliteCommand {
  if ('sql' in command && endsTransaction(command.sql)) throw transactionGoesOn();
  return command;
}

/** Whether an error is that of a statement, or of the process. */
function isAnswer(error: unknown): boolean {
  return error instanceof AdminError && typeof (error.cause as { errcode?: unknown } | undefined)?.errcode === 'number';
}

const begin: RawStatement = { sql: 'BEGIN IMMEDIATE', parameters: [] };

/** A transaction on the one connection that writes. It begins with its first statement. */
export class SqliteTransaction implements Transaction {
  readonly #acquire: (() => Promise<SqliteRunner>) | undefined;
  #runner: SqliteRunner | undefined;
  readonly #limit: number;
  readonly #queue = new StatementQueue((statements) => this.#send(statements));
  #kysely: Kysely<AnyTables> | undefined;
  #savepoints = 0;
  /** The error that ended the transaction early: `RAISE(ROLLBACK)`, `ON CONFLICT ROLLBACK`, or a statement over its limit. */
  #end: unknown;
  #hasBegun = false;
  /** Whether the database has answered to the beginning. */
  #isAnswered = false;
  #isOver = false;

  /**
   * @param runner the connection that writes, or what acquires it for the first statement.
   * @param limit milliseconds that one statement, or several that are sent together, may take.
   */
  constructor(runner: SqliteRunner | (() => Promise<SqliteRunner>), limit: number) {
    if (typeof runner === 'function') this.#acquire = runner;
    else this.#runner = runner;
    this.#limit = limit;
  }

  /** Whether nothing that may take long waits to be sent with the COMMIT. */
  get commitsShortly(): boolean {
    return this.#hasBegun && !this.#queue.expects;
  }

  get isOver(): boolean {
    return this.#isOver || (this.#isAnswered && this.#runner?.isInTransaction === false);
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

  runExpecting(statement: RawStatement, expected: string): Promise<Ran> {
    this.#requireOpen();
    return this.#queue.runExpecting({ ...statement, expected });
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

  /** Sends what waits, and the COMMIT, before it returns. Throws if a failed statement has rolled back, or rolls back now. */
  async commit(): Promise<void> {
    if (!this.#hasBegun && this.#queue.isEmpty) return;
    if (this.isOver) throw new Error('The transaction was rolled back, because a statement in it had failed.');
    const committed = this.#queue.runNow({ sql: commitSql, parameters: [] });
    // A statement that a hook did not await would be committed by itself.
    this.#isOver = true;
    await committed.catch((error: unknown) => {
      throw this.#runner?.isDead === true && !isAnswer(error) ? new AdminError('outcome_unknown', { cause: error }) : error;
    });
  }

  /** After the end of the transaction, each statement would be committed by itself: none is run. */
  #requireOpen(): void {
    if (this.isOver) throw this.#end ?? transactionOver();
  }

  async #perform(command: SqliteCommand): Promise<SqliteReply> {
    this.#requireOpen();
    if (!this.#hasBegun) this.#queue.runLater({ sql: 'SELECT 1', parameters: [] });
    await this.#queue.flush();
    this.#requireOpen();
    try {
      return await (await this.#connection()).perform(command, this.#limit);
    } catch (error) {
      throw this.#noted(translateSqliteError(error));
    }
  }

  async #send(statements: readonly ExpectingStatement[]): Promise<SentStatements> {
    const first = this.#hasBegun ? [] : [begin];
    this.#hasBegun = true;
    const all = [...first, ...statements].map(({ sql, parameters, expected }: ExpectingStatement) => ({ sql, parameters, expected }));
    const { results, error } = await this.#sent(all);
    this.#isAnswered = true;
    return { results: results.slice(first.length), ...(error === undefined ? {} : { error: this.#noted(translateSqliteError(error)) }) };
  }

  async #sent(statements: readonly SqliteStatement[]): Promise<SentStatements> {
    try {
      // Without a wait where there is a connection: a COMMIT is sent before `commit` returns.
      const runner = this.#runner ?? (await this.#connection());
      const { batch } = await runner.perform({ do: 'batch', statements }, this.#limit);
      return batch ?? { results: [] };
    } catch (error) {
      return { results: [], error };
    }
  }

  async #connection(): Promise<SqliteRunner> {
    if (this.#runner) return this.#runner;
    if (!this.#acquire) throw new Error('The transaction has no connection.');
    try {
      this.#runner = await this.#acquire();
      return this.#runner;
    } catch (error) {
      this.#isOver = true;
      this.#end = error;
      throw error;
    }
  }

  /** Keeps the error that has ended the transaction. */
  #noted(error: unknown): unknown {
    if (this.isOver) this.#end ??= error;
    return error;
  }
}
