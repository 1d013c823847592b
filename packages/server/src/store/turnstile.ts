interface Waiting {
  readonly admit: () => void;
  /** What decides whose turn it is, the least first. */
  readonly rank: number;
}

/** Lets so many at a time through, in the order in which they came; one that is handicapped is overtaken. */
export class Turnstile {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(places = 1) {
    this.#free = places;
  }

  /**
   * Waits for a place, at most so many milliseconds.
   * @param handicap for how many milliseconds others that come later go first.
   * @returns what gives it back, once; null where there was none in time.
   */
  async enter(milliseconds: number, handicap = 0): Promise<(() => void) | null> {
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#wait(milliseconds, handicap))) return null;
    let isInside = true;
    return () => {
      if (isInside) this.#leave();
      isInside = false;
    };
  }

  #wait(milliseconds: number, handicap: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      resolve(false);
    }, milliseconds);
    const waiting: Waiting = {
      admit: () => {
        clearTimeout(timer);
        resolve(true);
      },
      rank: performance.now() + handicap,
    };
    const later = this.#waiting.findIndex(({ rank }) => rank > waiting.rank);
    this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, waiting);
    return promise;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next.admit();
    else this.#free += 1;
  }
}
