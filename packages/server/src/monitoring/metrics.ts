import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServedRequest } from '../service/served-request.ts';

/** Metrics in the text format of Prometheus, with its media type. */
export interface MetricsText {
  readonly type: string;
  readonly body: string;
}

/** Seconds: a row by its key takes a millisecond, a list some ten, an action up to a minute. */
const durations = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/** Others are counted together: a client can invent any number of them. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** The metrics of one admin, for Prometheus. Their labels are names of the configuration, never a key, a value or a user. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram;
  readonly #statements: Counter;
  readonly #rows: Counter;
  readonly #reads: Counter;
  readonly #abandoned: Counter;

  /** @param isReady whether the database answers, for the gauge `grimoire_ready`. */
  constructor(isReady: () => Promise<boolean>) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    const labelNames = ['method', 'route', 'model'];
    this.#requests = new Histogram({
      name: 'grimoire_request_seconds',
      help: 'Time until the response of a request was ready',
      labelNames: [...labelNames, 'status'],
      buckets: durations,
      registers,
    });
    this.#statements = new Counter({
      name: 'grimoire_statements_total',
      help: 'Statements that requests sent to the database',
      labelNames,
      registers,
    });
    this.#rows = new Counter({ name: 'grimoire_rows_total', help: 'Rows that these statements returned', labelNames, registers });
    this.#reads = new Counter({
      name: 'grimoire_row_reads_total',
      help: 'Reads of rows, of a service with replicas: from which server, and why from the primary',
      labelNames: ['server', 'reason'],
      registers,
    });
    this.#abandoned = new Counter({
      name: 'grimoire_abandoned_requests_total',
      help: 'Requests whose client closed the connection before the response was ready',
      labelNames,
      registers,
    });
    const ready: Gauge = new Gauge({
      name: 'grimoire_ready',
      help: '1 if the database answers and the process is not about to end, otherwise 0',
      registers,
      // Of several processes, all have to be ready.
      aggregator: 'min',
      collect: async () => ready.set((await isReady()) ? 1 : 0),
    });
  }

  /** Counts a request. */
  note({ method, route = 'none', model = '', status, milliseconds, statements, rows, reads, isAbandoned }: ServedRequest): void {
    const labels = { method: methods.has(method) ? method : 'other', route, model };
    this.#requests.observe({ ...labels, status: String(status) }, milliseconds / 1000);
    this.#statements.inc(labels, statements);
    this.#rows.inc(labels, rows);
    for (const read of reads) this.#reads.inc('replica' in read ? { server: read.replica, reason: '' } : { ...read });
    if (isAbandoned) this.#abandoned.inc(labels);
  }

  /** The metrics as data. */
  values(): Promise<readonly object[]> {
    return this.#registry.getMetricsAsJSON();
  }

  async text(): Promise<MetricsText> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
