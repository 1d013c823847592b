import type { Ran, RawStatement } from './statement.ts';

/** What the database answered to statements that were sent together: a result for each, up to the first one that failed. */
export interface SentStatements<Result extends Ran = Ran> {
  readonly results: readonly Result[];
  /** The error of the statement after the last result; the statements after that one were not run. */
  readonly error?: unknown;
}

interface Waiting<Result> {
  readonly statement: RawStatement;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const ignore = (): void => {};

/** The results of two calls whose statements go to the database together. If both fail, because the first did, it throws that error. */
export async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  second.catch(ignore);
  return [await first, await second];
}

/** The statements of a transaction that are not sent yet. Those that are given one after another, without waiting, are sent together. */
export class StatementQueue<Result extends Ran = Ran> {
  readonly #send: (statements: readonly RawStatement[]) => Promise<SentStatements<Result>>;
  #waiting: Waiting<Result>[] = [];
  #isScheduled = false;

  /** @param send sends statements in one round trip; it never throws. */
  constructor(send: (statements: readonly RawStatement[]) => Promise<SentStatements<Result>>) {
    this.#send = send;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Sends a statement with those that wait. @returns its result. */
  run(statement: RawStatement): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ statement, resolve, reject });
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => void this.flush().catch(ignore));
    }
    return promise;
  }

  /** Sends a statement with the next one. */
  runLater(statement: RawStatement): void {
    this.#waiting.push({ statement, resolve: ignore, reject: ignore });
  }

  /** The same, for a statement whose result is read. @returns its result, which comes when something is sent. */
  runWithNext(statement: RawStatement): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ statement, resolve, reject });
    promise.catch(ignore);
    return promise;
  }

  /** Sends what waits at once, and this statement as the last one. @returns its result. */
  runNow(statement: RawStatement): Promise<Result> {
    const result = this.run(statement);
    this.flush().catch(ignore);
    return result;
  }

  /** Sends what waits. Throws the error of the statement that failed. */
  async flush(): Promise<void> {
    this.#isScheduled = false;
    const sent = this.#waiting;
    if (sent.length === 0) return;
    this.#waiting = [];
    const { results, error } = await this.#send(sent.map(({ statement }) => statement));
    for (const [index, { resolve, reject }] of sent.entries()) {
      const result = results[index];
      if (result) resolve(result);
      else reject(error);
    }
    if (results.length < sent.length) throw error;
  }

  /** Drops what waits, with this error. */
  clear(error: () => unknown): void {
    for (const { reject } of this.#waiting) reject(error());
    this.#waiting = [];
  }
}
