import { toNodeHandler } from 'grimoire';
import { serveToRunner } from './child-server.ts';
import { exportAdmin } from './export-admin.ts';
import type { Setup } from './messages.ts';

const admin = exportAdmin(JSON.parse(process.argv[2] ?? '') as Setup);
await admin.ready();
serveToRunner(toNodeHandler(admin), () => admin.close());
