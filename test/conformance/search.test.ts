import { all, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, type Client, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `
  CREATE TABLE note (id integer PRIMARY KEY, word varchar(50), owner varchar(50));
  CREATE TABLE place (id integer PRIMARY KEY, name varchar(50));
  CREATE TABLE plain (id integer PRIMARY KEY, name varchar(50));
  INSERT INTO note VALUES (1, 'Amber lake', 'vera'), (2, 'Amber hill', 'root'), (3, 'Other', 'vera');
  INSERT INTO place VALUES (1, 'Amber street'), (2, 'Amber lane'), (3, 'Amber 3'), (4, 'Amber 4'), (5, 'Amber 5'), (6, 'Amber 6');
  INSERT INTO plain VALUES (1, 'Amber');`;

/** Searches again on a busy machine, until all models were searched in time. */
async function search(client: Client, words: string): Promise<readonly Group[]> {
  const path = `/search/?q=${encodeURIComponent(words)}`;
  let answer: Answer | undefined;
  await expect.poll(async () => (answer = await client.get(path)).body.complete).toBe(true);
  return answer?.body.results;
}

interface Group {
  readonly model: string;
  readonly rows: readonly { readonly value: number; readonly label: string }[];
  readonly has_more: boolean;
}

describe.each(dialects)('GET /search/ on %s', (dialect) => {
  const start = () =>
    serviceOfTest(
      startService({
        dialect,
        setup,
        models: [
          model('note', 't.Note', {
            searchFields: ['word'],
            label: 'word',
            rows: ({ actor }) => (actor.isSuperuser ? all : where('owner', '=', 'vera')),
          }),
          model('place', 't.Place', { searchFields: ['name'], label: 'name' }),
          model('plain', 't.Plain', { searchFields: [], label: 'name' }),
        ],
      }),
    );

  it('finds rows of every model that has search fields, five at most of each', async () => {
    const { root } = await start();
    const found = await search(root, 'amber');
    expect(found.map(({ model: key, rows, has_more: more }) => [key, rows.length, more])).toEqual([
      ['t.Note', 2, false],
      ['t.Place', 5, true],
    ]);
    expect(found[0]?.rows).toContainEqual({ value: 1, label: 'Amber lake' });
    expect(await search(root, 'amber lak')).toEqual([{ model: 't.Note', rows: [{ value: 1, label: 'Amber lake' }], has_more: false }]);
  });

  it('finds nothing that the user may not view, and nothing of the audit log', async () => {
    const { service, root } = await start();
    const vera = await service.user({ username: 'vera', permissions: ['t.note:view_note'] });
    expect(await search(vera, 'amber')).toEqual([{ model: 't.Note', rows: [{ value: 1, label: 'Amber lake' }], has_more: false }]);
    const other = await service.user({ username: 'other', permissions: ['t.place:add_place'] });
    expect(await search(other, 'amber')).toEqual([]);
    await root.patch('/r/t.Place/1/', { name: 'Logged word' });
    expect((await search(root, 'logged')).map(({ model: key }) => key)).toEqual(['t.Place']);
  });

  it('finds the rows of the others where a model can not be read', async () => {
    const { service, root } = await start();
    await search(root, 'amber');
    await service.database.execute('DROP TABLE note');
    const { status, body } = await root.get('/search/?q=amber');
    expect([status, body.complete]).toEqual([200, false]);
    await expect
      .poll(async () => (await root.get('/search/?q=amber')).body.results.map((group: Group) => group.model))
      .toEqual(['t.Place']);
  });

  it('finds rows of quick models after slow ones have taken all of the time', async () => {
    const slow = (name: string): string =>
      dialect === 'postgres'
        ? `CREATE VIEW ${name} AS SELECT id, name FROM place WHERE pg_sleep(60) IS NOT NULL;`
        : `CREATE VIEW ${name} AS WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 4000000000) SELECT max(i) AS id, 'Amber' AS name FROM s;`;
    const named = { searchFields: ['name'], label: 'name' };
    // More than are searched at once.
    const views = ['slow_a', 'slow_b', 'slow_c', 'slow_d'];
    const { root } = await serviceOfTest(
      startService({
        processes: true,
        dialect,
        setup: `${setup} ${views.map(slow).join(' ')}`,
        models: [...views.map((view) => model(view, `t.${view}`, { primaryKey: ['id'], ...named })), model('place', 't.Zebra', named)],
      }),
    );
    await expect
      .poll(async () => (await root.get('/search/?q=amber')).body.results.map((group: Group) => group.model))
      .toEqual(['t.Zebra']);
  });

  it('refuses what an autocomplete refuses, and finds nothing without a word', async () => {
    const { root } = await start();
    expect((await root.get('/search/')).body).toEqual({ results: [], complete: true });
    expect((await root.get('/search/?q=a&page=2')).body).toMatchObject({ page: ['Unknown parameter.'] });
    expect((await root.get(`/search/?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it('leaves out what takes longer than its budget', async () => {
    const slow =
      dialect === 'postgres'
        ? 'CREATE VIEW slow AS SELECT id, name FROM place WHERE pg_sleep(60) IS NOT NULL'
        : "CREATE VIEW slow AS WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 4000000000) SELECT max(i) AS id, 'Amber' AS name FROM s";
    const named = { searchFields: ['name'], label: 'name' };
    const { root } = await serviceOfTest(
      startService({
        processes: true,
        dialect,
        setup: `${setup} ${slow}`,
        models: [model('slow', 't.Slow', { primaryKey: ['id'], ...named }), model('place', 't.Place', named)],
      }),
    );
    // It answers, although one of its models never would.
    const { status, body } = await root.get('/search/?q=amber');
    expect([status, body.complete]).toEqual([200, false]);
    await expect
      .poll(async () => (await root.get('/search/?q=amber')).body.results.map((group: Group) => group.model))
      .toEqual(['t.Place']);
  });
});
