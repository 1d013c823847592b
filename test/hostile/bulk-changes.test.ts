import { all, model, type RowRule, where } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

const setup = `CREATE TABLE note (id integer PRIMARY KEY, name varchar(50), team varchar(20), salary integer, password varchar(20), body text);
  INSERT INTO note VALUES (1, 'one', 'a', 100, 'hush', 'x'), (2, 'two', 'b', 200, 'hush', 'x'), (3, 'three', 'a', NULL, 'hush', 'x')`;
const ofTeam = ({ actor }: { readonly actor: { readonly isSuperuser: boolean } }): RowRule =>
  actor.isSuperuser ? all : where('team', '=', 'a');
const saved: unknown[] = [];
const note = model('note', 't.Note', {
  rows: ofTeam,
  fields: { salary: { view: 't.see_salary' }, password: { writeOnly: true } },
  hooks: { beforeSave: ({ row }) => void saved.push(row['id']) },
});

/** Changes that depend on values tell nothing of values out of sight, reach no rows out of reach, and take no more memory or time than others. */
describe.each(dialects)('relative changes of many rows by a hostile user on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const start = async (...rights: string[]): Promise<Client> => {
    saved.length = 0;
    service = await startService({ dialect, setup, models: [note] });
    return service.user({ username: 'u', permissions: rights.map((right) => `t.note:${right}_note`) });
  };
  const change = (client: Client, changes: object, more: object = { ids: [1] }) =>
    client.post('/r/t.Note/bulk/', { action: 'update', changes, ...more });
  const notes = () => service.database.query('SELECT * FROM note ORDER BY id');

  it('need the right to view', async () => {
    const client = await start('change');
    const before = await notes();
    const answers = [
      await change(client, { name: { replace: { find: 'o', with: 'o' } } }),
      await change(client, { name: { append: '' } }, { ids: [1], dry_run: true }),
      await client.post('/r/t.Note/bulk/', { action: 'update', all_filtered: true, params: { name: 'one' }, data: { name: 'x' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await notes()).toEqual(before);
    expect((await client.post('/r/t.Note/bulk/', { action: 'update', ids: [1], data: { name: 'x' } })).status).toBe(200);
  });

  it('tell nothing of fields that are hidden or only written', async () => {
    const client = await start('view', 'change');
    const hidden = await change(client, { salary: { add: 1 } });
    const missing = await change(client, { celery: { add: 1 } });
    expect([hidden.status, hidden.body.salary]).toEqual([missing.status, missing.body.celery]);
    const guesses = [
      { find: 'h', with: 'h' },
      { find: 'no', with: 'no' },
    ].map((replace) => change(client, { password: { replace } }));
    const [right, wrong] = await Promise.all(guesses);
    expect([right?.status, right?.body]).toEqual([400, wrong?.body]);
    expect(saved).toEqual([]);
  });

  it('reach no rows out of scope, and move none there', async () => {
    const client = await start('view', 'change');
    const before = await notes();
    expect((await change(client, { name: { append: '!' } }, { ids: [1, 2] })).body.ids).toEqual([expect.stringContaining('2')]);
    expect((await change(client, { team: { append: 'b' } }, { all_filtered: true, params: {} })).status).toBe(400);
    expect(await notes()).toEqual(before);
    expect((await change(client, { name: { append: '!' } }, { all_filtered: true, params: {} })).body).toEqual({ updated: 2 });
    expect((await notes()).map(({ name }) => name)).toEqual(['one!', 'two', 'three!']);
    const counted = await change(client, { name: { append: '!' } }, { all_filtered: true, params: { team: 'b' }, dry_run: true });
    expect(counted.body).toMatchObject({ counts: [], sample: [] });
  });

  it('are refused of more than 10,000 rows before any of them is looked at', async () => {
    const client = await start('view', 'change');
    const values = Array.from({ length: 9999 }, (_, index) => `(${index + 10}, 'n', 'a')`).join();
    await service.database.execute(`INSERT INTO note (id, name, team) VALUES ${values}`);
    const body = { all_filtered: true, params: {} };
    const answer = await change(client, { name: { append: '!' } }, body);
    expect([answer.status, answer.body.all_filtered, saved]).toEqual([400, [expect.stringContaining('Narrow the filters')], []]);
    expect((await notes()).every(({ name }) => !String(name).endsWith('!'))).toBe(true);
    const fewer = await change(client, { name: { append: '!' } }, { ...body, params: { id__gt: 1 } });
    expect([fewer.status, fewer.body, saved.length]).toEqual([200, { updated: 10_000 }, 10_000]);
  });

  it('make no text much longer, and search it in no more than its length', async () => {
    const client = await start('view', 'change');
    const body = 'a'.repeat(900_000);
    expect((await client.patch('/r/t.Note/1/', { body })).status).toBe(200);
    const bomb = await change(client, { body: { replace: { find: 'a', with: 'x'.repeat(900_000) } } });
    expect([bomb.status, bomb.body.body]).toEqual([400, [expect.stringContaining('more than 10')]]);
    const started = performance.now();
    const slow = await change(client, { body: { replace: { find: `${'a'.repeat(199)}b`, with: '' } } });
    expect([slow.status, performance.now() - started < 5000]).toEqual([200, true]);
    expect((await change(client, { body: { replace: { find: 'a'.repeat(201), with: '' } } })).status).toBe(400);
  });

  it('are no changes of the names or the shapes that a body may have', async () => {
    const client = await start('view', 'change');
    const bodies = [
      '{"__proto__": {"add": 1}}',
      '{"constructor": {"add": 1}}',
      '{"name": {"__proto__": {"append": "x"}}}',
      '{"name": {"toString": "x"}}',
      '{"name": {"append": {"toString": "x"}}}',
      '{"name": {"append": "\\u0000"}}',
      '{"name": {"append": "\\ud800"}}',
      '{"name": {"replace": {"find": "\\ud83d", "with": ""}}}',
      '{"name": [{"append": "x"}]}',
      '[]',
      '"x"',
      'null',
    ];
    for (const changes of bodies) {
      const answer = await client.request('POST', '/r/t.Note/bulk/', { body: `{"action": "update", "ids": [1], "changes": ${changes}}` });
      expect([changes, answer.status]).toEqual([changes, 400]);
    }
    expect((await notes())[0]?.['name']).toBe('one');
  });

  it('change no user whom one may not change', async () => {
    service = await startService({ dialect, setup, models: [note] });
    const root = await service.superuser();
    const permissions = ['view', 'change'].map((right) => `auth.user:${right}_user`);
    const client = await service.user({ username: 'manager', permissions });
    const names = async () => (await root.get('/r/auth.User/?ordering=id')).body.results.map((user: any) => user.username);
    const before = await names();
    for (const more of [{ ids: [1] }, { all_filtered: true, params: { is_superuser: true } }]) {
      const body = { action: 'update', changes: { username: { append: 'x' } }, ...more };
      expect([more, (await client.post('/r/auth.User/bulk/', body)).status]).toEqual([more, 403]);
    }
    const password = await client.post('/r/auth.User/bulk/', { action: 'update', ids: [2], changes: { password: { append: 'x' } } });
    expect([password.status, await names()]).toEqual([400, before]);
  });
});
