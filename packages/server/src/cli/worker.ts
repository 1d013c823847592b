import cluster from 'node:cluster';
import type { Admin } from '../admin/admin.ts';
import { enderOf, signals } from './ending.ts';
import { addressOf, type ListenOptions, openServer } from './serve-admin.ts';

/** What the first process tells a worker: to end, to send its metrics, or that it hands no more connections to it. */
export type ToWorker = { readonly kind: 'end' } | { readonly kind: 'metrics'; readonly id: number } | { readonly kind: 'closed' };

/** What a worker tells the first process: that it serves, that it takes no more connections, or its metrics. */
export type FromWorker =
  | { readonly kind: 'closed' | 'flushed' }
  | { readonly kind: 'serving'; readonly origin: string }
  | { readonly kind: 'metrics'; readonly id: number; readonly values: readonly object[] };

/** Whether this process was started as a worker. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/** Serves at the port that all workers share, until the first process says that it is to end. */
export async function serveAsWorker(admin: Admin, listen: ListenOptions): Promise<void> {
  await admin.ready();
  const monitoring = admin.monitoring(listen.monitor ? { metrics: 'anyone' } : {});
  const server = await openServer(admin, listen);
  const end = enderOf({
    server,
    drain: listen.drain ?? 0,
    begin: () => admin.beginToEnd(),
    async close() {
      await admin.close();
      await handedBack();
    },
  });
  let hasBegun = false;
  const begin = (): void => {
    if (!hasBegun) end();
    hasBegun = true;
  };
  // A terminal and systemd send a signal to all processes at once, and the first process tells of it too: they count as one.
  for (const signal of signals) process.on(signal, begin);
  process.on('SIGHUP', () => undefined);
  let requests = 0;
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'metrics') {
      const { id } = message;
      void monitoring.values().then((values) => tell({ kind: 'metrics', id, values }));
      return;
    }
    if (message.kind === 'closed') return;
    requests += 1;
    if (requests === 1) begin();
    else end();
  });
  tell({ kind: 'serving', origin: addressOf(server, listen) });
}

/** Milliseconds that the first process may take to answer. */
const answerLimit = 2000;

/**
 * Waits until the first process has been given back the connections that it handed to this process after its server was closed. Node loses
 * them if a process ends with them. The messages between two processes keep their order.
 */
function handedBack(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, answerLimit);
    const read = (message: ToWorker): void => {
      if (message.kind !== 'closed') return;
      clearTimeout(timer);
      process.off('message', read);
      // What was given back is sent before this.
      process.send?.({ kind: 'flushed' } satisfies FromWorker, undefined, undefined, () => resolve());
    };
    process.on('message', read);
    tell({ kind: 'closed' });
  });
}

function tell(message: FromWorker): void {
  process.send?.(message);
}
