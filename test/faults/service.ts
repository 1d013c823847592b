import { createServer } from 'node:http';
import { toNodeHandler } from 'grimoire';
import { letParentRule } from './world.ts';
import { faultAdmin } from './writer.ts';

/** The service under a fault: it says its port, and ends with its parent. */
letParentRule();
const server = createServer(toNodeHandler(faultAdmin(process.argv[2] ?? '')));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit());
