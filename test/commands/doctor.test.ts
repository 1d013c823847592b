import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grimoireInProcess } from '../support/command.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';

describe.each(dialects)('grimoire doctor on %s', (dialect) => {
  let database: TestDatabase;
  let at: readonly string[];
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(`CREATE TABLE note (id integer PRIMARY KEY, name varchar(100));
      INSERT INTO note VALUES (1, 'a'), (2, 'b'), (3, 'c')`);
    await database.execute('ANALYZE');
    at = ['--database', database.address];
  });
  afterAll(() => database.close());

  it('finds nothing in small tables, before the first migration as well', async () => {
    const { code, out } = await grimoireInProcess(['doctor', ...at]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^Examined: 0 uses of 0 large tables of (SQLite|PostgreSQL).*\nNo problems\.\n(Note: The server admits \d+ connections .*\n)?$/,
      ),
    ]);
  });

  it('says what reads all rows, and exits with 1', async () => {
    const { code, out } = await grimoireInProcess(['doctor', '--rows', '2', ...at]);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('main.Note: A list that is sorted by name reads and sorts all rows.\n  CREATE INDEX'),
    ]);
    const json = await grimoireInProcess(['doctor', '--rows', '2', '--json', ...at]);
    expect(JSON.parse(json.out)).toMatchObject({
      examined: { tables: 1 },
      unserved: expect.arrayContaining([expect.objectContaining({ kind: 'sort' })]),
    });
  });

  it('says what the journal takes, and how long it is kept', async () => {
    await grimoireInProcess(['migrate', ...at]);
    const { out } = await grimoireInProcess(['doctor', ...at]);
    expect(out).toMatch(/\nJournal: values of 0 changed rows, \d+(\.\d)? (bytes|kB); kept for: 2 years\.\n$/);
    expect(JSON.parse((await grimoireInProcess(['doctor', '--json', ...at])).out).journal).toMatchObject({
      rows: 0,
      oldest: null,
      models: {},
    });
  });

  it('refuses a number of rows that is none', async () => {
    for (const rows of ['0', 'x', '1.5'])
      expect(await grimoireInProcess(['doctor', '--rows', rows, ...at])).toMatchObject({
        code: 1,
        err: expect.stringContaining('no number of rows'),
      });
  });
});
