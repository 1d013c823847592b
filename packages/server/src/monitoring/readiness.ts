/** Milliseconds that an answer of the database is given again, and that it may take. */
const lifetime = 1000;
const limit = 3000;

/** Whether the database answers: it is asked at most once a second, by all who want to know together. */
export class Readiness {
  readonly #ask: () => Promise<unknown>;
  readonly #changed: (error: unknown) => void;
  #wasReady = true;
  #asked: Promise<boolean> | undefined;
  #at = 0;
  #isEnding = false;

  /**
   * @param ask a statement that fails if the database does not answer, or the start of a service that could not start.
   * @param changed is told when readiness is lost, with the reason, and without one when it is back.
   */
  constructor(ask: () => Promise<unknown>, changed: (error: unknown) => void) {
    this.#ask = ask;
    this.#changed = changed;
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
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`The database has not answered for ${limit / 1000} seconds.`)), limit);
    const answer = this.#ask();
    answer.catch(() => undefined);
    try {
      await Promise.race([answer, late]);
      return this.#become(true, undefined);
    } catch (error) {
      return this.#become(false, error);
    } finally {
      clearTimeout(timer);
    }
  }

  #become(isReady: boolean, error: unknown): boolean {
    if (isReady !== this.#wasReady) this.#changed(error);
    this.#wasReady = isReady;
    return isReady;
  }
}
