import { availableParallelism } from 'node:os';
import { AdminError } from '../errors.ts';
import { SqliteProcess } from './sqlite-process.ts';
import type { SqliteRunner } from './sqlite-runner.ts';
import { Turnstile } from './turnstile.ts';

/** Processes that read one file at the same time; each is started when it is needed first. */
const places = Math.max(4, Math.min(8, availableParallelism()));

/** Milliseconds that a statement waits for one of them. */
const waitLimit = 5000;

/** Milliseconds that a process may wait, blocked, while another one changes the file as a whole. */
const busyLimit = 5000;

/** The processes that read a SQLite file, one statement at a time each. */
export class SqliteReaders {
  readonly #file: string;
  readonly #turnstile = new Turnstile(places);
  readonly #free: SqliteProcess[] = [];
  readonly #busy = new Set<SqliteProcess>();
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** How many statements run at once. */
  get places(): number {
    return places;
  }

  /** Runs a job on a process that nothing else uses meanwhile. Throws a 503 where none is free for 5 s. */
  async use<T>(job: (runner: SqliteRunner) => Promise<T>): Promise<T> {
    const { runner, release } = await this.lease();
    try {
      return await job(runner);
    } finally {
      release();
    }
  }

  /** A process that nothing else uses until it is released. Throws a 503 where none is free for 5 s. */
  async lease(): Promise<{ readonly runner: SqliteRunner; readonly release: () => void }> {
    const leave = await this.#turnstile.enter(waitLimit);
    if (!leave) throw new AdminError('unavailable', { headers: { 'Retry-After': '5' } });
    try {
      const process = this.#free.pop() ?? (await this.open());
      this.#busy.add(process);
      const release = (): void => {
        this.#busy.delete(process);
        if (this.#isClosed) process.kill();
        else if (!process.isDead) this.#free.push(process);
        leave();
      };
      return { runner: process, release };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Another process, apart from those that are shared. */
  open(): Promise<SqliteProcess> {
    return SqliteProcess.open({ file: this.#file, timeout: busyLimit, isReadOnly: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Nobody waits for what they do any more.
    for (const process of this.#busy) process.kill();
    await Promise.all(this.#free.splice(0).map((process) => process.close()));
  }
}
