import { action, type AdminAction, model, where } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Answer, type Client, type TestService, type TestServiceOptions, startService } from '../support/service.ts';

const setOf = (answer: Answer): number => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return Number(answer.headers.get('x-change-set'));
};
const undo = (client: Client, set: number, body: object = {}): Promise<Answer> => client.post(`/changes/${set}/undo/`, body);
const rights = (name: string, ...which: string[]): string[] => which.map((right) => `a.${name}:${right}_${name}`);
const links =
  'CREATE TABLE doc_tags (doc_id integer REFERENCES doc (id) ON DELETE CASCADE, tag_id integer REFERENCES tag (id) ON DELETE CASCADE, PRIMARY KEY (doc_id, tag_id));';
const docs = `CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20)); CREATE TABLE doc (id integer PRIMARY KEY, team integer, note varchar(50), tag_id integer REFERENCES tag (id), paid integer);
  ${links} INSERT INTO tag VALUES (1, 'one'), (2, 'two'), (3, 'three'); INSERT INTO doc VALUES (1, 1, 'secret', 2, 0), (77, 1, 'far', NULL, 0);
  INSERT INTO doc_tags VALUES (1, 2), (1, 3), (77, 3);`;
const withTags = { manyToMany: { tags: { through: 'doc_tags' } } } as const;

describe.each(dialects)('an undo on %s does not lead', (dialect: Dialect) => {
  let service: TestService;
  afterEach(() => service.close());
  const start = async (options: Omit<TestServiceOptions, 'dialect'>): Promise<Client> => {
    service = await startService({ dialect, ...options });
    return service.superuser();
  };
  const staff = (username: string, permissions: string[]): Promise<Client> => service.user({ username, isStaff: true, permissions });

  it('past the guard of users, by the links of a user who stays', async () => {
    const root = await start({ setup: 'CREATE TABLE a (id integer PRIMARY KEY);', models: [model('a', 'a.A')] });
    const low = await staff('low', ['auth.user:view_user', 'auth.user:change_user', 'auth.user:delete_user']);
    const [one, two] = [
      (await root.post('/r/auth.Group/', { name: 'one' })).body.id,
      (await root.post('/r/auth.Group/', { name: 'two' })).body.id,
    ];
    const made = await root.post('/r/auth.User/', {
      username: 'boss',
      password: 'a long passphrase for them',
      is_superuser: true,
      is_staff: true,
      groups: [one],
    });
    const set = setOf(made);
    await root.patch(`/r/auth.User/${made.body.id}/`, { groups: [one, two] });
    await undo(low, set, { only: 'untouched' });
    expect((await root.get(`/r/auth.User/${made.body.id}/`)).body.groups).toEqual([one, two]);
  });

  it('to values from before a row came into the scope', async () => {
    const root = await start({
      setup: docs,
      models: [
        model('tag', 'a.Tag'),
        model('doc', 'a.Doc', {
          rows: ({ actor }) => where('team', actor.username === 'bob' ? '=' : '>', actor.username === 'bob' ? 2 : 0),
        }),
      ],
    });
    const bob = await staff('bob', rights('doc', 'view', 'change'));
    const set = setOf(await root.patch('/r/a.Doc/1/', { team: 2, note: 'public' }));
    for (const body of [{ rows: [{ model: 'a.Doc', pk: 1, fields: ['note'] }] }, {}])
      for (const more of [{ dry_run: true }, {}]) {
        const answer = await undo(bob, set, { ...body, ...more });
        expect([answer.status, answer.text.includes('secret')]).toEqual([403, false]);
      }
  });

  it('to rows without a model, by a right on something else, nor again to what an action of others did', async () => {
    const pay: AdminAction = {
      model: 'a.Doc',
      codename: 'pay',
      name: 'Pay',
      kind: 'server',
      scope: 'bulk',
      run: async ({ transaction }, rows) => {
        await rows.update({ paid: 1 });
        await transaction.insertInto('ledger').values({ id: 1, amount: 5 }).execute();
      },
    };
    const root = await start({
      setup: `${docs} CREATE TABLE ledger (id integer PRIMARY KEY, amount integer); CREATE TABLE other (id integer PRIMARY KEY);`,
      models: [model('tag', 'a.Tag'), model('doc', 'a.Doc', { fields: { paid: { readonly: true } } }), model('other', 'a.Other')],
      adminActions: [pay],
    });
    const low = await staff('low', [...rights('doc', 'view', 'change'), ...rights('other', 'delete')]);
    const set = setOf(await root.post('/r/a.Doc/action/pay/', { ids: [1] }));
    expect((await undo(low, set)).status).toBe(403);
    await service.database.execute('UPDATE doc SET paid = 0 WHERE id = 1');
    expect((await undo(low, set)).status).toBe(403);
    await service.database.execute('UPDATE doc SET paid = 1 WHERE id = 1');
    const undone = setOf(await undo(root, set));
    expect((await undo(low, undone)).status).toBe(403);
    expect((await root.get('/r/a.Doc/1/')).body.paid).toBe(0);
  });

  it('to references and links out of the scope, nor names rows out of it', async () => {
    const unlink = action({
      run: async ({ transaction }) => void (await transaction.deleteFrom('doc_tags').where('tag_id', '=', 3).execute()),
    });
    const root = await start({
      setup: docs,
      models: [
        model('tag', 'a.Tag', { rows: ({ actor }) => (actor.username === 'bob' ? where('id', '=', 1) : where('id', '>', 0)) }),
        model('doc', 'a.Doc', {
          ...withTags,
          actions: { unlink },
          rows: ({ actor }) => (actor.username === 'bob' ? where('id', '=', 1) : where('id', '>', 0)),
        }),
      ],
    });
    const bob = await staff('bob', [...rights('doc', 'view', 'change', 'add'), ...rights('tag', 'view')]);
    const set = setOf(await root.patch('/r/a.Doc/1/', { tag: 1, tags: [] }));
    expect((await undo(bob, set)).status).toBe(403);
    expect((await undo(bob, set, { rows: [{ model: 'a.Doc', pk: 1, fields: ['tags'] }] })).status).toBe(403);
    expect((await root.get('/r/a.Doc/1/')).body).toMatchObject({ tag: 1, tags: [] });
    await undo(root, set);
    const all = setOf(await root.post('/r/a.Doc/action/unlink/', { ids: [1] }));
    await root.delete('/r/a.Tag/3/');
    const refused = await undo(bob, all);
    expect([refused.status === 403 || refused.status === 404, refused.text.includes('77')]).toEqual([true, false]);
  });

  it('to links that nobody edits, for who may not run the action', async () => {
    const unlink: AdminAction = {
      model: 'a.Doc',
      codename: 'unlink',
      name: 'Unlink',
      kind: 'server',
      scope: 'bulk',
      run: async ({ transaction }) => void (await transaction.deleteFrom('doc_tags').where('doc_id', '=', 1).execute()),
    };
    const root = await start({
      setup: docs,
      models: [model('tag', 'a.Tag'), model('doc', 'a.Doc', { ...withTags, fields: { tags: { readonly: true } } })],
      adminActions: [unlink],
    });
    const low = await staff('low', [...rights('doc', 'view', 'change'), ...rights('tag', 'view')]);
    const set = setOf(await root.post('/r/a.Doc/action/unlink/', { ids: [1] }));
    expect((await undo(low, set)).status).toBeGreaterThan(400);
    expect((await root.get('/r/a.Doc/1/')).body.tags).toEqual([]);
  });

  it('past a rule about a field that the user may not see', async () => {
    const root = await start({
      setup: "CREATE TABLE account (id integer PRIMARY KEY, name varchar(20), credit integer); INSERT INTO account VALUES (1, 'x', 9999);",
      models: [
        model('account', 'a.Account', {
          fields: { credit: { view: 'a.view_credit' } },
          validate: (row, { actor }) => (Number(row['credit']) > 100 && !actor.isSuperuser ? { credit: 'Too much.' } : undefined),
        }),
      ],
    });
    const low = await staff('low', rights('account', 'view', 'add', 'change'));
    const set = setOf(await root.delete('/r/a.Account/1/'));
    expect((await undo(low, set)).status).toBe(409);
    expect((await undo(root, set)).status).toBe(200);
  });

  it('to half of a tree, nor to half of a row, nor to a stand-still', async () => {
    const root = await start({
      setup: `CREATE TABLE node (id integer PRIMARY KEY, parent_id integer REFERENCES node (id) ON DELETE CASCADE, name varchar(20));
        CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20)); CREATE TABLE doc (id integer PRIMARY KEY, note varchar(50)); ${links} INSERT INTO tag VALUES (1, 'one'), (2, 'two');`,
      models: [model('node', 'a.Node'), model('tag', 'a.Tag'), model('doc', 'a.Doc', withTags)],
    });
    // A chain and a fan, in an order of keys that is not that of the rows.
    const nodes = Array.from({ length: 1500 }, (_, index) => `(${index + 1}, ${index === 0 ? 'NULL' : index < 700 ? index : 1}, 'n')`);
    await service.database.execute(`INSERT INTO node VALUES ${nodes.join(', ')}`);
    const set = setOf(await root.delete('/r/a.Node/1/'));
    expect((await root.get('/r/a.Node/')).body.count).toBe(0);
    expect((await undo(root, set)).body).toMatchObject({ restored: 1500, skipped: 0 });
    expect((await root.get('/r/a.Node/')).body.count).toBe(1500);
    // Of a row that stays, its links stay.
    const made = await root.post('/r/a.Doc/', { id: 5, note: 'x', tags: [1] });
    await root.patch(`/r/a.Doc/${made.body.id}/`, { tags: [1, 2] });
    expect((await undo(root, setOf(made), { only: 'untouched' })).body).toMatchObject({ restored: 0, skipped: 2 });
    expect((await root.get(`/r/a.Doc/${made.body.id}/`)).body.tags).toEqual([1, 2]);
  });

  it('to a row out of the trash that kept what was changed on its way there', async () => {
    const moment = dialect === 'postgres' ? 'timestamptz' : 'datetime';
    const root = await start({
      setup: `CREATE TABLE note (id integer PRIMARY KEY, text varchar(20), deleted_at ${moment}); INSERT INTO note VALUES (1, 'kept', NULL);`,
      models: [
        model('note', 'a.Note', {
          softDelete: 'deleted_at',
          actions: {
            drop: action({
              run: async (_context, rows) => {
                await rows.update({ text: 'overwritten' });
                await rows.delete();
              },
            }),
          },
        }),
      ],
    });
    const set = setOf(await root.post('/r/a.Note/action/drop/', { ids: [1] }));
    expect((await undo(root, set)).status).toBe(200);
    expect((await root.get('/r/a.Note/1/')).body.text).toBe('kept');
  });
});
