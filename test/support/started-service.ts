import type { ModelRegistration } from 'grimoire';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { Dialect } from './databases.ts';
import { type Client, startService, type TestService } from './service.ts';

/** A service that hooks start and close, and its superuser. Both can be used in tests and in later hooks. */
interface StartedService {
  readonly service: TestService;
  readonly root: Client;
}

/** One service for all tests of a `describe`. */
export function serviceForAll(start: () => Promise<TestService>): StartedService {
  const { open, close, ...started } = startedService(start);
  beforeAll(open);
  afterAll(close);
  return started;
}

/** A new service for each test of a `describe`. */
export function serviceForEach(start: () => Promise<TestService>): StartedService {
  const { open, close, ...started } = startedService(start);
  beforeEach(open);
  afterEach(close);
  return started;
}

function startedService(start: () => Promise<TestService>): StartedService & Record<'open' | 'close', () => Promise<void>> {
  let service: TestService | undefined;
  let root: Client | undefined;
  return {
    service: later(() => service),
    root: later(() => root),
    async open() {
      service = await start();
      root = await service.superuser();
    },
    async close() {
      await service?.close();
      service = undefined;
      root = undefined;
    },
  };
}

/** A placeholder for an object that is created later: each property is read from that object when it is used. */
function later<T extends object>(made: () => T | undefined): T {
  return new Proxy({} as T, {
    get(_target, name) {
      const object = made();
      if (!object) throw new Error(`${String(name)} is read before the service is started.`);
      return Reflect.get(object, name);
    },
  });
}

/** The parts of a service that a test uses. */
interface ServiceOfTest extends StartedService {
  /** The rows of a table, in the order of its first column. */
  rows(table: string): Promise<Record<string, unknown>[]>;
}

/** A service for one test, which ends with that test. */
export async function serviceOfTest(start: Promise<TestService>): Promise<ServiceOfTest> {
  const service = await start;
  onTestFinished(() => service.close());
  const root = await service.superuser();
  return { service, root, rows: (table) => service.database.query(`SELECT * FROM ${table} ORDER BY 1`) };
}

/** A service for one test over the tables that a script makes, with the app label `m`. */
export function serviceOver(dialect: Dialect, setup: string, models?: readonly ModelRegistration[]): Promise<ServiceOfTest> {
  return serviceOfTest(startService({ dialect, setup, app: 'm', ...(models ? { models } : {}) }));
}
