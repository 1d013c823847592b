/** The parts of the `grimoire` command, for programs that start their own server. */
export { UsageError } from './cli/usage-error.ts';
export { requireServed } from './cli/database-address.ts';
export { run } from './cli/run.ts';
export { type ListenOptions, serveAdmin } from './cli/serve-admin.ts';
