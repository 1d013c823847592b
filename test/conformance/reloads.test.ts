import { defineAdmin, postgres, sqlite } from 'grimoire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/databases.ts';

/** A framework that reloads changed files evaluates a configuration again, and never closes the admin of the previous evaluation. */
describe.runIf(hasPostgres)('a configuration that is evaluated again', () => {
  let database: TestDatabase;
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const evaluate = async (source: Parameters<typeof defineAdmin>[0]['database']): Promise<ReturnType<typeof defineAdmin>> => {
    const admin = defineAdmin({ database: source, app: 'main' });
    ends.push(() => admin.close());
    await admin.operations.migrate();
    await admin.ready();
    return admin;
  };
  const connections = async (): Promise<number> => {
    const [row] = await database.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'grimoire'",
    );
    return Number(row?.['n']);
  };
  const open = async (): Promise<void> => {
    database = await createTestDatabase('postgres');
    ends.push(() => database.close());
  };

  it('uses the connections of the previous evaluation in development, and closes them with the last admin', async () => {
    await open();
    vi.stubEnv('NODE_ENV', 'development');
    const first = await evaluate(postgres(database.address));
    const before = await connections();
    const others = [await evaluate(postgres(database.address)), await evaluate(postgres(database.address))];
    expect([before > 0, await connections()]).toEqual([true, before]);
    await first.close();
    const answer = await others[0]?.fetch(new Request('http://admin.test/api/config/'));
    expect([answer?.status, await connections()]).toEqual([200, before]);
    for (const other of others) await other.close();
    await expect.poll(connections).toBe(0);
    await first.ready();
    expect(await connections()).toBeGreaterThan(0);
  });

  it('has connections of its own in production, and where the options differ', async () => {
    await open();
    vi.stubEnv('NODE_ENV', 'development');
    await evaluate(postgres(database.address));
    const one = await connections();
    await evaluate(postgres({ connectionString: database.address, max: 3 }));
    const two = await connections();
    expect(two).toBeGreaterThan(one);
    vi.stubEnv('NODE_ENV', 'production');
    await evaluate(postgres(database.address));
    expect(await connections()).toBeGreaterThan(two);
  });

  it('shares no database in memory', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    const first = await evaluate(sqlite(':memory:'));
    const staff = await first.operations.staff();
    expect(await staff.hasAny()).toBe(false);
    const second = defineAdmin({ database: sqlite(':memory:') });
    ends.push(() => second.close());
    await expect(second.ready()).rejects.toThrow('missing or out of date');
  });
});
