import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';
import { buildUiIfNeeded } from '../../scripts/build-ui.ts';
import { hasPostgres } from './dialects.ts';
import { startPostgres } from './postgres-server.ts';
import { scratch } from './scratch.ts';
import { makeTemplates, type Templates } from './templates.ts';

/** What the projects of a run share, and how many of them still use it. */
interface Shared {
  readonly postgresUrl: string | undefined;
  readonly templates: Templates;
  readonly end: () => Promise<void>;
  users: number;
}

/** Each project loads this module for itself: the process keeps what they share. */
const place = globalThis as { grimoireTests?: Promise<Shared> | undefined };

/**
 * Unpacks the browser, which two processes must not do at once; builds the dashboard if its sources have changed; and starts one PostgreSQL
 * server for the whole run, in which each test file creates its own databases, most of them from a template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  place.grimoireTests ??= start();
  const shared = await place.grimoireTests;
  shared.users += 1;
  if (shared.postgresUrl !== undefined) project.provide('postgresUrl', shared.postgresUrl);
  project.provide('templates', shared.templates);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    place.grimoireTests = undefined;
    await shared.end();
  };
}

async function start(): Promise<Shared> {
  await chromium.executablePath();
  buildUiIfNeeded();
  const server = hasPostgres ? await startPostgres({ max_wal_size: '256MB' }, scratch) : undefined;
  const { templates, remove } = await makeTemplates(server);
  const end = async (): Promise<void> => {
    remove();
    await server?.stop();
  };
  return { postgresUrl: server?.url, templates, end, users: 0 };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templates: Templates;
  }
}
