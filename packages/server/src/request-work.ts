import { AsyncLocalStorage } from 'node:async_hooks';
import { AdminError } from './errors.ts';

/** The client has closed its connection: nobody waits for the response. */
export class Abandoned extends AdminError {
  constructor() {
    super('unavailable', { detail: 'The client has closed the connection.' });
  }
}

/** The work for one request: since when it lasts, and whether its client still waits for the response. */
export class RequestWork {
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly started: number = performance.now();
  readonly #cancels = new Set<() => void>();
  #isAbandoned = false;
  #isCommitted = false;

  /** Records that the client has closed its connection, and cancels what was registered. */
  abandon(): void {
    if (this.#isAbandoned || this.#isCommitted) return;
    this.#isAbandoned = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  /** Throws an {@link Abandoned} if nobody waits for the response. */
  requireClient(): void {
    if (this.#isAbandoned) throw new Abandoned();
  }

  /** From now on the work goes on to its end, also if the client closes its connection. Throws an {@link Abandoned} if it has. */
  commit(): void {
    this.requireClient();
    this.#isCommitted = true;
  }

  /**
   * Calls a function once when the client closes its connection, at once if it has.
   * @returns a function that takes it back.
   */
  onAbandoned(cancel: () => void): () => void {
    if (this.#isAbandoned) cancel();
    else this.#cancels.add(cancel);
    return () => void this.#cancels.delete(cancel);
  }
}

const storage = new AsyncLocalStorage<RequestWork>();

/** Runs a job as the work for a request. */
export function asWork<T>(work: RequestWork, job: () => T): T {
  return storage.run(work, job);
}

/** The work for the request that the caller belongs to; undefined for the service's own work. */
export function currentWork(): RequestWork | undefined {
  return storage.getStore();
}
