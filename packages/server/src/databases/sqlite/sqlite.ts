import type { Kysely } from 'kysely';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { StartError } from '../../errors/errors.ts';
import { checkOptions } from '../../model/build/check-options.ts';
import { flag, type Shape, timeLimit } from '../../model/build/option-shapes.ts';
import { withoutWork } from '../../process/request-work.ts';
import type { TableName } from '../../model/table.ts';
import { changedTables } from '../changed-tables.ts';
import type { ConstraintError } from '../constraint-error.ts';
import {
  atOnce,
  type Database,
  type DatabaseAddress,
  type Snapshot,
  type Transaction,
  type TransactionOptions,
  type Turns,
} from '../database.ts';
import { IdleLimit } from '../idle-limit.ts';
import type { AnyTables, RawRow, RawStatement } from '../statement.ts';
import { sqliteDialect } from './dialect.ts';
import { checkColumns } from './check-columns.ts';
import { translateSqliteError } from './errors.ts';
import { FileConnections, OneConnection, type SqliteConnections } from './connections/connections.ts';
import { isMissingName, rowsOf } from './connections/connection.ts';
import { sqliteKysely } from './kysely.ts';
import { otherCopyNotes } from './other-copies.ts';
import { searchIndexNotes } from './search-index.ts';
import { SqliteSnapshot } from './snapshot.ts';
import { SqliteTransaction } from './transaction.ts';

/** The location and options of a SQLite database. */
export interface SqliteOptions {
  /** Path of the file, or `:memory:`. A missing file is created, readable and writable only by its owner. */
  readonly file: string;
  /** Milliseconds after which a statement is cancelled, 15,000 by default; a database in memory has no such limit. */
  readonly statementTimeout?: number;
  /** False runs everything in this process, on one connection and without deadlines: for bundled code, or if no process may be started. */
  readonly processes?: boolean;
}

const sqliteShape: Shape<SqliteOptions> = { file: z.string(), statementTimeout: timeLimit, processes: flag };

/**
 * SQLite through `node:sqlite`, the embedded default.
 * @example sqlite('shop.sqlite')
 */
export function sqlite(target: string | undefined | SqliteOptions): DatabaseAddress {
  const options = typeof target === 'object' && target !== null ? target : { file: target ?? '' };
  const { file } = options;
  const path = typeof file !== 'string' || isInMemory(file) ? file : pathOf(file);
  return {
    dialect: 'sqlite',
    description: `SQLite file ${file}`,
    ...(typeof file !== 'string' || isInMemory(file) ? {} : { key: JSON.stringify(['sqlite', { ...options, file: path }]) }),
    check: (at) => void checkOptions(options, sqliteShape, at),
    async open() {
      if (!file) throw new StartError('sqlite() was given no file: write sqlite("shop.sqlite"), or sqlite(":memory:").');
      const { statementTimeout = 15_000, processes = true } = options;
      const writtenHere = processes || isInMemory(file) ? undefined : path;
      return new SqliteDatabase(connectionsOf(path, processes, file), { statementTimeout, writtenHere });
    },
  };
}

/** Throws a `StartError` if SQLite cannot open the file. @param name the path as it was given */
function connectionsOf(path: string, processes: boolean, name: string): SqliteConnections {
  try {
    return processes && !isInMemory(path) ? new FileConnections(path) : new OneConnection(path);
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) !== cannotOpen) throw error;
    const sentence = 'Its folder is missing, or this user may not read and write it.';
    throw new StartError(`The SQLite file ${name} can not be opened. ${sentence}`, { cause: error });
  }
}

/** SQLite's error code for a file that cannot be opened. */
const cannotOpen = 14;

/** Whether the database exists only in one connection. */
function isInMemory(file: string): boolean {
  return file === '' || /^(file:)?:memory:/.test(file) || /^file:.*[?&]mode=memory/.test(file);
}

/** The absolute path, so that it does not depend on the working directory of a process; an address that names no file stays as it is. */
function pathOf(file: string): string {
  if (!file.startsWith('file:')) return resolve(file);
  const path = file.slice('file:'.length);
  return isAbsolute(path) || /^([?#]|$)|[?&]vfs=/.test(path) ? file : `${pathToFileURL(process.cwd()).href}/${path}`;
}

interface SqliteSettings {
  readonly statementTimeout: number;
  /** The file, if this process writes it itself. */
  readonly writtenHere: string | undefined;
}

/**
 * One connection writes, one write after the other; others read. Statements that may take long run in separate processes, so that this one
 * stays responsive, and are cancelled at their deadline.
 */
class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  readonly replicas = null;
  readonly #connections: SqliteConnections;
  readonly #statementTimeout: number;
  readonly #writtenHere: string | undefined;
  readonly #kysely: Kysely<AnyTables>;
  readonly #readOnly: Kysely<AnyTables>;

  constructor(connections: SqliteConnections, { statementTimeout, writtenHere }: SqliteSettings) {
    this.#connections = connections;
    this.#statementTimeout = statementTimeout;
    this.#writtenHere = writtenHere;
    this.#kysely = sqliteKysely(() => this.#lease(true));
    this.#readOnly = sqliteKysely(() => this.#lease(false));
  }

  readonly maxWrites = 1;

  get maxReads(): number {
    return this.#connections.maxReads;
  }

  read(statement: RawStatement): Promise<readonly RawRow[]> {
    return this.#read(statement, atOnce);
  }

  async #read({ sql, parameters, isLong, hints, until }: RawStatement, turns: Turns): Promise<readonly RawRow[]> {
    try {
      const command = { do: 'run', sql, parameters } as const;
      return rowsOf(
        await this.#connections.read(command, {
          isLong: isLong === true,
          access: hints?.access,
          isCacheable: hints?.isCacheable === true,
          until,
          statementTimeout: this.#statementTimeout,
          turns,
        }),
      );
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  async readAll(statements: readonly [RawStatement, ...RawStatement[]], turns = atOnce): Promise<readonly (readonly RawRow[])[]> {
    const [first, ...others] = statements;
    const rows = this.#read(first, turns);
    // What follows it is the state of the user. It must not be older than the rows.
    if (first.isLong === true) await rows;
    return Promise.all([rows, ...others.map((statement) => this.#read(statement, atOnce))]);
  }

  /** On SQLite a count is kept short by its limit instead (CONTRACT §4), and other statements by their deadline. */
  readWithin(statement: RawStatement, _milliseconds: number, turns: Turns): Promise<readonly RawRow[]> {
    return this.#read(statement, turns);
  }

  async transaction<T>(job: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const { statementTimeout = this.#statementTimeout, isSignIn, handicap, journal } = options;
    const leased = await this.#connections.writer(isSignIn ? 'unavailable' : 'locked', handicap);
    const transaction = new SqliteTransaction(leased.runner, statementTimeout, journal);
    try {
      const result = await job(transaction);
      // A message with an UPDATE may take as long as any statement: the connection is handed over before the answer to a plain COMMIT only.
      const { commitsShortly } = transaction;
      const committed = transaction.commit();
      if (commitsShortly) leased.handOver();
      await committed;
      return result;
    } catch (error) {
      throw translateSqliteError(error);
    } finally {
      transaction.end();
      await leased.release();
    }
  }

  async openSnapshot(milliseconds: number): Promise<Snapshot> {
    const { runner, close } = await this.#connections.snapshot();
    return SqliteSnapshot.open(runner, { milliseconds, close });
  }

  constraintColumns(error: ConstraintError, table: TableName): Promise<readonly string[]> {
    return checkColumns(error, table, (statement) => this.read(statement));
  }

  translateError(error: unknown): unknown {
    return error instanceof Error && isMissingName(error.message) ? changedTables(error) : translateSqliteError(error);
  }

  queries(): Kysely<AnyTables> {
    return this.#kysely;
  }

  readOnly(): Kysely<AnyTables> {
    return this.#readOnly;
  }

  async notes(): Promise<readonly string[]> {
    const ofProcess = this.#writtenHere === undefined ? [] : otherCopyNotes(this.#writtenHere);
    return [...ofProcess, ...(await searchIndexNotes(this))];
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #lease(isWriting: boolean): ReturnType<Parameters<typeof sqliteKysely>[0]> {
    // Not as work of the request: the host may give one result to several requests, and its statements may contain values.
    const { runner, release } = await withoutWork(() => (isWriting ? this.#connections.writer('unavailable') : this.#connections.reader()));
    let isReleased = false;
    let hasStreams = false;
    const end = (): void => {
      if (isReleased) return;
      isReleased = true;
      idle?.stop();
      // A stream that was not read to its end would keep the rows as they were.
      if (hasStreams) void runner.perform({ do: 'leave', cursor: 'all' }).catch(() => undefined);
      void release();
    };
    // The queries that write are the service's own.
    const idle = isWriting ? undefined : new IdleLimit(this.#statementTimeout, end);
    const perform: typeof runner.perform = async (command) => {
      if (isReleased) throw idle?.refusal ?? new Error('The connection was released: another request may have it.');
      hasStreams ||= command.do === 'walk';
      try {
        const reply = withoutWork(() => runner.perform(command, this.#statementTimeout));
        return await (idle?.during(reply) ?? reply);
      } catch (error) {
        throw translateSqliteError(error);
      }
    };
    return {
      perform,
      async begin() {
        if (!isWriting) throw new Error('These queries only read.');
        await perform({ do: 'exec', sql: 'BEGIN IMMEDIATE' });
      },
      used: () => idle?.used(),
      release: end,
    };
  }
}
