import type { Kysely } from 'kysely';
import { type Transaction, transactionGoesOn, transactionOver } from '../database.ts';
import type { AnyTables, Ran, RawStatement } from '../statement.ts';
import { rowsOf, type SqliteCommand, type SqliteReply } from './connection.ts';
import { endsTransaction } from '../transaction-words.ts';
import { translateSqliteError } from './errors.ts';
import { sqliteKysely } from './kysely.ts';
import type { SqliteRunner } from './runner.ts';

/** Refuses statements that end the transaction: the changes would be committed without their entry in the audit log. */
function withoutEnd(command: SqliteCommand): SqliteCommand {
  if ('sql' in command && endsTransaction(command.sql)) throw transactionGoesOn();
  return command;
}

/** A transaction on the one connection that writes. */
export class SqliteTransaction implements Transaction {
  readonly #runner: SqliteRunner;
  readonly #limit: number;
  #kysely: Kysely<AnyTables> | undefined;
  #savepoints = 0;
  /** The error that ended the transaction early: `RAISE(ROLLBACK)`, `ON CONFLICT ROLLBACK`, or a statement over its limit. */
  #end: unknown;
  #isOver = false;

  /** @param limit milliseconds that one statement may take. */
  constructor(runner: SqliteRunner, limit: number) {
    this.#runner = runner;
    this.#limit = limit;
  }

  get isOver(): boolean {
    return this.#isOver || !this.#runner.isInTransaction;
  }

  get queries(): Kysely<AnyTables> {
    this.#kysely ??= sqliteKysely(async () => ({
      perform: (command) => this.#within(withoutEnd(command)),
      begin: () => Promise.reject(transactionGoesOn()),
      release: () => {},
    }));
    return this.#kysely;
  }

  /** Refuses all further statements: another request may use the connection now. */
  end(): void {
    this.#isOver = true;
  }

  async run({ sql, parameters }: RawStatement): Promise<Ran> {
    const reply = await this.#within({ do: 'run', sql, parameters });
    return { rows: rowsOf(reply), changes: reply.changes };
  }

  async savepoint<T>(job: () => Promise<T>): Promise<T> {
    const name = `grimoire_${++this.#savepoints}`;
    await this.#within({ do: 'exec', sql: `SAVEPOINT ${name}` });
    try {
      const result = await job();
      await this.#within({ do: 'exec', sql: `RELEASE ${name}` });
      return result;
    } catch (error) {
      if (!this.isOver) await this.#within({ do: 'exec', sql: `ROLLBACK TO ${name}; RELEASE ${name}` });
      throw error;
    }
  }

  /** After the end of the transaction, each statement would be committed by itself: none is run. */
  async #within(command: SqliteCommand): Promise<SqliteReply> {
    if (this.isOver) throw this.#end ?? transactionOver();
    try {
      return await this.#runner.perform(command, this.#limit);
    } catch (error) {
      const translated = translateSqliteError(error);
      if (this.isOver) this.#end ??= translated;
      throw translated;
    }
  }
}
