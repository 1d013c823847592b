import type { Kysely } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { TableName } from '../model/table.ts';
import type { ConstraintError } from './constraint-error.ts';
import type { AnyTables, Database, DatabaseSource, overBudget, RawRow, RawStatement, Snapshot, Transaction } from './database.ts';
import { AdminError } from '../errors.ts';
import { SqliteSnapshot } from './sqlite-snapshot.ts';
import { SqliteTransaction } from './sqlite-transaction.ts';
import { Turnstile } from './turnstile.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { isBusy, translateSqliteError } from './sqlite-errors.ts';
import { sqliteKysely } from './sqlite-kysely.ts';

/** Where a SQLite database is. */
export interface SqliteOptions {
  /** Path of the file, which is made where there is none, or `:memory:`. */
  readonly file: string;
}

/**
 * SQLite through `node:sqlite`, the embedded default.
 * @example sqlite('shop.sqlite')
 */
export function sqlite(target: string | SqliteOptions): DatabaseSource {
  const options = typeof target === 'string' ? { file: target } : target;
  return {
    dialect: 'sqlite',
    description: `SQLite file ${options.file}`,
    open: async () => new SqliteDatabase(options),
  };
}

/** Milliseconds that a write waits for another process to have written. */
const writeLimit = 5000;

/**
 * One connection reads, another writes, one write after the other. The driver is synchronous: a write that waits, for
 * a hook or for another process, waits between statements and blocks no reader.
 */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #reader: SqliteConnection;
  readonly #writer: SqliteConnection;
  readonly #file: string;
  readonly #writing = new Turnstile();
  readonly #kysely: Kysely<AnyTables>;
  readonly #readOnly: Kysely<AnyTables>;

  constructor({ file }: SqliteOptions) {
    this.#file = file;
    this.#writer = new SqliteConnection(file, 0);
    // A database in memory belongs to its one connection.
    this.#reader = file === ':memory:' ? this.#writer : new SqliteConnection(file, writeLimit);
    if (this.#reader !== this.#writer) this.#reader.handle.exec('PRAGMA query_only = ON');
    const isShared = this.#reader === this.#writer;
    this.#readOnly = sqliteKysely(this.#reader.handle, {
      acquire: () => (isShared ? this.#turn('unavailable') : Promise.resolve(() => {})),
      begin: () => Promise.reject(new Error('These queries only read.')),
      whenFree,
    });
    this.#kysely = sqliteKysely(this.#writer.handle, {
      acquire: () => this.#turn('unavailable'),
      begin: () => whenFree(() => this.#writer.handle.exec('BEGIN IMMEDIATE')),
      whenFree,
    });
  }

  async read(statement: RawStatement): Promise<readonly RawRow[]> {
    // What a transaction has not committed yet is nobody else's to read.
    const release = this.#reader === this.#writer ? await this.#turn('unavailable') : undefined;
    try {
      return this.#reader.read(statement);
    } catch (error) {
      throw translateSqliteError(error);
    } finally {
      release?.();
    }
  }

  /** SQLite has no statement timeout: the plan's limit keeps a count short instead. */
  readWithin(statement: RawStatement): Promise<readonly RawRow[] | typeof overBudget> {
    return this.read(statement);
  }

  async transaction<T>(job: (transaction: Transaction) => Promise<T>): Promise<T> {
    const release = await this.#turn();
    const { handle } = this.#writer;
    const transaction = new SqliteTransaction(this.#writer);
    try {
      await whenFree(() => handle.exec('BEGIN IMMEDIATE'));
      const result = await job(transaction);
      if (transaction.isOver) throw new Error('The transaction was rolled back, because a statement in it had failed.');
      handle.exec('COMMIT');
      return result;
    } catch (error) {
      if (handle.isTransaction) handle.exec('ROLLBACK');
      throw translateSqliteError(error);
    } finally {
      transaction.end();
      release();
    }
  }

  /** A file is read by a connection of its own; a database in memory by its one, so that nobody writes meanwhile. */
  async openSnapshot(milliseconds: number): Promise<Snapshot> {
    const isShared = this.#reader === this.#writer;
    const release = isShared ? await this.#turn() : undefined;
    return new SqliteSnapshot(isShared ? this.#writer : new SqliteConnection(this.#file, writeLimit), { milliseconds, release });
  }

  /** The turn to write. Throws a 409 where others write too long, a 503 where no row is in question. */
  async #turn(otherwise: 'locked' | 'unavailable' = 'locked'): Promise<() => void> {
    const release = await this.#writing.enter(writeLimit);
    if (!release) throw new AdminError(otherwise, otherwise === 'unavailable' ? { headers: { 'Retry-After': '5' } } : {});
    return release;
  }

  /** A check's text names its columns; its name leads to its text. */
  async constraintColumns({ constraint, columns }: ConstraintError, table: TableName): Promise<readonly string[]> {
    if (columns.length > 0 || constraint === undefined) return columns;
    const [row] = await this.read({ sql: 'SELECT sql FROM sqlite_master WHERE type = ? AND name = ?', parameters: ['table', table.name] });
    const name = constraint.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const named = new RegExp(`CONSTRAINT\\s+["'\`[]?${name}["'\`\\]]?\\s+CHECK\\s*\\(([\\s\\S]*)`, 'i').exec(String(row?.[0] ?? ''))?.[1];
    return Array.from((named === undefined ? constraint : balanced(named)).matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu), ([word]) => word);
  }

  translateError(error: unknown): unknown {
    return translateSqliteError(error);
  }

  tables(): Kysely<AnyTables> {
    return this.#kysely;
  }

  readOnly(): Kysely<AnyTables> {
    return this.#readOnly;
  }

  async close(): Promise<void> {
    const release = await this.#writing.enter(writeLimit);
    if (this.#reader !== this.#writer) this.#reader.close();
    this.#writer.close();
    release?.();
  }
}

/** The text up to the bracket that closes what was opened before it. */
function balanced(text: string): string {
  let depth = 1;
  for (const [index, character] of Array.from(text).entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return Array.from(text).slice(0, index).join('');
  }
  return text;
}

/** Runs a job as soon as no other process writes, for at most {@link writeLimit}; others go on meanwhile. */
async function whenFree<T>(job: () => T): Promise<T> {
  const deadline = Date.now() + writeLimit;
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return job();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw translateSqliteError(error);
    }
    await wait(pause);
  }
}
