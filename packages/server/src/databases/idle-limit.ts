/**
 * Ends the use of a connection by code of the host that asks nothing of it for too long: a stream that it does not read to its end, or a
 * function that never settles. Otherwise nobody else could have the connection until the service ends.
 */
export class IdleLimit {
  readonly #milliseconds: number;
  readonly #end: () => void;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /**
   * @param milliseconds for which it may be idle.
   * @param end called at most once, and not after {@link IdleLimit.stop}.
   */
  constructor(milliseconds: number, end: () => void) {
    this.#milliseconds = milliseconds;
    this.#end = end;
    this.#wait();
  }

  /** The error of a further statement, if the use was ended; undefined otherwise. */
  get refusal(): Error | undefined {
    if (!this.#isOver) return undefined;
    return new Error(`The connection was taken back: its function has asked nothing of it for ${this.#milliseconds} ms.`);
  }

  /** Follows a statement that runs on the connection. */
  async during<T>(statement: Promise<T>): Promise<T> {
    this.#running += 1;
    clearTimeout(this.#timer);
    try {
      return await statement;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#wait();
    }
  }

  /** The use has ended by itself. */
  stop(): void {
    this.#running = Infinity;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#end();
    }, this.#milliseconds).unref();
  }
}
