import { createServer } from 'node:http';
import { type Admin, defineAdmin, exportCsv, postgres, sqlite, toNodeHandler } from 'grimoire';
import { pino } from 'pino';
import { ticketModels } from '../support/tickets.ts';

/** The service of a load test over tables of tickets. */
export function loadAdmin(address: string): Admin {
  return defineAdmin({
    database: address.startsWith('sqlite:') ? sqlite(address.slice('sqlite:'.length)) : postgres(address),
    models: ticketModels('l'),
    adminActions: [exportCsv('l.Ticket')],
    settings: { logger: pino({ level: 'silent' }), secret: 'a secret of the load test that is long enough' },
  });
}

/** What the service answers to a request for its figures. */
export interface Figures {
  /** Bytes of objects that are in use, after a garbage collection. */
  readonly heap: number;
  /** Bytes of the process. */
  readonly rss: number;
  /** Microseconds of the processor since the start. */
  readonly cpu: number;
}

function figures(): Figures {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return { heap: heapUsed + external, rss, cpu: user + system };
}

async function main(address: string): Promise<void> {
  const admin = loadAdmin(address);
  await admin.ready();
  const server = createServer({ maxHeaderSize: 64 * 1024 }, toNodeHandler(admin));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
  process.on('message', () => process.send?.(figures()));
  process.on('disconnect', () => process.exit());
}

const [, script = '', address] = process.argv;
if (script.endsWith('load/server.ts') && address !== undefined) await main(address);
