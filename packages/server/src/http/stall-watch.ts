import type { ServerResponse } from 'node:http';
import { Bag } from '../process/bag.ts';

/** How often in the time of a stall it is looked for progress. */
const looks = 4;

/** How many bytes the client of a response had received, and since when it has received no more. */
interface Progress {
  readonly response: ServerResponse;
  passed: number;
  since: number;
}

/**
 * Closes the connections of clients that do not read: their responses hold memory, and a file also a connection to the database. What a
 * client sends meanwhile does not count. A response that waits for the database is not closed.
 */
export class StallWatch {
  readonly #limit: number;
  readonly #open = new Bag<Progress>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit milliseconds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Watches a response until its connection is closed or it has been sent. A response that is closed already is not watched. */
  watch(response: ServerResponse): void {
    // Middleware of the application ran first, and the client has left meanwhile: `close` will not be emitted again.
    if (response.destroyed || response.closed) return;
    response.once('close', this.#open.add({ response, passed: 0, since: performance.now() }));
    this.#timer ??= setInterval(() => this.#look(), this.#limit / looks).unref();
  }

  #look(): void {
    for (const progress of this.#open.values()) {
      const { response } = progress;
      const waiting = response.socket?.writableLength ?? 0;
      const passed = (response.socket?.bytesWritten ?? 0) - waiting;
      if (waiting === 0 || passed !== progress.passed) Object.assign(progress, { passed, since: performance.now() });
      else if (performance.now() - progress.since >= this.#limit) response.destroy();
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
