import { describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const long = `${'ä'.repeat(8)}😀${'b'.repeat(5000)}`;
const json = { items: Array.from({ length: 500 }, (_, index) => `item ${index}`) };

function tables(dialect: Dialect): string {
  const [type, list] = dialect === 'postgres' ? ['jsonb', 'text[]'] : ['json', 'json'];
  const words = dialect === 'postgres' ? `ARRAY['${'w'.repeat(50)}', 'x']` : `'["${'w'.repeat(50)}", "x"]'`;
  const search = dialect === 'postgres' ? `, found tsvector GENERATED ALWAYS AS (to_tsvector('simple', body)) STORED` : '';
  return `
    CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL, body text NOT NULL, data ${type}, words ${list}, short text${search});
    INSERT INTO note (id, title, body, data, words, short) VALUES (1, 'A title of twenty ch', '${long}', '${JSON.stringify(json)}', ${words}, 'abc'),
      (2, 'B', 'b', '{"a": [1, "two"]}', NULL, NULL), (3, 'C', 'c', NULL, NULL, NULL);`;
}

describe.each(dialects)('long values of a list on %s', (dialect) => {
  const { root: client } = serviceForAll(() => startService({ dialect, setup: tables(dialect) }));
  const rows = async (query: string): Promise<Record<string, unknown>[]> => (await client.get(`/r/main.Note/?${query}`)).body.results;

  it('are cut where the list asks for it, and named', async () => {
    const [first, second, third] = await rows('_cut=10&ordering=id');
    expect(first).toMatchObject({ body: `${'ä'.repeat(8)}😀b`, data: expect.stringMatching(/^\{"items":.$/), short: 'abc' });
    // A list stays one.
    if (dialect === 'postgres') expect(first?.['words']).toEqual(['w'.repeat(50), 'x']);
    expect(first?.['title']).toBe('A title of');
    expect(new Set([first?.['_cut']].flat())).toEqual(new Set(['body', 'data', 'title', ...(dialect === 'postgres' ? [] : ['words'])]));
    expect(second).toMatchObject({ body: 'b', words: null, short: null });
    expect(third).toMatchObject({ body: 'c', data: null, _cut: [] });
    const [, whole] = await rows('_cut=100&ordering=id');
    expect(whole).toMatchObject({ data: { a: [1, 'two'] }, _cut: [] });
  });

  it('are whole without that, and in their row, which can not be written with what is cut', async () => {
    const [first] = await rows('ordering=id');
    expect(first).toMatchObject({ body: long, data: json });
    expect(first).not.toHaveProperty('_cut');
    expect((await client.get('/r/main.Note/1/')).body).toMatchObject({ body: long, data: json });
    const [cut] = await rows('_cut=10&ordering=id');
    const { status, body } = await client.patch('/r/main.Note/1/', cut);
    expect([status, Object.keys(body)]).toEqual([400, ['detail', '_cut']]);
  });

  it('lead from page to page by their whole values', async () => {
    const page = (await client.get('/r/main.Note/?_cut=1&ordering=body&page_size=1')).body;
    const next = (await client.get(page.next.replace(/^.*\/r\//, '/r/'))).body;
    const last = (await client.get(next.next.replace(/^.*\/r\//, '/r/'))).body;
    expect(new Set([page, next, last].map(({ results }) => results[0].id)).size).toBe(3);
  });

  it.each(['0', '-1', 'x'])('are not cut after %s characters', async (cut) => {
    const { status, body } = await client.get(`/r/main.Note/?_cut=${cut}`);
    expect([status, Object.keys(body)]).toEqual([400, ['detail', '_cut']]);
    expect((await client.get('/r/main.Note/aggregate/?_cut=10')).status).toBe(400);
  });

  it.runIf(dialect === 'postgres')('leave out what is there for searches alone', async () => {
    const [first] = await rows('ordering=id');
    expect(first).not.toHaveProperty('found');
    expect((await client.get('/r/main.Note/2/')).body.found).toBe("'b':1");
  });
});
