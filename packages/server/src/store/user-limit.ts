import { AdminError } from '../errors.ts';

/** Milliseconds that a user's request waits for the user's other requests. */
const waitLimit = 5000;

/** Half-life, in milliseconds, of what is remembered of the time that a user's jobs took. */
const halfLife = 5000;

/** Milliseconds, of late, beyond which a user's jobs run one at a time while others work too. */
const fairShare = 1000;

/** Milliseconds that a user counts as working after a job. */
const presence = 10_000;

interface Waiting {
  readonly admit: () => void;
}

interface Entry {
  running: number;
  readonly waiting: Waiting[];
  /** Milliseconds that the user's jobs have taken of late, and when that was worked out. */
  spent: number;
  at: number;
}

/** Users that are remembered at most while they run nothing. */
const maxIdle = 1000;

/**
 * Runs at most so many jobs of each user at a time, so that one user never takes all connections; further ones wait, in their
 * order. A user whose jobs take long has them run one at a time while others work.
 */
export class UserLimit {
  readonly #places: number;
  readonly #otherwise: 'locked' | 'unavailable';
  readonly #users = new Map<string, Entry>();
  /** The last two users who worked, the later one first: so it is known at once whether a user is alone. */
  readonly #latest: { entry: Entry; at: number }[] = [];

  /** @param otherwise what a job becomes that waited for 5 s. */
  constructor(places: number, otherwise: 'locked' | 'unavailable') {
    this.#places = Math.max(1, Math.floor(places));
    this.#otherwise = otherwise;
  }

  /**
   * Runs a job of a user. Throws the error of the limit where the user's other jobs take too long.
   * @param job is given the milliseconds, limited, that the user's jobs have taken of late.
   */
  async run<T>(user: string | null, job: (spent: number) => Promise<T>): Promise<T> {
    // The service's own work is nobody's.
    if (user === null) return job(0);
    const entry = this.#entryOf(user);
    this.#noteWork(entry);
    if (entry.waiting.length > 0 || entry.running >= this.#placesOf(entry)) await this.#wait(entry);
    else entry.running += 1;
    const started = performance.now();
    try {
      return await job(Math.min(remembered(entry), fairShare));
    } finally {
      entry.running -= 1;
      entry.spent = remembered(entry) + performance.now() - started;
      entry.at = performance.now();
      this.#admitNext(entry);
    }
  }

  #entryOf(user: string): Entry {
    const known = this.#users.get(user);
    if (known) return known;
    if (this.#users.size >= maxIdle) this.#forgetIdle();
    const entry: Entry = { running: 0, waiting: [], spent: 0, at: performance.now() };
    this.#users.set(user, entry);
    return entry;
  }

  #forgetIdle(): void {
    for (const [user, { running, waiting }] of this.#users) if (running === 0 && waiting.length === 0) this.#users.delete(user);
  }

  #placesOf(entry: Entry): number {
    return remembered(entry) > fairShare && !this.#isAlone(entry) ? 1 : this.#places;
  }

  #noteWork(entry: Entry): void {
    const other = this.#latest.find((latest) => latest.entry !== entry);
    this.#latest.splice(0, 2, { entry, at: performance.now() }, ...(other ? [other] : []));
  }

  #isAlone(entry: Entry): boolean {
    return !this.#latest.some((latest) => latest.entry !== entry && performance.now() - latest.at < presence);
  }

  /** Waits to be admitted, which counts as running. */
  #wait(entry: Entry): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      entry.waiting.splice(entry.waiting.indexOf(waiting), 1);
      const detail = 'Too many of your requests run at the moment. Try again shortly.';
      reject(new AdminError(this.#otherwise, { detail, headers: { 'Retry-After': '5' } }));
    }, waitLimit);
    const waiting = {
      admit: () => {
        clearTimeout(timer);
        entry.running += 1;
        resolve();
      },
    };
    entry.waiting.push(waiting);
    return promise;
  }

  #admitNext(entry: Entry): void {
    while (entry.waiting.length > 0 && entry.running < this.#placesOf(entry)) entry.waiting.shift()?.admit();
  }
}

function remembered({ spent, at }: Entry): number {
  return spent * 0.5 ** ((performance.now() - at) / halfLife);
}
