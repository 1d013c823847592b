/**
 * The folders of `src/`, and its files that are in none, from the lowest to the highest: each imports only from those before it
 * (docs/explanation/architecture.md). A new folder is one line.
 */
export const layers = [
  'texts',
  'errors',
  // What lasts as long as the process.
  'process',
  // How a host configures it.
  'settings',
  // What a request asks for, and what a user may.
  'model',
  'request',
  'plan',
  'authorize',
  'schema',
  'openapi',
  // How a database answers it.
  'databases',
  'sql',
  'store',
  // What is made of that.
  'audit',
  'journal',
  'write',
  'sources',
  'actions',
  'preview',
  'auth',
  'languages',
  'service',
  'monitoring',
  // How it is asked.
  'http',
  // Features, with the endpoints that they add.
  'sign-in',
  'action-routes',
  'search',
  'widgets',
  'views',
  'home',
  'suggest',
  'doctor',
  'changes',
  'undo',
  // How the service is put together, and what of it is public.
  'system-tables',
  'admin',
  'index.ts',
  'testing.ts',
  'cli',
  'cli.ts',
] as const;
