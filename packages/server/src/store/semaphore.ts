interface Waiting {
  readonly admit: () => void;
  /** Decides the order; the lowest rank is first. */
  readonly rank: number;
}

/** A counting semaphore: permits are granted in the order of the requests; later requests overtake one with a handicap. */
export class Semaphore {
  readonly #permits: () => number;
  #held = 0;
  readonly #waiting: Waiting[] = [];

  /** @param permits how many may be held at once; a function is called whenever a permit is acquired or released. */
  constructor(permits: number | (() => number) = 1) {
    this.#permits = typeof permits === 'number' ? () => permits : permits;
  }

  /** Whether no permit is held or waited for. */
  get isIdle(): boolean {
    return this.#held === 0 && this.#waiting.length === 0;
  }

  /**
   * Acquires a permit.
   * @param waitLimit milliseconds after which the request is given up.
   * @param handicap milliseconds during which later requests go first.
   * @returns a function that releases the permit, once; null if none was granted in time.
   */
  async acquire(waitLimit: number, handicap = 0): Promise<(() => void) | null> {
    if (this.#hasFree()) this.#held += 1;
    else if (!(await this.#wait(waitLimit, handicap))) return null;
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #hasFree(): boolean {
    return this.#waiting.length === 0 && this.#held < this.#permits();
  }

  #wait(waitLimit: number, handicap: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      resolve(false);
    }, waitLimit);
    const waiting: Waiting = {
      admit: () => {
        clearTimeout(timer);
        this.#held += 1;
        resolve(true);
      },
      rank: performance.now() + handicap,
    };
    const later = this.#waiting.findIndex(({ rank }) => rank > waiting.rank);
    this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, waiting);
    return promise;
  }

  #release(): void {
    this.#held -= 1;
    while (this.#waiting.length > 0 && this.#held < this.#permits()) this.#waiting.shift()?.admit();
  }
}
