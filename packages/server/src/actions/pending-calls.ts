import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts a handler's calls until they have settled: a handler that ends before them lacks an `await`. */
export class PendingCalls {
  #count = 0;
  readonly #isInEach = new AsyncLocalStorage<true>();
  #lastEach: Promise<unknown> = Promise.resolve();

  /** Counts a promise until it settles. {@link requireDone} reports an unawaited failure; it does not end the process. */
  follow<T>(job: Promise<T>): Promise<T> {
    this.#count += 1;
    const over = (): void => void (this.#count -= 1);
    job.then(over, over);
    return job;
  }

  /** Whether the caller runs inside the callback for one row. */
  get isInEach(): boolean {
    return this.#isInEach.getStore() === true;
  }

  /**
   * Runs works row by row one after the other, because their savepoints would interfere. One that is started inside the callback for a row
   * is part of that row's work, and runs at once.
   */
  inTurn<T>(job: () => Promise<T>): Promise<T> {
    if (this.isInEach) return job();
    const turn = this.#lastEach.then(() => this.#isInEach.run(true, job));
    this.#lastEach = turn.catch(() => undefined);
    return turn;
  }

  /** Throws if a call is still pending. */
  requireDone(action: string): void {
    if (this.#count > 0) throw new Error(`The handler of ${action} ended before its calls on its rows had finished: await them.`);
  }
}
