import { AdminError } from '../../../errors.ts';
import { endsWithin } from '../../../event-loop.ts';
import { Semaphore, sharedQueue, type WaitOptions } from '../../../store/semaphore.ts';
import type { SqliteCommand, SqliteReply } from './connection.ts';
import { NotBegun, ProcessRunner } from './process-runner.ts';
import type { SqliteRunner } from './runner.ts';
import { waitLimit } from '../../../wait-limit.ts';

/** Milliseconds that the rollback of a transaction may take. */
export const rollbackLimit = 5000;

/** A connection in use. */
export interface Leased {
  readonly runner: SqliteRunner;
  /** Returns the connection; a transaction that is left open is rolled back first. It never throws. */
  readonly release: () => Promise<void>;
}

/** The connection that writes, in use. */
export interface LeasedWriter extends Leased {
  /**
   * Lets the next writer send its statements behind those that were sent, without waiting for their answers. The last one that was sent
   * must be the COMMIT. Then `release` does nothing.
   */
  readonly handOver: () => void;
}

/** A whole transaction, as one command. */
export interface WholeTransaction {
  readonly command: SqliteCommand;
  /** Milliseconds that it may take, from when the process begins with it. */
  readonly limit: number;
  /** Milliseconds during which later requests go first. */
  readonly handicap: number | undefined;
  /** Called before it is sent; if it throws, nothing is sent. */
  readonly onBegin: () => void;
  /** Called with the connection to which it is then sent; with undefined if it is known that nothing was done there. */
  readonly onRunner: (runner: SqliteRunner | undefined) => void;
}

/** Acquires a place. Throws the given error if there is none for 5 s. @returns what releases it. */
export async function acquired(semaphore: Semaphore, otherwise: 'locked' | 'unavailable', options: WaitOptions = {}): Promise<() => void> {
  const release = await semaphore.acquire(waitLimit(), options);
  if (release) return release;
  if (otherwise === 'locked' && !semaphore.isOverloaded) throw new AdminError('locked');
  throw new AdminError('unavailable');
}

const ignore = (): void => {};

/** Rolls back a transaction that is left open. @returns whether none is open now. */
export async function rolledBack(runner: SqliteRunner): Promise<boolean> {
  try {
    // A connection in this process that was closed meanwhile does not even say whether one is open.
    if (runner.isInTransaction) await runner.perform({ do: 'exec', sql: 'ROLLBACK' }, rollbackLimit);
    return true;
  } catch {
    return false;
  }
}

/** The process that writes a file: one transaction after the other. */
export class SqliteWriter {
  readonly #file: string;
  readonly #places = new Semaphore(1, sharedQueue);
  #process: ProcessRunner | undefined;
  /** Settled when the last whole transaction is answered: only another one is sent before that. */
  #lastWhole: Promise<void> | undefined;
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** The process, for one who writes. Throws the given error if others hold it for 5 s. */
  async lease(otherwise: 'locked' | 'unavailable', handicap?: number): Promise<LeasedWriter> {
    const latest = performance.now() + waitLimit();
    const release = await acquired(this.#places, otherwise, { handicap });
    try {
      if (!(await endsWithin(this.#lastWhole, latest - performance.now()))) throw new AdminError(otherwise);
      const runner = await this.#open();
      let isHandedOver = false;
      return {
        runner,
        handOver: () => {
          isHandedOver = true;
          runner.endTransaction();
          release();
        },
        release: async () => {
          if (isHandedOver) return;
          // What is on its way may begin a transaction. It has limits of its own, and the COMMIT of the writer before may be part of it.
          await runner.settled();
          if (!(await rolledBack(runner))) runner.kill();
          release();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Runs a whole transaction, when it is its turn. When the process begins with it, the next one is sent, and waits in the process; if that is killed
   * before it begins with it, a new one gets it (docs/explanation/decisions.md).
   */
  async runWhole({ command, limit, handicap, onBegin, onRunner }: WholeTransaction): Promise<SqliteReply> {
    const release = await acquired(this.#places, 'locked', { handicap });
    try {
      onBegin();
      for (;;) {
        const runner = await this.#open();
        onRunner(runner);
        // The turn passes to the next one when the process begins with this one.
        const reply = runner.performWhole(command, limit, release);
        this.#lastWhole = reply.then(ignore, ignore);
        const found = await reply.catch((error: unknown) => {
          if (!(error instanceof NotBegun)) throw error;
        });
        if (found) return found;
        onRunner(undefined);
      }
    } finally {
      release();
    }
  }

  /** Refuses those who wait, and ends the process when what writes now has ended; it is killed after 5 s. @param meanwhile called when nothing is begun any more. */
  async close(meanwhile: () => Promise<void>): Promise<void> {
    this.#isClosed = true;
    const release = await this.#places.acquire(waitLimit());
    const writing = this.#process;
    this.#process = undefined;
    await meanwhile();
    if (release) await writing?.close();
    else writing?.kill();
    release?.();
  }

  /** The process, opened anew if it has ended; called by the one whose turn it is. */
  async #open(): Promise<ProcessRunner> {
    this.#requireOpen();
    if (this.#process && !this.#process.hasEnded) return this.#process;
    const opened = await ProcessRunner.open({ file: this.#file, timeout: waitLimit(), isReadOnly: false, isUrgent: true });
    if (this.#isClosed) opened.kill();
    this.#requireOpen();
    this.#process = opened;
    return opened;
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new AdminError('shutting_down');
  }
}
