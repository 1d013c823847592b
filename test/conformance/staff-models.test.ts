import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import type { Answer, Client } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** What a manager of staff holds, who is no superuser. */
const managing = ['user', 'group'].flatMap((model) =>
  ['view', 'add', 'change', 'delete'].map((right) => `auth.${model}:${right}_${model}`),
);

describe.each(dialects)('staff as models on %s', (dialect) => {
  let manager: Client;
  const ids: Record<string, number> = {};
  const { service, root } = serviceForAll(() => startLibrary({ dialect, books: [] }));
  beforeAll(async () => {
    manager = await service.user({ username: 'manager', permissions: [...managing, 'lib.book:view_book'] });
    for (const codename of ['view_book', 'change_book', 'view_user']) {
      const [found] = (await root.get(`/r/auth.Permission/?codename=${codename}`)).body.results;
      ids[codename] = found.id;
    }
    ids['root'] = await idOf('root');
    ids['manager'] = await idOf('manager');
  });
  beforeEach(async () => {
    await service.database.execute(`DELETE FROM grimoire_user WHERE username NOT IN ('root', 'manager'); DELETE FROM grimoire_group`);
    await service.database.execute(`UPDATE grimoire_user SET is_active = true, is_superuser = true WHERE username = 'root'`);
  });
  const idOf = async (username: string): Promise<number> => (await root.get(`/r/auth.User/?username=${username}`)).body.results[0]?.id;
  const create = (client: Client, body: Record<string, unknown>): Promise<Answer> =>
    client.post('/r/auth.User/', { username: 'ann', password: 'a long one', is_staff: true, ...body });
  const change = (client: Client, id: number, body: unknown): Promise<Answer> => client.patch(`/r/auth.User/${id}/`, body);
  const logIn = (username: string, secret: string): Promise<Answer> =>
    service.anonymous.post('/auth/login/', { username, password: secret });
  const group = async (name: string, ...permissions: (number | undefined)[]): Promise<number> =>
    (await root.post('/r/auth.Group/', { name, permissions })).body.id;

  it('serves them like any model, but for the password', async () => {
    const { body: schema } = await root.get('/schema/auth.User/');
    const field = (name: string): unknown => schema.fields.find((candidate: { name: string }) => candidate.name === name);
    expect(field('password')).toMatchObject({ type: 'CharField', required: false, editable: true });
    expect(field('groups')).toMatchObject({ type: 'ManyToManyField', related_model: 'auth.Group' });
    expect(field('last_login')).toMatchObject({ editable: false });
    expect((await root.get('/schema/auth.Permission/')).body).toMatchObject({ is_readonly: true });
    const made = await create(root, { email: 'ann@x.org', user_permissions: [ids['view_book']] });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ username: 'ann', is_active: true, is_superuser: false, groups: [], last_login: null, _label: 'ann' }),
    ]);
    for (const answer of [made, await root.get('/r/auth.User/?username=ann'), await root.get(`/r/auth.User/${made.body.id}/history/`)])
      expect([answer.text.includes('argon2'), answer.text.includes('a long one')]).toEqual([false, false]);
    expect((await root.get('/r/auth.User/?password__icontains=argon')).status).toBe(400);
    expect((await root.get('/r/auth.User/?ordering=password')).status).toBe(400);
    const [entry] = (await root.get(`/r/auth.User/${made.body.id}/history/`)).body.results;
    // That it was set is told, not what it is.
    expect(entry.diff.password).toEqual([null, '********']);
    expect((await root.get(`/r/auth.Permission/${ids['view_book']}/`)).body).toMatchObject({
      codename: 'view_book',
      content_type_label: 'lib.book',
    });
    expect((await root.get('/r/auth.Permission/?content_type__model=book&search=book')).body.count).toBeGreaterThan(3);
    expect((await logIn('ann', 'a long one')).status).toBe(200);
    expect((await root.delete(`/r/auth.User/${made.body.id}/`)).status).toBe(204);
  });

  it('hashes passwords, holds them against the rules, and ends what was opened under the old one', async () => {
    const short = await create(root, { password: 'short' });
    expect(short.body.password).toEqual(['A password has at least 10 characters.']);
    expect((await create(root, { username: 'longenough', password: 'LongEnough' })).body.password).toBeDefined();
    const email = 'countess@lovelace.example';
    for (const password of ['Password2024!', 'Countess99', 'ann.marie is it'])
      expect([password, (await create(root, { username: 'ann.marie', email, password })).body]).toEqual([
        password,
        expect.objectContaining({ password: [expect.stringContaining('The password')] }),
      ]);
    const { id } = (await create(root, {})).body;
    const ann = service.client((await logIn('ann', 'a long one')).body.access);
    expect((await change(root, id, { password: '', first_name: 'Ann' })).status).toBe(200);
    expect((await change(root, id, { password: null })).status).toBe(200);
    expect((await ann.get('/auth/me/')).status).toBe(200);
    expect((await change(root, id, { password: 'another one' })).status).toBe(200);
    expect([
      (await ann.get('/auth/me/')).status,
      (await logIn('ann', 'a long one')).status,
      (await logIn('ann', 'another one')).status,
    ]).toEqual([401, 401, 200]);
    const without = await create(root, { username: 'guest', password: undefined });
    expect(without.status).toBe(201);
    for (const secret of ['', '!', 'null']) expect((await logIn('guest', secret)).status).not.toBe(200);
    const bulk = await root.post('/r/auth.User/bulk/', { action: 'update', ids: [id], data: { password: 'tiny' } });
    const common = await change(root, id, { password: 'Password2024!' });
    expect([common.status, common.body.password]).toEqual([400, ['The password is one of the most common ones.']]);
    const own = await change(root, id, { email, password: 'countess 2026' });
    expect([own.status, own.body.password]).toEqual([400, ['The password must not be the name in the email address.']]);
    expect([bulk.status, bulk.body.password]).toEqual([400, ['A password has at least 10 characters.']]);
  });

  it('counts from the next request on: groups, permissions, standing', async () => {
    const readers = await group('readers', ids['view_book']);
    const { id } = (await create(root, {})).body;
    const ann = service.client((await logIn('ann', 'a long one')).body.access);
    const status = async (): Promise<number> => (await ann.get('/r/lib.Book/')).status;
    expect(await status()).toBe(404);
    await change(root, id, { groups: [readers] });
    expect(await status()).toBe(200);
    await root.patch(`/r/auth.Group/${readers}/`, { permissions: [] });
    expect(await status()).toBe(404);
    await change(root, id, { user_permissions: [ids['view_book']] });
    expect(await status()).toBe(200);
    await change(root, id, { is_staff: false });
    expect(await status()).toBe(403);
    await change(root, id, { is_staff: true, is_active: false });
    expect(await status()).toBe(401);
  });

  it('lets nobody give what they lack', async () => {
    const writers = await group('writers', ids['change_book']);
    const readers = await group('readers', ids['view_book']);
    const refused: [Record<string, unknown>, string][] = [
      [{ is_superuser: true }, 'is_superuser'],
      [{ user_permissions: [ids['change_book']] }, 'user_permissions'],
      [{ groups: [writers] }, 'groups'],
      [{ groups: [readers, writers] }, 'groups'],
    ];
    for (const [body, name] of refused) {
      const answer = await create(manager, body);
      expect([body, answer.status, answer.body[name]?.length]).toEqual([body, 400, 1]);
    }
    const made = await create(manager, { groups: [readers], user_permissions: [ids['view_book']] });
    expect(made.status).toBe(201);
    for (const [body, name] of refused) {
      expect((await change(manager, made.body.id, body)).body[name]).toBeDefined();
      expect((await change(manager, ids['manager'] ?? 0, body)).body[name]).toBeDefined();
      const bulk = await manager.post('/r/auth.User/bulk/', { action: 'update', ids: [made.body.id], data: body });
      expect([bulk.status, bulk.body[name]?.length]).toEqual([400, 1]);
      const inline = await manager.post('/r/auth.User/bulk/', { operations: [{ op: 'update', pk: made.body.id, data: body }] });
      expect(inline.status).toBe(400);
    }
    expect((await manager.post('/r/auth.Group/', { name: 'mine', permissions: [ids['change_book']] })).body.permissions).toBeDefined();
    expect((await manager.patch(`/r/auth.Group/${readers}/`, { permissions: [ids['view_book'], ids['change_book']] })).status).toBe(400);
    expect(
      (await manager.patch(`/r/auth.Group/${readers}/`, { name: 'lookers', permissions: [ids['view_book'], ids['view_user']] })).status,
    ).toBe(200);
    // What is not there yet is nobody's to give.
    expect((await create(manager, { username: 'early', groups: [writers + 1] })).body.groups).toHaveLength(1);
    expect((await create(manager, { username: 'late', user_permissions: [99_999] })).body.user_permissions).toHaveLength(1);
    const many = Array.from({ length: 70_000 }, (_, index) => index + 1);
    expect((await create(manager, { username: 'many', user_permissions: many })).status).toBe(400);
    // What is told of a group or a permission is its key: not everybody may know what is behind it.
    expect((await create(manager, { groups: [writers] })).text).not.toContain('change_book');
  });

  it('names every problem of a user at once, those of the guards too', async () => {
    const writers = await group('writers', ids['change_book']);
    await group('taken');
    await create(root, { username: 'ann' });
    const body = {
      username: 'ａnn',
      email: 5,
      nothing: 1,
      password: 'short',
      is_superuser: true,
      groups: [writers, writers + 99],
      user_permissions: [ids['change_book'], 99_999],
    };
    const named = { groups: 2, user_permissions: 1, is_superuser: 1, password: 1, email: 1, nothing: 1, username: 1 };
    const counts = (answer: Record<string, unknown[]>): unknown => {
      const fields = Object.entries(answer).filter(([name]) => !['detail', 'code'].includes(name));
      return Object.fromEntries(fields.map(([name, messages]) => [name, messages.length]));
    };
    const made = await manager.post('/r/auth.User/', body);
    expect([made.status, counts(made.body)]).toEqual([400, named]);
    const bob = (await create(root, { username: 'bob' })).body.id;
    const changed = await change(manager, bob, body);
    expect([changed.status, changed.body]).toEqual([400, { ...made.body, detail: expect.any(String) }]);
    const bulk = await manager.post('/r/auth.User/bulk/', { action: 'update', ids: [bob], data: body });
    expect([bulk.status, bulk.body.detail, counts(bulk.body)]).toEqual([400, expect.stringContaining(`Row ${bob}: `), named]);
    const inline = await manager.post('/r/auth.User/bulk/', { operations: [{ op: 'create', data: body }] });
    expect(counts(inline.body.operations[0])).toEqual(named);
    const unknown = { username: 'ann', groups: [99_999], user_permissions: [99_999] };
    expect(counts((await root.post('/r/auth.User/', unknown)).body)).toEqual({ username: 1, groups: 1, user_permissions: 1 });
    const ofGroup = await manager.post('/r/auth.Group/', { name: 'taken', permissions: [ids['change_book']], nothing: 1 });
    expect([ofGroup.status, counts(ofGroup.body)]).toEqual([400, { name: 1, permissions: 1, nothing: 1 }]);
    // A user who may not change the row at all is told no more than that.
    expect((await change(manager, ids['root'] ?? 0, body)).status).toBe(403);
  });

  it('lets nobody come in as somebody who holds more', async () => {
    const writers = await group('writers', ids['change_book']);
    const { id } = (await create(root, { groups: [writers] })).body;
    for (const body of [
      { password: 'my own one' },
      { username: 'bob' },
      { email: 'me@x.org' },
      { is_active: false },
      { first_name: 'Bob' },
      { password: 'my own one', groups: [], user_permissions: [] },
    ])
      expect([body, (await change(manager, id, body)).status]).toEqual([body, 403]);
    const steps = [
      { op: 'update', pk: id, data: { groups: [] } },
      { op: 'update', pk: id, data: { password: 'my own one' } },
    ];
    expect((await manager.post('/r/auth.User/bulk/', { operations: steps })).status).toBe(403);
    expect((await manager.delete(`/r/auth.User/${id}/`)).status).toBe(403);
    expect((await manager.patch(`/r/auth.Group/${writers}/`, { name: 'mine' })).status).toBe(403);
    expect((await manager.delete(`/r/auth.Group/${writers}/`)).status).toBe(403);
    expect((await logIn('ann', 'a long one')).status).toBe(200);
    await change(root, id, { is_active: false });
    expect((await change(manager, id, { is_active: true })).status).toBe(403);
    await change(root, id, { groups: [] });
    expect((await change(manager, id, { is_active: true, password: 'a third one' })).status).toBe(200);
  });

  it('keeps superusers from everybody else, and one of them for ever', async () => {
    const id = ids['root'] ?? 0;
    expect((await change(manager, id, { first_name: 'Mine' })).status).toBe(403);
    expect((await change(manager, id, { is_superuser: false })).status).toBe(403);
    expect((await manager.delete(`/r/auth.User/${id}/`)).status).toBe(403);
    expect((await manager.post('/r/auth.User/bulk/', { action: 'delete', ids: [id] })).status).toBe(403);
    const last = 'The last active superuser can not be removed or demoted.';
    for (const body of [{ is_superuser: false }, { is_active: false }, { is_staff: false }]) {
      const answer = await change(root, id, body);
      expect([body, answer.status, answer.body.detail]).toEqual([body, 400, last]);
    }
    expect((await root.delete(`/r/auth.User/${id}/`)).body.detail).toBe(last);
    const second = (await create(root, { is_superuser: true })).body.id;
    expect((await root.post('/r/auth.User/bulk/', { action: 'delete', ids: [id, second] })).body.detail).toBe(last);
    expect(
      (await root.post('/r/auth.User/bulk/', { action: 'update', ids: [id, second], data: { is_superuser: false } })).body.detail,
    ).toContain(last);
    const ann = service.client((await logIn('ann', 'a long one')).body.access);
    // Each takes the other away at the same moment: one of them stays.
    const both = await Promise.all([change(root, second, { is_superuser: false }), change(ann, id, { is_superuser: false })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
    const left = await service.database.query(`SELECT username FROM grimoire_user WHERE is_superuser AND is_active`);
    expect(left).toHaveLength(1);
  });

  it('is not there for who holds nothing of it, and not where users are the host’s', async () => {
    const stranger = await service.user({ username: 'stranger', permissions: ['lib.book:view_book'] });
    expect((await stranger.get('/r/auth.User/')).status).toBe(404);
    expect((await stranger.post('/r/auth.Group/', { name: 'x' })).status).toBe(404);
    const hosted = await startLibrary({
      dialect,
      books: [],
      settings: { staffDirectory: { authenticate: () => ({ id: 'u1', username: 'boss', isSuperuser: true }) } },
    });
    const { models } = (await hosted.anonymous.get('/schema/')).body;
    expect(models.map(({ app_label: app }: { app_label: string }) => app)).not.toContain('auth');
    const me = await hosted.admin.fetch(new Request('http://admin.test/api/auth/me/'));
    const token = /csrftoken=([^;]+)/.exec(me.headers.getSetCookie().join())?.[1] ?? '';
    const headers = { 'content-type': 'application/json', 'x-csrftoken': token, cookie: `csrftoken=${token}` };
    for (const name of ['password', 'login', 'refresh', 'logout']) {
      const request = new Request(`http://admin.test/api/auth/${name}/`, { method: 'POST', headers, body: '{}' });
      expect([name, (await hosted.admin.fetch(request)).status]).toEqual([name, 404]);
    }
    await hosted.close();
  });
});
