import { LRUCache } from 'lru-cache';

/** The rows that a statement may read in the service's own process: some hundred microseconds if they are in memory. */
const mostRows = 250;

/** A statement that has read more is not tried again for this many times. */
const timesUntried = 8;

/** How many statements are remembered that have read more. */
const maxRemembered = 1000;

/** Thrown into a statement: the driver ends it, and throws the same. */
class TooManyRows extends Error {}

/** Runs statements that count the rows that they read, and ends those that read too many. */
export class RowBudget {
  #left = 0;
  readonly #untried = new LRUCache<string, number>({ max: maxRemembered });

  /** The function that a statement calls for each row that it reads; its result is true. */
  readonly counted = (): number => {
    this.#left -= 1;
    if (this.#left < 0) throw new TooManyRows('The statement reads too many rows.');
    return 1;
  };

  /** Runs a statement by a job. @returns null if it reads too many rows, or has done so lately. */
  run<T>(sql: string, job: () => T): T | null {
    const untried = this.#untried.get(sql) ?? 0;
    if (untried > 0) {
      this.#untried.set(sql, untried - 1);
      return null;
    }
    this.#left = mostRows;
    try {
      return job();
    } catch (error) {
      if (this.#left >= 0) throw error;
      this.#untried.set(sql, timesUntried);
      return null;
    }
  }
}
