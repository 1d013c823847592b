import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `
  CREATE TABLE author (id integer PRIMARY KEY, name varchar(20) NOT NULL);
  CREATE TABLE book (id integer PRIMARY KEY, pages integer, name varchar(20), author_id integer REFERENCES author (id));
  CREATE TABLE shelf (id integer PRIMARY KEY, name varchar(20));
  INSERT INTO author VALUES (1, 'a'), (2, 'b');
  INSERT INTO shelf VALUES (1, 's');
  INSERT INTO book VALUES (1, 5, 'x', 1), (2, 6, 'y', 1), (3, 7, 'z', 2);`;

const models = ['author', 'book', 'shelf'].map((name) => model(name, `t.${name}`, { searchFields: ['name'], label: 'name' }));

/** Requests that use statements of the table in and outside of transactions. */
async function statuses(root: Client): Promise<string[]> {
  const requests: (readonly [method: string, path: string, body?: unknown])[] = [
    ['GET', '/r/t.book/?page_size=1'],
    ['GET', '/r/t.book/?page_size=1&ordering=pages'],
    ['GET', '/r/t.book/1/'],
    ['GET', '/r/t.book/?pages__gte=5&author=1'],
    ['GET', '/r/t.book/?pages__in=5,6'],
    ['GET', '/r/t.book/aggregate/?_max=pages'],
    ['GET', '/r/t.author/1/related/'],
    ['POST', '/r/t.book/', { id: 9, pages: 4, author: 2 }],
    ['PATCH', '/r/t.book/9/', { pages: 8 }],
    ['POST', '/r/t.book/bulk/', { action: 'update', ids: [9, 2], data: { pages: 9 } }],
    ['POST', '/r/t.book/action/export_csv/', { all_filtered: true }],
    ['DELETE', '/r/t.book/9/'],
  ];
  const all: string[] = [];
  for (const [method, path, body] of requests) {
    const { status } = await root.request(method, path, body === undefined ? {} : { body });
    all.push(`${status} ${method} ${path}`);
  }
  return all;
}

describe.each(dialects)('a table of %s that is dropped while the service runs', (dialect) => {
  it('takes nothing from what is asked of all models', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models }));
    await service.database.execute('DROP TABLE shelf');
    const { status, body } = await root.get('/widgets/model-counts/');
    expect([status, body.cards.map(({ key }: { key: string }) => key)]).toEqual([200, expect.arrayContaining(['t.book', 't.author'])]);
    const found = await root.get('/search/?q=x');
    expect([found.status, found.body.results.map((group: { model: string }) => group.model)]).toEqual([
      200,
      expect.arrayContaining(['t.book']),
    ]);
    expect((await root.get('/schema/')).status).toBe(200);
    expect((await root.get('/r/t.book/')).status).toBe(200);
  });
});

describe.runIf(hasPostgres)('a column of PostgreSQL whose type changes while the service runs', () => {
  it.each(['bigint', 'numeric', 'text'])('as %s is read and written by new statements', async (type) => {
    const { service, root } = await serviceOfTest(startService({ dialect: 'postgres', setup, models }));
    const before = await statuses(root);
    await Promise.all([statuses(root), root.get('/r/t.book/?pages__gte=5&author=1'), root.get('/r/t.book/?pages__in=5,6')]);
    await service.database.execute(`ALTER TABLE book ALTER COLUMN pages TYPE ${type}, ADD COLUMN more integer`);
    // Twice, and each in turn: one request prepares the statements of one connection.
    for (let round = 0; round < 2; round++) expect(await statuses(root)).toEqual(before);
  });
});
