import { AsyncLocalStorage } from 'node:async_hooks';

/** What a handler has asked for, until it is done: a handler that does not wait for it has made a mistake. */
export class PendingCalls {
  #count = 0;
  readonly #isInEach = new AsyncLocalStorage<true>();
  #lastEach: Promise<unknown> = Promise.resolve();

  /** Follows a job. A failure that nobody waits for is told by {@link requireDone}, and does not end the process. */
  follow<T>(job: Promise<T>): Promise<T> {
    this.#count += 1;
    const over = (): void => void (this.#count -= 1);
    job.then(over, over);
    return job;
  }

  /** Whether this is asked inside the work on a row. */
  get isInEach(): boolean {
    return this.#isInEach.getStore() === true;
  }

  /**
   * Lets one run row by row after the other: their savepoints would undo one another. One inside the work on a row is a
   * part of that.
   */
  inTurn<T>(job: () => Promise<T>): Promise<T> {
    if (this.isInEach) return job();
    const turn = this.#lastEach.then(() => this.#isInEach.run(true, job));
    this.#lastEach = turn.catch(() => undefined);
    return turn;
  }

  /** Throws where something is still under way. */
  requireDone(action: string): void {
    if (this.#count > 0) throw new Error(`The handler of ${action} has ended before what it asked of its rows: await it.`);
  }
}
