import type { Kysely } from 'kysely';
import { type AnyTables, type Ran, type RawStatement, type Transaction, transactionOver } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { translateSqliteError } from './sqlite-errors.ts';
import { sqliteKysely } from './sqlite-kysely.ts';

/** A transaction on the one connection that writes. */
export class SqliteTransaction implements Transaction {
  readonly #connection: SqliteConnection;
  #kysely: Kysely<AnyTables> | undefined;
  #savepoints = 0;
  /** What ended the transaction before its time: `RAISE(ROLLBACK)`, `ON CONFLICT ROLLBACK`. */
  #end: unknown;
  #isOver = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  get isOver(): boolean {
    return this.#isOver || !this.#connection.handle.isTransaction;
  }

  get tables(): Kysely<AnyTables> {
    this.#kysely ??= sqliteKysely(this.#connection.handle, {
      acquire: async () => () => {},
      begin: () => Promise.reject(new Error('The transaction of the request goes on; a part of it is a savepoint.')),
      whenFree: async (job) => this.#within(job),
    });
    return this.#kysely;
  }

  /** Lets nothing more be done in it: the connection is somebody else's from here on. */
  end(): void {
    this.#isOver = true;
  }

  async run(statement: RawStatement): Promise<Ran> {
    return this.#within(() => this.#connection.run(statement));
  }

  async savepoint<T>(job: () => Promise<T>): Promise<T> {
    const name = `grimoire_${++this.#savepoints}`;
    const { handle } = this.#connection;
    this.#within(() => handle.exec(`SAVEPOINT ${name}`));
    try {
      const result = await job();
      this.#within(() => handle.exec(`RELEASE ${name}`));
      return result;
    } catch (error) {
      if (!this.isOver) handle.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    }
  }

  /** After the end of the transaction each statement would stand for itself: none is run. */
  #within<T>(job: () => T): T {
    if (this.isOver) throw this.#end ?? transactionOver();
    try {
      return job();
    } catch (error) {
      const translated = translateSqliteError(error);
      if (this.isOver) this.#end = translated;
      throw translated;
    }
  }
}
