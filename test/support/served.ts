import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { grimoireInProcess, serve } from './command.ts';
import { createTestDatabase, type Dialect, type TestDatabase } from './databases.ts';
import { librarySql } from './library.ts';

/** A process of the service with its addresses. */
export interface ServedProcess {
  readonly child: ChildProcess;
  readonly api: string;
  /** The address for operators; empty without `--monitor-port`. */
  readonly monitor: string;
}

/** The library's tables in a database, which processes of the service serve. */
export interface ServedLibrary {
  /** Can be used in tests and in later hooks. */
  readonly database: TestDatabase;
  /** Starts `grimoire serve` over it. The process is killed when the test has ended. */
  serve(...args: string[]): Promise<ServedProcess & { readonly printed: () => string }>;
}

/** A migrated database of the library for all tests of a `describe`. */
export function servedLibrary(dialect: Dialect): ServedLibrary {
  let database: TestDatabase | undefined;
  const made = (): TestDatabase => {
    if (!database) throw new Error('The database is made before the tests.');
    return database;
  };
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(librarySql(dialect));
    expect(await grimoireInProcess(['migrate', '--database', database.address])).toMatchObject({ code: 0 });
  });
  afterAll(() => database?.close());
  return {
    get database() {
      return made();
    },
    async serve(...args) {
      const { child, api, printed } = await serve(['--database', made().address, ...args]);
      onTestFinished(() => void child.kill('SIGKILL'));
      if (args.includes('--monitor-port'))
        await expect.poll(printed).toMatch(/Monitoring: http:\/\/127\.0\.0\.1:\d+\/healthz, \/readyz, \/metrics/);
      return { child, api, printed, monitor: /Monitoring: (\S+)\/healthz/.exec(printed())?.[1] ?? '' };
    },
  };
}
