import { withoutWork } from '../process/request-work.ts';
import type { Part } from './part.ts';

interface Waiting {
  readonly job: () => Promise<void>;
  readonly timer: NodeJS.Timeout;
}

/** What is done some time after an answer was given. At the end of the service it is done at once. */
export class LateWork implements Part {
  readonly name = 'late work';
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Set<Promise<void>>();
  #hasStopped = false;

  /** @param onError is told of a job that fails: nobody waits for it. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Runs a job after this many milliseconds, or at once if the service is ending. The process does not wait for it. */
  after(milliseconds: number, job: () => Promise<void>): void {
    if (this.#hasStopped) {
      this.#run(job);
      return;
    }
    const waiting: Waiting = {
      job,
      // Not as work of the request, whose client may have gone.
      timer: withoutWork(() => setTimeout(() => this.#begin(waiting), milliseconds)).unref(),
    };
    this.#waiting.add(waiting);
  }

  /** Runs what waits, and ends with it. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    for (const waiting of this.#waiting) this.#begin(waiting);
    // A job may fail and ask for another one.
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #begin(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(waiting);
    this.#run(waiting.job);
  }

  #run(job: () => Promise<void>): void {
    const running = withoutWork(job)
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
