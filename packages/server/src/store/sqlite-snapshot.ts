import type { Kysely } from 'kysely';
import { AdminError } from '../errors.ts';
import { type AnyTables, type RawRow, type RawStatement, type Snapshot, transactionOver } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { translateSqliteError } from './sqlite-errors.ts';
import { sqliteKysely } from './sqlite-kysely.ts';

/** How long a snapshot may be read, and what else ends with it. */
export interface SqliteSnapshotOptions {
  readonly milliseconds: number;
  /** Gives the connection back to whoever shares it; without it, it is the snapshot's own. */
  readonly release: (() => void) | undefined;
}

/** One state of a SQLite file, by a read transaction of a connection. */
export class SqliteSnapshot implements Snapshot {
  readonly #connection: SqliteConnection;
  readonly #options: SqliteSnapshotOptions;
  readonly #timer: NodeJS.Timeout;
  #isOpen = true;
  #isLate = false;

  constructor(connection: SqliteConnection, options: SqliteSnapshotOptions) {
    this.#connection = connection;
    this.#options = options;
    connection.handle.exec('PRAGMA query_only = ON; BEGIN');
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      void this.close();
    }, options.milliseconds);
  }

  get tables(): Kysely<AnyTables> {
    return sqliteKysely(this.#connection.handle, {
      acquire: async () => () => {},
      begin: () => Promise.reject(new Error('These queries only read.')),
      whenFree: async (job) => this.#within(job),
    });
  }

  async read(statement: RawStatement): Promise<readonly RawRow[]> {
    return this.#within(() => this.#connection.read(statement));
  }

  /** Walks the statement, and lets others have a turn after each batch. */
  async *stream(statement: RawStatement, batch: number): AsyncGenerator<readonly RawRow[]> {
    const rows = this.#within(() => this.#connection.iterate(statement));
    for (;;) {
      const found: RawRow[] = [];
      while (found.length < batch) {
        const next = this.#within(() => rows.next());
        if (next.done === true) break;
        found.push(next.value);
      }
      if (found.length > 0) yield found;
      if (found.length < batch) return;
      await new Promise((resolve) => void setImmediate(resolve));
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    const { handle } = this.#connection;
    const { release } = this.#options;
    if (!release) return this.#connection.close();
    handle.exec('ROLLBACK; PRAGMA query_only = OFF');
    release();
  }

  #within<T>(job: () => T): T {
    if (this.#isLate) throw new AdminError('timeout', { detail: 'The file took too long.' });
    if (!this.#isOpen) throw transactionOver();
    try {
      return job();
    } catch (error) {
      throw translateSqliteError(error);
    }
  }
}
