import { beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import type { Client } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const rights = ['user', 'group'].flatMap((model) => ['view', 'add', 'change', 'delete'].map((right) => `auth.${model}:${right}_${model}`));

/** A request is authorized with the rights that were read when it arrived. Its own first write takes them away. */
describe.each(dialects)('rights that are revoked before the write on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startLibrary({ dialect, books: [] }));
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
  it.each<[string, (id: number) => string, number, string]>([
    ['a permission', (id) => `DELETE FROM grimoire_user_user_permissions WHERE user_id = ${id}`, 409, 'locked'],
    ['the account', (id) => `UPDATE grimoire_user SET is_active = false WHERE id = ${id}`, 401, 'token_not_valid'],
  ])('do nothing: %s', async (_, revoke, status, code) => {
    const { service, root } = await serviceOfTest(startLibrary({ dialect }));
    const { database } = service;
    const clerk = await service.user({ username: 'clerk', permissions: ['lib.book:view_book', 'lib.book:change_book'] });
    const id = (await root.get('/r/auth.User/?username=clerk')).body.results[0].id;
    const before = (await root.get('/r/lib.Book/2/')).body;
    expect((await clerk.patch('/r/lib.Book/2/', { genre: before.genre })).status).toBe(200);
    await database.execute(dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN; SELECT 1 FROM book WHERE id = 2 FOR UPDATE');
    await database.execute(revoke(id));
    const started = Date.now();
    const writing = clerk.patch('/r/lib.Book/2/', { genre: before.genre === 'poem' ? 'essay' : 'poem' });
    // The request has read its user, and waits. SQLite shows no waiting connections: there, other requests are answered meanwhile.
    await expect
      .poll(async () => {
        const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
        const isWaiting =
          dialect === 'sqlite' ? (await root.get('/r/lib.Book/2/')).status === 200 : (await database.query(waiting)).length > 0;
        return isWaiting && Date.now() - started > 300;
      })
      .toBe(true);
    await database.execute('COMMIT');
    const answer = await writing;
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await root.get('/r/lib.Book/2/')).body).toEqual(before);
  });
});
