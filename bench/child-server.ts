import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Request } from './messages.ts';

/** Serves in a child of the runner, tells it where, answers its questions, and ends with it. */
export function serveToRunner(listener: RequestListener, close: () => Promise<void>): void {
  const server = createServer(listener);
  const end = (): void => {
    server.closeAllConnections();
    // An exit of its own, so that a profile is written.
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // Not `maxRSS`: that of a child begins with what its parent held when it was forked.
  let memory = 0;
  setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 20).unref();
  process.on('message', (request: Request) => {
    if (request === 'stop') return end();
    const { user, system } = process.cpuUsage();
    tell({ cpu: user + system, memory: Math.max(memory, process.memoryUsage.rss()) });
    memory = 0;
  });
  process.on('disconnect', end);
  server.listen(0, '127.0.0.1', () => tell({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
}

function tell(answer: Answer): void {
  process.send?.(answer);
}
