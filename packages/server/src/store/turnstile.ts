/** Lets so many at a time through, in the order in which they came. */
export class Turnstile {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places = 1) {
    this.#free = places;
  }

  /**
   * Waits for a place, at most so many milliseconds.
   * @returns what gives it back, once; null where there was none in time.
   */
  async enter(milliseconds: number): Promise<(() => void) | null> {
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#wait(milliseconds))) return null;
    let isInside = true;
    return () => {
      if (isInside) this.#leave();
      isInside = false;
    };
  }

  #wait(milliseconds: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(admit), 1);
      resolve(false);
    }, milliseconds);
    const admit = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    this.#waiting.push(admit);
    return promise;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
