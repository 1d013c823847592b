import type { ErrorLog } from '../errors/error-log.ts';
import type { Metrics } from './metrics.ts';
import { Readiness } from './readiness.ts';
import type { RequestObserver } from '../service/served-request.ts';

/** What operators may learn of one admin. */
export class Monitor {
  readonly #readiness: Readiness;
  /** Undefined until `monitoring()` is called with `metrics`: requests are counted from then on. */
  #collected: Promise<Metrics> | undefined;
  #note: RequestObserver | undefined;

  /** @param ask a statement that fails if the database does not answer. */
  constructor(ask: () => Promise<unknown>, log: () => ErrorLog) {
    this.#readiness = new Readiness(ask, (error) => {
      if (error === undefined) log().info('ready again', {});
      else log().error(error, 'not ready', {});
    });
  }

  /** Whether the database answers, and the service is not ending. */
  isReady(): Promise<boolean> {
    return this.#readiness.isReady();
  }

  /** From now on it is not ready. */
  end(): void {
    this.#readiness.end();
  }

  /** Counts a request if metrics are collected. */
  readonly observe: RequestObserver = (served) => this.#note?.(served);

  /** Begins to collect metrics when it is first called: the library is loaded only for those who use it. */
  metrics(): Promise<Metrics> {
    this.#collected ??= import('./metrics.ts').then((module) => {
      const metrics = new module.Metrics(() => this.#readiness.isReady());
      this.#note = (served) => metrics.note(served);
      return metrics;
    });
    return this.#collected;
  }
}
