import type { ServerResponse } from 'node:http';

/** How often in the time of a stall it is looked for progress. */
const looks = 4;

/** How many bytes the client of a response had received, and since when it has received no more. */
interface Progress {
  passed: number;
  since: number;
}

/**
 * Closes the connections of clients that do not read: their responses hold memory, and a file also a connection to the database. What a
 * client sends meanwhile does not count. A response that waits for the database is not closed.
 */
export class StallWatch {
  readonly #limit: number;
  readonly #open = new Map<ServerResponse, Progress>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit milliseconds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Watches a response until its connection is closed or it has been sent. */
  watch(response: ServerResponse): void {
    this.#open.set(response, { passed: 0, since: performance.now() });
    response.once('close', () => this.#open.delete(response));
    this.#timer ??= setInterval(() => this.#look(), this.#limit / looks).unref();
  }

  #look(): void {
    for (const [response, progress] of this.#open) {
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
