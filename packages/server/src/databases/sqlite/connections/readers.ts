import { availableParallelism } from 'node:os';
import { AdminError } from '../../../errors.ts';
import { Abandoned } from '../../../request-work.ts';
import { cancelAbandoned } from '../../abandoned.ts';
import { ProcessRunner } from './process-runner.ts';
import type { SqliteRunner } from './runner.ts';
import { Semaphore, sharedQueue } from '../../../store/semaphore.ts';
import { waitLimit } from '../../../wait-limit.ts';

/** The number of processes that read one file at the same time; each is started when it is first needed. */
const places = Math.max(4, Math.min(8, availableParallelism()));

/**
 * Milliseconds after which an idle process is ended: each uses tens of megabytes. The last one is kept for longer: who comes back after a pause need
 * not wait for the start of a process.
 */
const idleLimit = 60_000;
const lastIdleLimit = 900_000;

/** An idle process. */
interface Kept {
  readonly process: ProcessRunner;
  timer: NodeJS.Timeout;
}

function after(milliseconds: number, call: () => void): NodeJS.Timeout {
  return setTimeout(call, milliseconds).unref();
}

/** The processes that read a SQLite file, one statement at a time each. */
export class SqliteReaders {
  readonly #file: string;
  readonly #places = new Semaphore(places, sharedQueue);
  readonly #free: Kept[] = [];
  readonly #busy = new Set<ProcessRunner>();
  readonly #additional = new Set<ProcessRunner>();
  readonly #opening = new Set<Promise<ProcessRunner>>();
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** How many statements run at once. */
  get places(): number {
    return places;
  }

  /** Runs a job on a process that it has for itself. Throws a 503 if none is free for 5 s, or until the deadline. */
  async use<T>(job: (runner: SqliteRunner) => Promise<T>, until?: number): Promise<T> {
    const { runner, release } = await this.lease(until);
    const stopListening = cancelAbandoned(() => runner.kill(new Abandoned()));
    try {
      return await job(runner);
    } finally {
      stopListening();
      release();
    }
  }

  /** A process for exclusive use until it is released. Throws a 503 if none is free for 5 s, or until the deadline. */
  async lease(until?: number): Promise<{ readonly runner: ProcessRunner; readonly release: () => void }> {
    const releasePlace = await this.#places.acquire(waitLimit(), { until });
    if (!releasePlace) throw new AdminError('unavailable');
    try {
      const runner = this.#takeFree() ?? (await this.#opened(this.#busy));
      const release = (): void => {
        this.#busy.delete(runner);
        if (this.#isClosed) runner.kill();
        else if (!runner.hasEnded) this.#keep(runner);
        releasePlace();
      };
      return { runner, release };
    } catch (error) {
      releasePlace();
      throw error;
    }
  }

  /** An idle process that still runs, which is busy from now on: one may have ended meanwhile. */
  #takeFree(): ProcessRunner | undefined {
    for (;;) {
      const kept = this.#free.pop();
      if (!kept) return undefined;
      clearTimeout(kept.timer);
      if (kept.process.hasEnded) continue;
      this.#busy.add(kept.process);
      return kept.process;
    }
  }

  /** Keeps a process for the next statement, and ends it if none comes in time. */
  #keep(process: ProcessRunner): void {
    const kept: Kept = {
      process,
      timer: after(idleLimit, () => {
        if (this.#free.length > 1 || this.#busy.size > 0) this.#forget(kept);
        else kept.timer = after(lastIdleLimit - idleLimit, () => this.#forget(kept));
      }),
    };
    this.#free.push(kept);
  }

  #forget(kept: Kept): void {
    const place = this.#free.indexOf(kept);
    if (place !== -1) this.#free.splice(place, 1);
    kept.process.kill();
  }

  /** An additional process, outside the shared ones, until {@link SqliteReaders.end}. */
  open(): Promise<ProcessRunner> {
    return this.#opened(this.#additional);
  }

  /** @param isLate whether a statement of the process may still be running. */
  async end(additional: ProcessRunner, isLate: boolean): Promise<void> {
    if (isLate) additional.kill();
    else await additional.close();
    this.#additional.delete(additional);
  }

  /** @param those the set that it belongs to from then on */
  async #opened(those: Set<ProcessRunner>): Promise<ProcessRunner> {
    this.#requireOpen();
    const opening = ProcessRunner.open({ file: this.#file, timeout: waitLimit(), isReadOnly: true });
    this.#opening.add(opening);
    const opened = await opening.finally(() => this.#opening.delete(opening));
    if (this.#isClosed) opened.kill();
    this.#requireOpen();
    those.add(opened);
    return opened;
  }

  /** Throws if the file is being closed: a new process would never end. */
  #requireOpen(): void {
    if (this.#isClosed) throw new AdminError('shutting_down');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // The service is closing: the results of running statements are not needed any more.
    for (const used of [...this.#busy, ...this.#additional]) used.kill();
    const free = this.#free.splice(0);
    for (const { timer } of free) clearTimeout(timer);
    await Promise.all(free.map(({ process }) => process.close()));
    await Promise.allSettled(this.#opening);
  }
}
