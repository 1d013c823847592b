import type { Kysely } from 'kysely';
import { AdminError } from '../../errors/errors.ts';
import { type Snapshot, transactionOver } from '../database.ts';
import type { AnyTables, RawRow, RawStatement } from '../statement.ts';
import { rowsOf, type SqliteCommand, type SqliteReply } from './connections/connection.ts';
import { translateSqliteError } from './errors.ts';
import { sqliteKysely } from './kysely.ts';
import { type SqliteRunner, walk } from './connections/runner.ts';
import { say } from '../../texts/message.ts';

/** The time limit of a snapshot, and the function that ends it. */
export interface SqliteSnapshotOptions {
  readonly milliseconds: number;
  /** Ends the read transaction, and releases the connection. @param isLate whether a statement may still be running. */
  readonly close: (isLate: boolean) => Promise<void>;
}

/** A snapshot of a SQLite file, by a read transaction on a connection that it has for itself. */
export class SqliteSnapshot implements Snapshot {
  readonly #runner: SqliteRunner;
  readonly #options: SqliteSnapshotOptions;
  readonly #timer: NodeJS.Timeout;
  #isOpen = true;
  #isLate = false;

  private constructor(runner: SqliteRunner, options: SqliteSnapshotOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      void this.close();
    }, options.milliseconds);
  }

  /** Begins on a connection, which is closed if it cannot begin. */
  static async open(runner: SqliteRunner, options: SqliteSnapshotOptions): Promise<SqliteSnapshot> {
    try {
      await runner.perform({ do: 'exec', sql: 'PRAGMA query_only = ON; BEGIN' });
    } catch (error) {
      await options.close(true);
      throw translateSqliteError(error);
    }
    return new SqliteSnapshot(runner, options);
  }

  get queries(): Kysely<AnyTables> {
    return sqliteKysely(async () => ({
      perform: (command) => this.#within(command),
      begin: () => Promise.reject(new Error('These queries only read.')),
      release: () => {},
    }));
  }

  async read({ sql, parameters }: RawStatement): Promise<readonly RawRow[]> {
    return rowsOf(await this.#within({ do: 'run', sql, parameters }));
  }

  stream(statement: RawStatement, batch: number): AsyncGenerator<readonly RawRow[]> {
    return walk((command) => this.#within(command), statement, { batch, asObjects: false, isReadAtOnce: false });
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#options.close(this.#isLate);
  }

  async #within(command: SqliteCommand): Promise<SqliteReply> {
    if (this.#isLate) throw tooLate();
    if (!this.#isOpen) throw transactionOver();
    try {
      return await this.#runner.perform(command);
    } catch (error) {
      throw this.#isLate ? tooLate() : translateSqliteError(error);
    }
  }
}

function tooLate(): AdminError {
  return new AdminError('timeout', { detail: say('fileTooLate') });
}
