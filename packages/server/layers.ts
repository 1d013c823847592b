/**
 * The folders of `src/`, and its files that are in none, from the lowest to the highest: each imports only from those before it
 * (docs/explanation/architecture.md). A new folder is one line.
 */
export const layers = [
  // What lasts as long as the process.
  'bag.ts',
  'event-loop.ts',
  'wait-limit.ts',
  'quoted-parts.ts',
  'error-values.ts',
  'error-log.ts',
  'texts',
  'errors.ts',
  'request-work.ts',
  'process',
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
  'write',
  'own-tables',
  'sources',
  'actions',
  'widgets',
  'views',
  'home',
  'suggest',
  'doctor',
  'auth',
  'languages',
  // How it is asked.
  'http',
  'monitoring',
  // How the service is put together.
  'shared-databases.ts',
  'settings.ts',
  'model-rows.ts',
  'admin-options.ts',
  'own-models.ts',
  'check-settings.ts',
  'connect.ts',
  'prune.ts',
  'describe.ts',
  'compose.ts',
  'admin.ts',
  'define-admin.ts',
  'index.ts',
  'testing.ts',
  'cli',
  'cli.ts',
] as const;
