import type { ErrorLog } from '../errors/error-log.ts';
import type { Metrics } from './metrics.ts';
import { Monitoring, type MonitoringOptions } from './monitoring.ts';
import { Readiness } from './readiness.ts';
import type { RequestObserver } from '../http/served-request.ts';

/** What operators may learn of one admin. */
export class Monitor {
  readonly #readiness: Readiness;
  /** Undefined until `monitoring()` is called with `metrics`: requests are counted from then on. */
  #metrics: Promise<Metrics> | undefined;
  #note: RequestObserver | undefined;

  /** @param ask a statement that fails if the database does not answer. */
  constructor(ask: () => Promise<unknown>, log: () => ErrorLog) {
    this.#readiness = new Readiness(ask, (error) => {
      if (error === undefined) log().info('ready again', {});
      else log().error(error, 'not ready', {});
    });
  }

  /** The addresses at which operators ask. */
  addresses(options: MonitoringOptions): Monitoring {
    return new Monitoring(options, { isReady: () => this.#readiness.isReady(), metrics: () => this.#collect() });
  }

  /** From now on it is not ready. */
  end(): void {
    this.#readiness.end();
  }

  /** Counts a request if metrics are collected. */
  readonly observe: RequestObserver = (served) => this.#note?.(served);

  /** The library is loaded only for those who use it. */
  #collect(): Promise<Metrics> {
    this.#metrics ??= import('./metrics.ts').then((module) => {
      const metrics = new module.Metrics(() => this.#readiness.isReady());
      this.#note = (served) => metrics.note(served);
      return metrics;
    });
    return this.#metrics;
  }
}
