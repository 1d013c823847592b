/** A part of the service that works between requests. */
export interface Part {
  /** For the log. */
  readonly name: string;
  /** Begins its work. It is called once, before the first request is answered. */
  start?(): void | Promise<void>;
  /** Ends its work: afterwards it uses the database no more. It is called once, also if {@link start} has failed. */
  stop(): Promise<void>;
}

/** Parts that begin in this order, and end in the reverse order. */
export class Parts {
  readonly #parts: readonly Part[];
  readonly #onError: (error: unknown, part: string) => void;
  #begun: Part[] = [];

  /** @param onError is told of a part that does not end well: the others end all the same. */
  constructor(parts: readonly Part[], onError: (error: unknown, part: string) => void) {
    this.#parts = parts;
    this.#onError = onError;
  }

  /** Starts one part after the other. If one fails, those that have begun are stopped, and its error is thrown. */
  async start(): Promise<void> {
    try {
      for (const part of this.#parts) {
        this.#begun.push(part);
        await part.start?.();
      }
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops those that have begun; a second call has no effect. */
  async stop(): Promise<void> {
    const begun = this.#begun.toReversed();
    this.#begun = [];
    for (const part of begun) await part.stop().catch((error: unknown) => this.#onError(error, part.name));
  }
}
