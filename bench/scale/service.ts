import { toNodeHandler } from 'grimoire';
import { serveToRunner } from '../child-server.ts';
import type { Setup } from '../messages.ts';
import { benchAdmin } from '../service-admin.ts';

// With the limits that a service has by default.
const admin = benchAdmin(JSON.parse(process.argv[2] ?? '') as Setup);
await admin.ready();
serveToRunner(toNodeHandler(admin), () => admin.close());
