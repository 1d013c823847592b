import { AdminError } from '../../../errors/errors.ts';
import { Semaphore, sharedQueue, type WaitOptions } from '../../../process/semaphore.ts';
import { ProcessRunner } from './process-runner.ts';
import type { SqliteRunner } from './runner.ts';
import { waitLimit } from '../../../process/wait-limit.ts';

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

/** Acquires a place. Throws the given error if there is none for 5 s. @returns what releases it. */
export async function acquired(semaphore: Semaphore, otherwise: 'locked' | 'unavailable', options: WaitOptions = {}): Promise<() => void> {
  const release = await semaphore.acquire(waitLimit(), options);
  if (release) return release;
  if (otherwise === 'locked' && !semaphore.isOverloaded) throw new AdminError('locked');
  throw new AdminError('unavailable');
}

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
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** The process, for one who writes. Throws the given error if others hold it for 5 s. */
  async lease(otherwise: 'locked' | 'unavailable', handicap?: number): Promise<LeasedWriter> {
    const release = await acquired(this.#places, otherwise, { handicap });
    try {
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
