import { AdminError } from '../errors.ts';
import { Turnstile } from './turnstile.ts';

/** Milliseconds that a user's request waits for the user's other requests. */
const waitLimit = 5000;

interface Entry {
  readonly turnstile: Turnstile;
  /** How many jobs of the user run or wait. */
  jobs: number;
}

/** Runs at most so many jobs of each user at a time, so that one user never takes all connections; further ones wait. */
export class UserLimit {
  readonly #places: number;
  readonly #otherwise: 'locked' | 'unavailable';
  readonly #users = new Map<string, Entry>();

  /** @param otherwise what a job becomes that waited for 5 s. */
  constructor(places: number, otherwise: 'locked' | 'unavailable') {
    this.#places = Math.max(1, Math.floor(places));
    this.#otherwise = otherwise;
  }

  /** Runs a job of a user. Throws the error of the limit where the user's other jobs take too long. */
  async run<T>(user: string | null, job: () => Promise<T>): Promise<T> {
    // The service's own work is nobody's.
    if (user === null) return job();
    const entry = this.#users.get(user) ?? { turnstile: new Turnstile(this.#places), jobs: 0 };
    this.#users.set(user, entry);
    entry.jobs += 1;
    let leave: (() => void) | null = null;
    try {
      leave = await entry.turnstile.enter(waitLimit);
      if (!leave)
        throw new AdminError(this.#otherwise, {
          detail: 'Too many of your requests run at the moment. Try again shortly.',
          headers: { 'Retry-After': '5' },
        });
      return await job();
    } finally {
      leave?.();
      entry.jobs -= 1;
      if (entry.jobs === 0) this.#users.delete(user);
    }
  }
}
