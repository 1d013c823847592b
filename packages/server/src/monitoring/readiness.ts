/** Milliseconds that an answer of the database is given again, and that it may take. */
const lifetime = 1000;
const limit = 3000;

/** Whether the database answers: it is asked at most once a second, by all who want to know together. */
export class Readiness {
  readonly #ask: () => Promise<unknown>;
  #asked: Promise<boolean> | undefined;
  #at = 0;
  #isEnding = false;

  /** @param ask a statement that fails if the database does not answer, or the start of a service that could not start. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** From now on it is not ready: no new requests are to be sent to it. */
  end(): void {
    this.#isEnding = true;
  }

  async isReady(): Promise<boolean> {
    if (this.#isEnding) return false;
    if (!this.#asked || performance.now() - this.#at > lifetime) {
      this.#at = performance.now();
      this.#asked = this.#answers();
    }
    return this.#asked;
  }

  async #answers(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), limit);
    const asked = this.#ask().then(
      () => true,
      () => false,
    );
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  }
}
