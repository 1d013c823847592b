import { whenOverdue } from '../process/event-loop.ts';

/**
 * Ends the use of a connection that code of the host has taken and does not use: a stream that is not read to its end, or a function that
 * never settles. Without this limit, no other request could use the connection until the service ends.
 */
export class IdleLimit {
  readonly #milliseconds: number;
  readonly #end: () => void;
  #running = 0;
  #usedAt = performance.now();
  #stopTimer: () => void = () => {};
  #isOver = false;

  /**
   * @param milliseconds for which it may be unused.
   * @param end called at most once, and not after {@link IdleLimit.stop}.
   */
  constructor(milliseconds: number, end: () => void) {
    this.#milliseconds = milliseconds;
    this.#end = end;
    this.#checkIn(milliseconds);
  }

  /** The error of a further statement, if the use was ended; undefined otherwise. */
  get refusal(): Error | undefined {
    return this.#isOver ? new Error(`The connection was taken back: it was not used for ${this.#milliseconds} ms.`) : undefined;
  }

  /** Follows a statement that runs on the connection. */
  async during<T>(statement: Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await statement;
    } finally {
      this.#running -= 1;
      this.used();
    }
  }

  /** The connection was used: a statement has ended, or a row of a stream was read. */
  used(): void {
    this.#usedAt = performance.now();
  }

  /** The use has ended by itself. */
  stop(): void {
    this.#stopTimer();
  }

  /** One timer for all uses: a stream may have many rows. */
  #checkIn(milliseconds: number): void {
    this.#stopTimer = whenOverdue(milliseconds, () => this.#check(), false);
  }

  #check(): void {
    const remaining = this.#running > 0 ? this.#milliseconds : this.#usedAt + this.#milliseconds - performance.now();
    if (remaining > 0) return this.#checkIn(remaining);
    this.#isOver = true;
    process.emitWarning(
      `A widget or a function of suggest has not used its connection to the database for ${this.#milliseconds} ms: it was taken back.`,
    );
    this.#end();
  }
}
