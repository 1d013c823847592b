import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';
import { buildUiIfNeeded } from '../../scripts/build-ui.ts';
import { hasPostgres } from './dialects.ts';
import { startPostgres } from './postgres-server.ts';
import { scratch } from './scratch.ts';

/**
 * Unpacks the browser, which two processes must not do at once; builds the dashboard if its sources have changed; and starts one PostgreSQL
 * server for the whole run, in which each test file creates its own databases.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  await chromium.executablePath();
  buildUiIfNeeded();
  if (!hasPostgres) return undefined;
  const server = await startPostgres({ max_wal_size: '256MB' }, scratch);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
