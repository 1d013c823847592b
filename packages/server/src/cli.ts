/** What the `grimoire` command is made of, for programs that start a server of their own. */
export { UsageError } from './cli/usage-error.ts';
export { requireServed } from './cli/database-address.ts';
export { run } from './cli/run.ts';
export { type ListenOptions, serveAdmin } from './cli/serve.ts';
