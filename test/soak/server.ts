import { createServer } from 'node:http';
import { action, defineAdmin, postgres, sqlite, toNodeHandler } from 'grimoire';
import { pino } from 'pino';
import { ticketModels } from '../support/tickets.ts';

/** The service of a soak over tables of tickets. */
export function soakAdmin(address: string): ReturnType<typeof defineAdmin> {
  const slow = action({
    timeLimit: 5,
    run: async () => {
      await new Promise((resolve) => void setTimeout(resolve, 50));
      return { done: true };
    },
  });
  return defineAdmin({
    database: address.startsWith('sqlite:') ? sqlite(address.slice('sqlite:'.length)) : postgres(address),
    models: ticketModels('s', { slow }),
    settings: { logger: pino({ level: 'silent' }), secret: 'a secret of the soak that is long enough' },
  });
}

if (process.send) {
  const admin = soakAdmin(process.argv[2] ?? '');
  await admin.ready();
  const server = createServer({ maxHeaderSize: 64 * 1024 }, toNodeHandler(admin));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
  process.on('disconnect', () => process.exit());
}
