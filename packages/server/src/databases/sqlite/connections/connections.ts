import { AdminError } from '../../../errors/errors.ts';
import { endOfTurn, endsWithin } from '../../../process/event-loop.ts';
import { answeredBy } from '../../answered-by.ts';
import type { Turns } from '../../database.ts';
import { LateStatement } from '../../late-statement.ts';
import type { AccessPattern } from '../../statement.ts';
import type { SqliteReply, SqliteRun } from './connection.ts';
import { CountCache } from './count-cache.ts';
import { IndexedReads } from './indexed-reads.ts';
import { lateLimit, SqliteReaders } from './readers.ts';
import { countLate, counted, LocalRunner, type SqliteRunner } from './runner.ts';
import { acquired, type Leased, type LeasedWriter, rollbackLimit, rolledBack, SqliteWriter } from './writer.ts';
import { Semaphore, sharedQueue } from '../../../process/semaphore.ts';
import { say } from '../../../texts/message.ts';
import { waitLimit } from '../../../process/wait-limit.ts';

/** The number of snapshots that are open at once. */
const snapshotPlaces = 2;

/** Options of a statement that reads. */
export interface ReadOptions {
  readonly isLong: boolean;
  readonly access: AccessPattern | undefined;
  /** Whether its rows are the same until something is committed. */
  readonly isCacheable: boolean;
  /** The deadline of its request, in milliseconds since 1970: it is answered by then, and begins no later. */
  readonly until: number | undefined;
  /** Milliseconds that the statement may take. */
  readonly statementTimeout: number;
  /** What a long statement waits for. */
  readonly turns: Turns;
}

/** The connections to one SQLite database. An error while a connection is acquired leaves nothing locked. */
export interface SqliteConnections {
  /** How many long read statements run at once. */
  readonly maxReads: number;
  read(command: SqliteRun, options: ReadOptions): Promise<SqliteReply>;
  /** A connection that reads. Throws a 503 if none is free for 5 s. */
  reader(): Promise<Leased>;
  /**
   * The connection that writes. Throws the given error if other writers hold it for 5 s.
   * @param handicap milliseconds during which later requests go first.
   */
  writer(otherwise: 'locked' | 'unavailable', handicap?: number): Promise<LeasedWriter>;
  /** A connection that reads a snapshot of the database. Throws a 503 if too many are open. */
  snapshot(): Promise<{ readonly runner: SqliteRunner; readonly close: (isLate: boolean) => Promise<void> }>;
  close(): Promise<void>;
}

/** Since when a statement runs, in milliseconds of `performance.now()`; undefined before and after. */
interface Running {
  since: number | undefined;
}

async function isReadOnlyAgain(runner: SqliteRunner): Promise<boolean> {
  return runner.perform({ do: 'exec', sql: 'PRAGMA query_only = ON' }, rollbackLimit).then(
    () => true,
    () => false,
  );
}

/** A file: one process writes, others read; short read statements run in the service's own process. */
export class FileConnections implements SqliteConnections {
  readonly #short: LocalRunner;
  readonly #indexedReads: IndexedReads;
  readonly #counts: CountCache;
  readonly #readers: SqliteReaders;
  readonly #writer: SqliteWriter;
  readonly #snapshots = new Semaphore(snapshotPlaces);
  #closing: Promise<void> | undefined;

  constructor(file: string) {
    this.#short = new LocalRunner(file, waitLimit());
    this.#short.performNow({ do: 'exec', sql: 'PRAGMA query_only = ON' });
    this.#indexedReads = new IndexedReads(this.#short);
    this.#counts = new CountCache(this.#short);
    this.#readers = new SqliteReaders(file);
    this.#writer = new SqliteWriter(file);
  }

  get maxReads(): number {
    return this.#readers.places;
  }

  async read(command: SqliteRun, options: ReadOptions): Promise<SqliteReply> {
    this.#requireOpen();
    const { isLong, access, turns } = options;
    if (!isLong) return this.#short.perform(command);
    const served = access && (await this.#indexedReads.read(command, access, turns));
    return served ?? this.#readLong(command, options);
  }

  /**
   * The reply of a long statement, by its deadline. One that is late goes on for a moment: its reply may be remembered, and it has the place of its user
   * until then. Otherwise one user could take all processes by late statements.
   */
  async #readLong(command: SqliteRun, options: ReadOptions): Promise<SqliteReply> {
    const running: Running = { since: undefined };
    const read = (): Promise<SqliteReply> => options.turns.alone(() => this.#runLong(command, options, running));
    try {
      return await answeredBy(options.until, () => (options.isCacheable ? this.#counts.of(command, read) : read()));
    } catch (error) {
      if (running.since === undefined) throw error;
      const milliseconds = performance.now() - running.since;
      // It is counted when it ends, too: that is after the end of the request.
      countLate(command, milliseconds);
      throw new LateStatement(milliseconds);
    }
  }

  async #runLong(command: SqliteRun, { statementTimeout, until }: ReadOptions, running: Running): Promise<SqliteReply> {
    this.#requireOpen();
    const reply = await this.#readers.use(async (runner) => {
      const milliseconds = until === undefined ? Infinity : until - Date.now();
      if (milliseconds <= 0) throw new AdminError('timeout');
      running.since = performance.now();
      return runner.perform(command, Math.min(milliseconds + lateLimit, statementTimeout)).finally(() => (running.since = undefined));
    }, until);
    await endOfTurn();
    return reply;
  }

  async reader(): Promise<Leased> {
    this.#requireOpen();
    const { runner, release } = await this.#readers.lease();
    return {
      runner,
      release: async () => {
        // The host's own queries may have begun a transaction, or turned off the read-only mode; what is on its way may do so yet.
        const isClean =
          (await endsWithin(runner.settled(), rollbackLimit)) && (await rolledBack(runner)) && (await isReadOnlyAgain(runner));
        if (!isClean) runner.kill();
        release();
      },
    };
  }

  writer(otherwise: 'locked' | 'unavailable', handicap?: number): Promise<LeasedWriter> {
    this.#requireOpen();
    return this.#writer.lease(otherwise, handicap);
  }

  async snapshot(): ReturnType<SqliteConnections['snapshot']> {
    const release = await this.#snapshots.acquire(waitLimit());
    if (!release) {
      const detail = say('manyFiles');
      throw new AdminError('unavailable', { detail, retryAfter: 30 });
    }
    try {
      this.#requireOpen();
      const runner = await this.#readers.open();
      return {
        runner,
        close: async (isLate) => {
          await this.#readers.end(runner, isLate);
          release();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#writer.close(() => this.#readers.close());
    this.#short.close();
  }

  /** Throws if the database is being closed: a new connection would never be closed. */
  #requireOpen(): void {
    if (this.#closing) throw new AdminError('shutting_down');
  }
}

/** One connection in this process, for a database in memory: reads wait for writes. */
export class OneConnection implements SqliteConnections {
  readonly maxReads = 1;
  readonly #only: LocalRunner;
  readonly #turn = new Semaphore(1, sharedQueue);
  #isClosed = false;

  constructor(file: string) {
    this.#only = new LocalRunner(file, waitLimit());
  }

  read(command: SqliteRun, { isLong, until, turns }: ReadOptions): Promise<SqliteReply> {
    const run = async (): Promise<SqliteReply> => {
      // Other requests must not read what a transaction has not committed yet.
      const release = await acquired(this.#turn, 'unavailable', { until });
      try {
        return await counted(command, async () => this.#only.performNow(command));
      } finally {
        release();
      }
    };
    return isLong ? turns.alone(run) : run();
  }

  reader(): Promise<Leased> {
    return this.#leased('unavailable', true);
  }

  async writer(otherwise: 'locked' | 'unavailable'): Promise<LeasedWriter> {
    return { ...(await this.#leased(otherwise, false)), handOver: () => {} };
  }

  async snapshot(): ReturnType<SqliteConnections['snapshot']> {
    const { runner, release } = await this.#leased('unavailable', true);
    return { runner, close: release };
  }

  async close(): Promise<void> {
    const release = await this.#turn.acquire(waitLimit());
    if (!this.#isClosed) this.#only.close();
    this.#isClosed = true;
    release?.();
  }

  async #leased(otherwise: 'locked' | 'unavailable', isReadOnly: boolean): Promise<Leased> {
    const release = await acquired(this.#turn, otherwise);
    this.#only.performNow({ do: 'exec', sql: `PRAGMA query_only = ${isReadOnly ? 'ON' : 'OFF'}` });
    return {
      runner: this.#only,
      release: async () => {
        await rolledBack(this.#only);
        release();
      },
    };
  }
}
