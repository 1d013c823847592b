import { toNodeHandler } from 'grimoire';
import { serveToRunner } from './child-server.ts';
import type { Setup } from './messages.ts';
import { benchAdmin, prepareOwnTables } from './service-admin.ts';

// Every answer has to be the same bytes, however slow the machine.
const admin = benchAdmin(JSON.parse(process.argv[2] ?? '') as Setup, { countBudget: 60_000 });
await prepareOwnTables(admin);
await admin.ready();
serveToRunner(toNodeHandler(admin), () => admin.close());
