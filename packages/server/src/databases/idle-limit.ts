import { whenOverdue } from '../event-loop.ts';

/**
 * Ends the use of a connection that code of the host has taken and does not use: a stream that is not read to its end, or a function that
 * never settles. Without this limit, no other request could use the connection until the service ends.
 */
export class IdleLimit {
  readonly #milliseconds: number;
  readonly #end: () => void;
  #running = 0;
  #stopTimer: () => void = () => {};
  #isOver = false;

  /**
   * @param milliseconds for which it may be unused.
   * @param end called at most once, and not after {@link IdleLimit.stop}.
   */
  constructor(milliseconds: number, end: () => void) {
    this.#milliseconds = milliseconds;
    this.#end = end;
    this.#wait();
  }

  /** The error of a further statement, if the use was ended; undefined otherwise. */
  get refusal(): Error | undefined {
    return this.#isOver ? new Error(`The connection was taken back: it was not used for ${this.#milliseconds} ms.`) : undefined;
  }

  /** Follows a statement that runs on the connection. */
  async during<T>(statement: Promise<T>): Promise<T> {
    this.#running += 1;
    this.#stopTimer();
    try {
      return await statement;
    } finally {
      this.#running -= 1;
      this.used();
    }
  }

  /** The connection was used, without a statement: a row of a stream was read. */
  used(): void {
    if (this.#running > 0 || this.#isOver) return;
    this.#stopTimer();
    this.#wait();
  }

  /** The use has ended by itself. */
  stop(): void {
    this.#running = Infinity;
    this.#stopTimer();
  }

  #wait(): void {
    const end = (): void => {
      this.#isOver = true;
      process.emitWarning(
        `A widget or a function of suggest has not used its connection to the database for ${this.#milliseconds} ms: it was taken back.`,
      );
      this.#end();
    };
    this.#stopTimer = whenOverdue(this.#milliseconds, end, false);
  }
}
