import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { crashOnce, inspect, prepareCrash } from './crash.ts';

/** `npm run try -- faults` does the same more often. */
describe.each(dialects)('a process that is killed in a stream of bulk writes, on %s', (dialect) => {
  let database: TestDatabase;
  let token = '';
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    token = await prepareCrash(database);
  });
  afterAll(() => database.close());

  it('leaves no batch half-written, and a log of exactly what is there', async () => {
    for (let round = 0; round < 10; round++) {
      await crashOnce(database, token);
      expect(await inspect(database)).toEqual([]);
    }
    expect(Number((await database.query('SELECT count(*) AS n FROM item'))[0]?.['n'])).toBeGreaterThan(0);
  }, 120_000);
});
