import { AdminError } from '../errors/errors.ts';
import { Abandoned, currentWork } from './request-work.ts';

interface Waiting {
  readonly admit: () => void;
  /** Decides the order; the lowest rank is first. */
  readonly rank: number;
}

/** How a request waits in a queue. */
export interface WaitOptions {
  /** Milliseconds during which later requests go first. */
  readonly handicap?: number | undefined;
  /** The deadline of what is waited for, in milliseconds since 1970. */
  readonly until?: number | undefined;
}

/** When a queue is overloaded, and how long requests then wait in it. */
export interface Overload {
  /** The number of waiting requests up to which it is not. */
  readonly above: number;
  /** The longest wait in an overloaded queue, in milliseconds. */
  readonly patience: number;
}

/** The overload of a queue that all users share: requests wait for two seconds then. */
export const sharedQueue: Overload = { above: 0, patience: 2000 };

/** Milliseconds that a queue must be too long before it counts as overloaded: a burst of requests is not refused. */
const burst = 2000;

/**
 * A counting semaphore: permits are granted in the order in which the requests arrived at the service; later requests overtake one with a
 * handicap. In a queue that does not become short again, requests wait only for a moment: what can not be served is refused soon
 * (docs/explanation/decisions/overload.md).
 */
export class Semaphore {
  readonly #permits: () => number;
  readonly #overload: Overload | undefined;
  #held = 0;
  readonly #waiting: Waiting[] = [];
  /** Since when the queue is too long. */
  #tooLongSince: number | undefined;

  /**
   * @param permits how many may be held at once; a function is called whenever a permit is acquired or released.
   * @param overload without it, requests always wait for the whole of their limit.
   */
  constructor(permits: number | (() => number) = 1, overload?: Overload) {
    this.#permits = typeof permits === 'number' ? () => permits : permits;
    this.#overload = overload;
  }

  /** Whether no permit is held or waited for. */
  get isIdle(): boolean {
    return this.#held === 0 && this.#waiting.length === 0;
  }

  /** How many permits are held. */
  get held(): number {
    return this.#held;
  }

  /** Whether a permit would be granted at once. */
  get hasFree(): boolean {
    return this.#waiting.length === 0 && this.#held < this.#permits();
  }

  /** Whether the queue has been too long for a while. */
  get isOverloaded(): boolean {
    return this.#tooLongSince !== undefined && performance.now() - this.#tooLongSince > burst;
  }

  /**
   * Acquires a permit. Throws an {@link Abandoned} if the client of the request has gone, or goes while it waits, and a `timeout` if the
   * deadline comes before a permit and before the end of the wait.
   * @param waitLimit milliseconds after which the request is given up.
   * @returns a function that releases the permit, once; null if none was granted in time.
   */
  async acquire(waitLimit: number, { handicap = 0, until = Infinity }: WaitOptions = {}): Promise<(() => void) | null> {
    currentWork()?.requireClient();
    if (this.hasFree) this.#held += 1;
    else {
      const longest = this.#limited(waitLimit);
      const remaining = until - Date.now();
      const isAdmitted = remaining > 0 && (await this.#wait(Math.min(longest, remaining), handicap));
      if (!isAdmitted && remaining < longest) throw new AdminError('timeout');
      if (!isAdmitted) return null;
    }
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #limited(waitLimit: number): number {
    return this.#overload && this.isOverloaded ? Math.min(waitLimit, this.#overload.patience) : waitLimit;
  }

  #wait(waitLimit: number, handicap: number): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const work = currentWork();
    const leave = (): void => {
      clearTimeout(timer);
      const place = this.#waiting.indexOf(waiting);
      if (place !== -1) this.#waiting.splice(place, 1);
      this.#noteLength();
    };
    const timer = setTimeout(() => {
      leave();
      stopListening?.();
      resolve(false);
    }, waitLimit);
    // The client is still there, as `acquire` has required: this is called later, if at all.
    const stopListening = work?.onAbandoned(() => {
      leave();
      reject(new Abandoned());
    });
    const waiting: Waiting = {
      admit: () => {
        clearTimeout(timer);
        stopListening?.();
        this.#held += 1;
        resolve(true);
      },
      // A later statement of a request goes before the first ones of requests that came after it.
      rank: (work?.started ?? performance.now()) + handicap,
    };
    const later = this.#waiting.findIndex(({ rank }) => rank > waiting.rank);
    this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, waiting);
    this.#noteLength();
    return promise;
  }

  #release(): void {
    this.#held -= 1;
    while (this.#waiting.length > 0 && this.#held < this.#permits()) this.#waiting.shift()?.admit();
    this.#noteLength();
  }

  #noteLength(): void {
    if (!this.#overload || this.#waiting.length <= this.#overload.above) this.#tooLongSince = undefined;
    else this.#tooLongSince ??= performance.now();
  }
}
