import { availableParallelism } from 'node:os';
import { AdminError } from '../../../errors/errors.ts';
import { Abandoned } from '../../../process/request-work.ts';
import { cancelAbandoned } from '../../abandoned.ts';
import { answeredBy } from '../../answered-by.ts';
import { ProcessRunner } from './process-runner.ts';
import type { SqliteRunner } from './runner.ts';
import { Semaphore, sharedQueue } from '../../../process/semaphore.ts';
import { waitLimit } from '../../../process/wait-limit.ts';

/** The number of processes that read one file at the same time; each is started when it is first needed. */
const places = Math.max(4, Math.min(8, availableParallelism()));

/**
 * Milliseconds after which an idle process is ended: each uses tens of megabytes. The last one is kept for longer: who comes back after a pause need
 * not wait for the start of a process.
 */
const idleLimit = 60_000;
const lastIdleLimit = 900_000;

/**
 * Milliseconds for which a statement goes on although nobody waits for it any more: many end in that time. To kill its process would cost the next
 * statement more, because another process has to start.
 */
export const lateLimit = 1000;

/** An idle process. */
interface Kept {
  readonly process: ProcessRunner;
  timer: NodeJS.Timeout;
}

/** A statement that waits for a process. */
interface Waiting {
  readonly take: (process: ProcessRunner) => void;
  readonly fail: (error: unknown) => void;
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
  readonly #waiting: Waiting[] = [];
  /** How many of the processes that start are for statements. */
  #starting = 0;
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
    const stopListening = cancelAbandoned(() => runner.kill(new Abandoned()), lateLimit);
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
      const runner = this.#takeFree() ?? (await this.#nextFree(until));
      const release = (): void => {
        this.#busy.delete(runner);
        this.#giveOn(runner);
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
      const idle = this.#free.pop();
      if (!idle) return undefined;
      clearTimeout(idle.timer);
      if (idle.process.hasEnded) continue;
      this.#busy.add(idle.process);
      return idle.process;
    }
  }

  /** The next process that is free: one that has started, or one that another statement needs no more. */
  async #nextFree(until: number | undefined): Promise<ProcessRunner> {
    const { promise, resolve, reject } = Promise.withResolvers<ProcessRunner>();
    const waiting = { take: resolve, fail: reject };
    this.#waiting.push(waiting);
    this.#startForWaiting();
    try {
      return await answeredBy(until, () => promise);
    } catch (error) {
      const place = this.#waiting.indexOf(waiting);
      // It may have got one at the last moment.
      if (place === -1) return promise;
      this.#waiting.splice(place, 1);
      throw error;
    }
  }

  /** Starts processes until there is one for each statement that waits. It goes on to start if the statement gets another one, or waits no longer. */
  #startForWaiting(): void {
    while (this.#starting < this.#waiting.length) void this.#startOne();
  }

  async #startOne(): Promise<void> {
    this.#starting += 1;
    try {
      const process = await this.#opened({ isUrgent: true });
      this.#starting -= 1;
      this.#giveOn(process);
    } catch (error) {
      this.#starting -= 1;
      // The others that start are for those who have waited longer.
      if (this.#starting < this.#waiting.length) this.#waiting.shift()?.fail(error);
    }
  }

  /** Gives a process to the statement that has waited longest, or keeps it for the next one. */
  #giveOn(process: ProcessRunner): void {
    if (this.#isClosed) return process.kill();
    if (process.hasEnded) return this.#startForWaiting();
    const next = this.#waiting.shift();
    if (!next) return this.#keep(process);
    this.#busy.add(process);
    next.take(process);
  }

  /** Keeps a process for the next statement, and ends it if none comes in time. */
  #keep(process: ProcessRunner): void {
    const idle: Kept = {
      process,
      timer: after(idleLimit, () => {
        if (this.#free.length > 1 || this.#busy.size > 0) this.#forget(idle);
        else idle.timer = after(lastIdleLimit - idleLimit, () => this.#forget(idle));
      }),
    };
    this.#free.push(idle);
  }

  #forget(kept: Kept): void {
    const place = this.#free.indexOf(kept);
    if (place !== -1) this.#free.splice(place, 1);
    kept.process.kill();
  }

  /**
   * An additional process for a file that is made, outside the shared ones, until {@link SqliteReaders.end}. It leaves the processors to the
   * service and to what people wait for.
   */
  open(): Promise<ProcessRunner> {
    return this.#opened({ isUrgent: false });
  }

  /** @param isLate whether a statement of the process may still be running. */
  async end(additional: ProcessRunner, isLate: boolean): Promise<void> {
    if (isLate) additional.kill();
    else await additional.close();
    this.#additional.delete(additional);
  }

  async #opened({ isUrgent }: { readonly isUrgent: boolean }): Promise<ProcessRunner> {
    this.#requireOpen();
    const opening = ProcessRunner.open({ file: this.#file, timeout: waitLimit(), isReadOnly: true, isUrgent });
    this.#opening.add(opening);
    const opened = await opening.finally(() => this.#opening.delete(opening));
    if (this.#isClosed) opened.kill();
    this.#requireOpen();
    if (!isUrgent) this.#additional.add(opened);
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
