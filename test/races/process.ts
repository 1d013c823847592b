import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeHandler } from 'grimoire';
import { raceAdmin } from './admin.ts';

/** One process of several: says its address, or what it has synced, and ends with its input. */
const [, , what = '', address = ''] = process.argv;
const admin = raceAdmin(address);
if (what === 'sync') {
  await admin.ready();
  // All begin at the same moment: when they are told to.
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  const { created } = await admin.operations.syncAdminActions();
  await admin.close();
  process.stdout.write(`${JSON.stringify(created)}\n`);
  process.stdin.destroy();
} else {
  await admin.ready();
  const server = createServer(toNodeHandler(admin));
  server.listen(0, '127.0.0.1', () => {
    const at = server.address();
    process.stdout.write(`http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/api\n`);
  });
  process.stdin.once('end', () => {
    server.closeAllConnections();
    server.close(() => void admin.close());
  });
  process.stdin.resume();
}
