import { setTimeout } from 'node:timers/promises';
import { all as every, defineAdmin, model as tableModel, none, postgres } from 'grimoire';
import { testAdmin } from 'grimoire/testing';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import { type Client, clientOf, startService } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const rights = ['user', 'group'].flatMap((model) => ['view', 'add', 'change', 'delete'].map((right) => `auth.${model}:${right}_${model}`));

/** A request is authorized with the rights that were read when it arrived. Its own first write takes them away. */
describe.each(dialects)('rights that are revoked before the write on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startLibrary({ processes: true, dialect, books: [] }));
  let manager: Client;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    manager = await service.user({ username: 'manager', permissions: rights });
    await service.user({ username: 'ann' });
    for (const username of ['manager', 'ann']) ids[username] = (await root.get(`/r/auth.User/?username=${username}`)).body.results[0].id;
    ids['group'] = (await root.post('/r/auth.Group/', { name: 'clerks', permissions: [] })).body.id;
  });
  const stored = async (): Promise<unknown> => ({
    ann: (await root.get(`/r/auth.User/${ids['ann']}/`)).body,
    group: (await root.get(`/r/auth.Group/${ids['group']}/`)).body,
    users: (await root.get('/r/auth.User/')).body.count,
    groups: (await root.get('/r/auth.Group/')).body.count,
    own: (await root.get(`/r/auth.User/${ids['manager']}/`)).body.user_permissions.length,
  });

  it.each([
    ['change a user', () => ({ op: 'update', pk: ids['ann'], data: { email: 'ann@example.com' } })],
    ['create a user', () => ({ op: 'create', data: { username: 'eve', is_staff: true } })],
    ['delete a user', () => ({ op: 'delete', pk: ids['ann'] })],
    ['change a group', () => ({ op: 'update', model: 'auth.Group', pk: ids['group'], data: { name: 'all' } })],
    ['create a group', () => ({ op: 'create', model: 'auth.Group', data: { name: 'more' } })],
    ['delete a group', () => ({ op: 'delete', model: 'auth.Group', pk: ids['group'] })],
  ])('do not %s', async (_, operation) => {
    const before = await stored();
    const revoke = { op: 'update', pk: ids['manager'], data: { user_permissions: [] } };
    const answer = await manager.post('/r/auth.User/bulk/', { operations: [revoke, operation()] });
    expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied']);
    expect(answer.body.detail).toMatch(/^Operation 1: /);
    expect(await stored()).toEqual(before);
  });

  it('are needed for nothing else: without the first write, the others are done', async () => {
    const operations = [
      { op: 'update', pk: ids['ann'], data: { email: 'ann@example.com' } },
      { op: 'update', model: 'auth.Group', pk: ids['group'], data: { name: 'all' } },
    ];
    expect((await manager.post('/r/auth.User/bulk/', { operations })).status).toBe(200);
  });
});

/** Another transaction, which takes the rights away, has locked what the write needs. */
describe.each(dialects)('rights that are revoked while a write waits on %s', (dialect) => {
  type Genre = { readonly genre: string };
  const all = (id: number): string => `DELETE FROM grimoire_user_user_permissions WHERE user_id = ${id}`;
  const change = (id: number): string =>
    `${all(id)} AND permission_id IN (SELECT id FROM grimoire_permission WHERE codename = 'change_book')`;
  const account = (id: number): string => `UPDATE grimoire_user SET is_active = false WHERE id = ${id}`;
  const one = (clerk: Client, data: Genre) => clerk.patch('/r/lib.Book/2/', data);
  const several = (clerk: Client, data: Genre) => clerk.post('/r/lib.Book/bulk/', { action: 'update', ids: [2], data });
  it.each<[string, (id: number) => string, typeof one | typeof several, number, string | undefined]>([
    // One row: the user is confirmed with the lock, and what they may do now decides.
    ['the permission to change a row', change, one, 403, 'permission_denied'],
    ['all permissions on a model', all, one, 404, undefined],
    ['the account', account, one, 401, 'token_not_valid'],
    // Several rows: the user is read before, and again before the commit.
    ['the permission to change rows', change, several, 409, 'locked'],
    ['the account of a bulk change', account, several, 401, 'token_not_valid'],
  ])('do nothing: %s', async (_, revoke, write, status, code) => {
    const { service, root } = await serviceOfTest(startLibrary({ processes: true, dialect }));
    const { database } = service;
    const clerk = await service.user({ username: 'clerk', permissions: ['lib.book:view_book', 'lib.book:change_book'] });
    const id = (await root.get('/r/auth.User/?username=clerk')).body.results[0].id;
    const before = (await root.get('/r/lib.Book/2/')).body;
    expect((await clerk.patch('/r/lib.Book/2/', { genre: before.genre })).status).toBe(200);
    await database.execute(dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN; SELECT 1 FROM book WHERE id = 2 FOR UPDATE');
    await database.execute(revoke(id));
    let since: number | undefined;
    const writing = write(clerk, { genre: before.genre === 'poem' ? 'essay' : 'poem' });
    // The request knows its user, and waits. SQLite shows no waiting connections: there, other requests are answered meanwhile.
    await expect
      .poll(async () => {
        const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
        const isWaiting =
          dialect === 'sqlite' ? (await root.get('/r/lib.Book/2/')).status === 200 : (await database.query(waiting)).length > 0;
        // A write that takes no longer than 100 ms does not read its user again.
        if (isWaiting) since ??= Date.now();
        return since !== undefined && Date.now() - since > 300;
      })
      .toBe(true);
    await database.execute('COMMIT');
    const answer = await writing;
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await root.get('/r/lib.Book/2/')).body).toEqual(before);
  });
});

/** Longer than the 100 ms after which a write reads its user again. */
const slowly = { beforeSave: () => setTimeout(150), beforeDelete: () => setTimeout(150) };
const notes = 'CREATE TABLE note (id text PRIMARY KEY, title text)';
const withSlowNotes = { setup: notes, models: [tableModel('note', 'm.Note', { hooks: slowly })] };

describe('a slow write is done', () => {
  it('in a database in memory, with one connection', async () => {
    const admin = await testAdmin(withSlowNotes);
    onTestFinished(() => admin.close());
    expect((await admin.superuser.post('/r/m.Note/', { id: 'n1', title: 'a' })).status).toBe(201);
  });

  it.runIf(hasPostgres)('on PostgreSQL with one connection', async () => {
    const { service, root } = await serviceOfTest(startService({ processes: true, dialect: 'postgres', ...withSlowNotes }));
    const admin = defineAdmin({
      database: postgres({ connectionString: service.database.address, max: 1 }),
      models: withSlowNotes.models,
    });
    onTestFinished(() => admin.close());
    expect((await clientOf(admin, root.token).post('/r/m.Note/', { id: 'n1', title: 'a' })).status).toBe(201);
  });

  it.each(dialects)('if it changes the rights of its own user, on %s', async (dialect) => {
    const { service, root } = await serviceOfTest(startService({ processes: true, dialect, ...withSlowNotes }));
    const manager = await service.user({ username: 'manager', permissions: [...rights, 'm.note:add_note'] });
    const { id } = (await root.get('/r/auth.User/?username=manager')).body.results[0];
    const operations = [
      { op: 'create', data: { id: 'n1', title: 'a' } },
      { op: 'update', model: 'auth.User', pk: id, data: { user_permissions: [] } },
    ];
    expect((await manager.post('/r/m.Note/bulk/', { operations })).status).toBe(200);
    expect((await root.get(`/r/auth.User/${id}/`)).body.user_permissions).toEqual([]);
  });

  it.runIf(hasPostgres)('but not with a right that was taken away meanwhile, also if it changes another user', async () => {
    const revoking = { beforeSave: () => revoke() };
    const models = [tableModel('note', 'm.Note', { hooks: revoking })];
    const { service, root } = await serviceOfTest(startService({ processes: true, dialect: 'postgres', setup: notes, models }));
    const revoke = async (): Promise<void> => {
      await service.database.execute(`DELETE FROM grimoire_user_user_permissions WHERE permission_id IN
        (SELECT id FROM grimoire_permission WHERE codename = 'add_note')`);
      await setTimeout(150);
    };
    const manager = await service.user({ username: 'manager', permissions: [...rights, 'm.note:add_note'] });
    await service.user({ username: 'ann' });
    const { id } = (await root.get('/r/auth.User/?username=ann')).body.results[0];
    const operations = [
      { op: 'create', data: { id: 'n1', title: 'a' } },
      { op: 'update', model: 'auth.User', pk: id, data: { email: 'ann@example.com' } },
    ];
    expect(await manager.post('/r/m.Note/bulk/', { operations })).toMatchObject({ status: 409, body: { code: 'locked' } });
    expect((await root.get(`/r/auth.User/${id}/`)).body.email).toBe('');
  });

  it.each(dialects)('if it deletes the row to which its own user is linked, on %s', async (dialect) => {
    const { service, root } = await serviceOfTest(
      startService({ processes: true, dialect, ...withSlowNotes, settings: { staffLink: { model: 'm.Note' } } }),
    );
    const clerk = await service.user({ username: 'clerk', permissions: ['m.note:view_note', 'm.note:delete_note'] });
    const { id } = (await root.get('/r/auth.User/?username=clerk')).body.results[0];
    expect((await root.post('/r/m.Note/', { id: 'n1', title: 'a' })).status).toBe(201);
    expect((await root.patch(`/r/auth.User/${id}/`, { link: 'n1' })).status).toBe(200);
    expect((await clerk.delete('/r/m.Note/n1/')).status).toBe(204);
    expect((await root.get(`/r/auth.User/${id}/`)).body.link).toBe(null);
  });
});

/** A user is read once, and each request asks whether the state of the user is still the same. */
describe.each(dialects)('a change of a user by SQL is known to the next request on %s', (dialect) => {
  const userId = `(SELECT id FROM grimoire_user WHERE username = 'clerk')`;
  const permission = (codename: string): string => `(SELECT id FROM grimoire_permission WHERE codename = '${codename}')`;
  const models = [
    tableModel('note', 'm.Note', { rows: ({ actor }) => (actor.groups.includes('clerks') || actor.isSuperuser ? every : none) }),
    tableModel('memo', 'm.Memo'),
  ];
  const setup = `CREATE TABLE note (id integer PRIMARY KEY); CREATE TABLE memo (id integer PRIMARY KEY); INSERT INTO note VALUES (1)`;
  const { service } = serviceForAll(() => startService({ processes: true, dialect, setup, models }));
  /** What the clerk has by SQL: of their own, by their group, and as a superuser. */
  const given = {
    own: `DELETE FROM grimoire_user_user_permissions; INSERT INTO grimoire_user_user_permissions (user_id, permission_id) VALUES (${userId}, ${permission('view_note')})`,
    group: `DELETE FROM grimoire_user_user_permissions; INSERT INTO grimoire_group_permissions (group_id, permission_id) SELECT id, ${permission('view_note')} FROM grimoire_group WHERE name = 'clerks'`,
    superuser: `DELETE FROM grimoire_user_user_permissions; UPDATE grimoire_user SET is_superuser = true WHERE username = 'clerk'`,
  };
  let clerk: Client;
  beforeAll(async () => {
    clerk = await service.user({ username: 'clerk', permissions: ['m.note:view_note'], groups: ['clerks', 'others'] });
  });
  afterEach(async () => {
    const { database } = service;
    await database.execute(`UPDATE grimoire_user SET is_superuser = false, is_active = true WHERE username = 'clerk'`);
    await database.execute(`UPDATE grimoire_group SET name = 'clerks' WHERE name = 'renamed'; DELETE FROM grimoire_group_permissions`);
    await database.execute(`DELETE FROM grimoire_user_groups`);
    await database.execute(`INSERT INTO grimoire_user_groups (user_id, group_id) SELECT ${userId}, id FROM grimoire_group`);
  });

  it.each<[string, keyof typeof given, string, number, number | undefined]>([
    [
      'a permission in place of another',
      'own',
      `UPDATE grimoire_user_user_permissions SET permission_id = ${permission('view_memo')}`,
      404,
      undefined,
    ],
    [
      'a permission of a group in place of another',
      'group',
      `UPDATE grimoire_group_permissions SET permission_id = ${permission('view_memo')}`,
      404,
      undefined,
    ],
    ['the name of a group', 'own', `UPDATE grimoire_group SET name = 'renamed' WHERE name = 'clerks'`, 200, 0],
    [
      'the user leaves a group',
      'group',
      `DELETE FROM grimoire_user_groups WHERE group_id = (SELECT id FROM grimoire_group WHERE name = 'clerks')`,
      404,
      undefined,
    ],
    ['is no superuser any more', 'superuser', `UPDATE grimoire_user SET is_superuser = false WHERE username = 'clerk'`, 404, undefined],
    ['is a superuser now', 'group', given.superuser, 200, 1],
    ['is deactivated', 'own', `UPDATE grimoire_user SET is_active = false WHERE username = 'clerk'`, 401, undefined],
  ])('%s', async (_, has, change, status, count) => {
    await service.database.execute(given[has]);
    for (let index = 0; index < 2; index++) expect((await clerk.get('/r/m.Note/')).body.count).toBe(1);
    await service.database.execute(change);
    const answer = await clerk.get('/r/m.Note/');
    expect([answer.status, answer.body.count]).toEqual([status, count]);
  });
});
