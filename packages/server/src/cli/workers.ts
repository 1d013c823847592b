import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from '../admin/admin.ts';
import type { MetricsText } from '../monitoring/metrics.ts';
import { signals } from './ending.ts';
import { announce, type ListenOptions, openMonitoring } from './serve-admin.ts';
import { UsageError } from './usage-error.ts';
import type { FromWorker, ToWorker } from './worker.ts';

/** Milliseconds before a worker that has ended by itself is replaced: doubled each time, up to the longest. */
const firstPause = 500;
const longestPause = 30_000;

/** Milliseconds after which a worker counts as one that works. */
const proven = 60_000;

/** Milliseconds that the metrics of a worker may take. */
const metricsLimit = 3000;

/** Processes that run the same command as this one and share its port. */
class Workers {
  readonly #serving = new Set<Worker>();
  readonly #all = new Set<Worker>();
  #pause = firstPause;
  #isEnding = false;
  #asked = 0;

  /** Starts so many. @returns the origin at which they serve. Throws if one does not start. */
  async start(count: number): Promise<string> {
    // What is wrong is said once.
    const origin = await this.#add();
    await Promise.all(Array.from({ length: count - 1 }, () => this.#add()));
    return origin;
  }

  /** Replaces each worker by a new one, which serves before the former one ends. A worker that can not be replaced stays. */
  async replace(): Promise<void> {
    const former = [...this.#serving];
    for (const worker of former) {
      if (this.#isEnding) return;
      try {
        await this.#add();
      } catch (error) {
        if (this.#isEnding) return;
        throw error;
      }
      this.#endOne(worker);
    }
  }

  /** Tells all workers to end, once more at each call. @returns when they have ended. */
  async end(): Promise<void> {
    this.#isEnding = true;
    const ended = [...this.#all].map((worker) => once(worker, 'exit'));
    for (const worker of this.#all) {
      // One that is still starting reads no messages; one that has been told to end takes this for the same signal.
      if (!this.#serving.has(worker)) worker.process.kill('SIGTERM');
      this.#endOne(worker);
    }
    await Promise.all(ended);
  }

  /** The sum of their metrics. A worker that does not answer is left out. */
  async metrics(): Promise<MetricsText> {
    const { AggregatorRegistry } = await import('prom-client');
    const answers = await Promise.all(Array.from(this.#serving, (worker) => this.#metricsOf(worker)));
    const registry = AggregatorRegistry.aggregate(answers.filter((values) => values.length > 0).map((values) => [...values]));
    return { type: registry.contentType, body: await registry.metrics() };
  }

  /** Starts one. @returns its origin when it serves. */
  #add(): Promise<string> {
    const worker = cluster.fork();
    this.#all.add(worker);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'closed') this.#tell(worker, { kind: 'closed' });
        if (message.kind !== 'serving') return;
        this.#serving.add(worker);
        resolve(message.origin);
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#all.delete(worker);
        if (!this.#serving.delete(worker)) reject(new UsageError('A worker could not start.'));
        else if (!this.#isEnding) void this.#replaceLost(worker, startedAt, signal ?? `exit code ${code}`);
      });
    });
  }

  async #replaceLost({ process: { pid } }: Worker, startedAt: number, how: string): Promise<void> {
    this.#pause = performance.now() - startedAt > proven ? firstPause : Math.min(this.#pause * 2, longestPause);
    console.error(`Worker ${pid} has ended (${how}). Another one starts in ${this.#pause / 1000} s.`);
    for (;;) {
      await pause(this.#pause);
      if (this.#isEnding) return;
      try {
        await this.#add();
        return;
      } catch {
        this.#pause = Math.min(this.#pause * 2, longestPause);
        console.error(`A worker could not start. The next attempt is in ${this.#pause / 1000} s.`);
      }
    }
  }

  #endOne(worker: Worker): void {
    // From now on it is not missed.
    this.#serving.delete(worker);
    this.#tell(worker, { kind: 'end' });
  }

  #metricsOf(worker: Worker): Promise<readonly object[]> {
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      const done = (values: readonly object[]): void => {
        clearTimeout(timer);
        worker.off('message', read);
        resolve(values);
      };
      const timer = setTimeout(() => done([]), metricsLimit);
      const read = (message: FromWorker): void => {
        if (message.kind === 'metrics' && message.id === id) done(message.values);
      };
      worker.on('message', read);
      this.#tell(worker, { kind: 'metrics', id });
    });
  }

  #tell(worker: Worker, message: ToWorker): void {
    // It may have ended just now.
    if (worker.isConnected()) worker.send(message, () => undefined);
  }
}

/**
 * Serves by several processes. This one serves only operators, replaces workers that end by themselves and, at SIGHUP, all of them one by one.
 * It ends when they have ended.
 */
export async function serveByWorkers(admin: Admin, listen: ListenOptions, count: number): Promise<void> {
  const workers = new Workers();
  const monitoring = listen.monitor && (await openMonitoring(admin, listen.monitor, { ...listen, text: () => workers.metrics() }));
  const close = async (): Promise<void> => {
    await workers.end();
    monitoring?.close();
    await admin.close();
  };
  let hasBegun = false;
  const end = (): void => {
    admin.beginToEnd();
    if (hasBegun) void workers.end();
    else void close().finally(() => process.exit());
    hasBegun = true;
  };
  for (const signal of signals) process.on(signal, end);
  // A terminal that is closed ends the service, as it would end one process.
  process.on('SIGHUP', process.stdout.isTTY ? end : replacing(workers));
  const origin = await workers.start(count).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  await announce(admin, origin, monitoring);
  console.log(`Workers: ${count}`);
}

/** A function that replaces the workers; if it is called meanwhile, once more after that. */
function replacing(workers: Workers): () => void {
  let isReplacing = false;
  let isWanted = false;
  const replaceAll = async (): Promise<void> => {
    isReplacing = true;
    while (isWanted) {
      isWanted = false;
      try {
        await workers.replace();
        console.log('The workers have been replaced.');
      } catch {
        console.error('A new worker could not start: those that run stay.');
      }
    }
    isReplacing = false;
  };
  return () => {
    isWanted = true;
    if (!isReplacing) void replaceAll();
  };
}
