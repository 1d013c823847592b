/** Lets one at a time through, in the order in which they came. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Waits for everybody before. @returns what lets the next one through. */
  async acquire(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}
