import { createServer } from 'node:http';
import { postgres, toNodeHandler } from 'grimoire';
import { adminOver } from './scene.ts';

/** One process of several: prints its port, and ends with its input. */
const [, , address = ''] = process.argv;
const admin = adminOver(postgres({ connectionString: address, max: 8 }));
await admin.ready();
const server = createServer(toNodeHandler(admin));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const at = server.address();
  process.stdout.write(`${typeof at === 'object' && at ? at.port : 0}\n`);
});
process.stdin.once('end', () => {
  server.closeAllConnections();
  server.close(() => void admin.close());
});
process.stdin.resume();
