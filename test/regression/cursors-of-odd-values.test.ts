import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** More columns than one JSON object of a row has, so that the key is in the second one. */
const others = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`c${index}`, text()]));
const things = sqliteTable('things', {
  ...others,
  at: integer({ mode: 'timestamp_ms' }).notNull(),
  flag: integer({ mode: 'boolean' }).notNull(),
  code: text().notNull(),
  hidden: integer().notNull().default(3),
  id: integer().primaryKey(),
});

/** `[at, flag, code]` of each row: numbers with a fraction, texts where numbers belong, and numbers where texts do. */
const rows = [
  [12.5, 1, 'B'],
  [12, 0, 'a'],
  [12.25, 1, 'b'],
  [13, 2, 7],
  ['text', 'x', 'A'],
  [-3, 1, ''],
  [11, 0, 'é'],
] as const;

/**
 * A moment of 12.5 ms is shown as one of 12 ms: the page after it began with the row itself, and the links had no end. Other types are here for what
 * a cursor needs of them.
 */
describe('pages of a table of SQLite whose columns hold what they should not', () => {
  const { root: client } = serviceForAll(() =>
    startService({
      dialect: 'sqlite',
      models: [model(things, 'ops.Thing', { fields: { hidden: { detailOnly: true } } })],
      async setup(database) {
        const columns = [...Object.keys(others), 'at', 'flag', 'code'].join(', ');
        await database.execute(`CREATE TABLE things (id integer PRIMARY KEY, ${columns}, hidden integer NOT NULL DEFAULT 3)`);
        for (const row of rows) await database.query('INSERT INTO things (at, flag, code) VALUES (?, ?, ?)', row);
      },
    }),
  );

  it.each(['at', '-at', 'flag', 'code', '-code', 'id', '-id'])('have each row once by their links, sorted by %s', async (ordering) => {
    const address = `/r/ops.Thing/?ordering=${ordering}`;
    const keysOf = ({ body }: { readonly body: any }): number[] => body.results.map(({ id }: { readonly id: number }) => id);
    const whole = keysOf(await client.get(`${address}&page_size=20`));
    expect(whole.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index + 1));
    for (const size of [1, 2, 3]) {
      let page = await client.get(`${address}&page_size=${size}`);
      const found = keysOf(page);
      while (page.body.next !== null && found.length <= rows.length) {
        page = await client.get(page.body.next);
        found.push(...keysOf(page));
      }
      expect([page.status, found]).toEqual([200, whole]);
    }
  });

  it('are led to by the cursor of a field that the list does not show', async () => {
    const { next, results } = (await client.get('/r/ops.Thing/?ordering=hidden,id&page_size=2')).body;
    expect(results[0]).not.toHaveProperty('hidden');
    expect(next).toContain('after=');
  });

  it('are led to by the cursor of a key behind more fields than one JSON object has', async () => {
    const { next } = (await client.get('/r/ops.Thing/?ordering=id&page_size=2')).body;
    expect(next).toContain('after=');
  });
});
