import { setTimeout as wait } from 'node:timers/promises';
import { action, type AdminAction, defineAdmin, model } from 'grimoire';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, clientOf, password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const onUsers = (codename: string, run: NonNullable<AdminAction['run']>): AdminAction => ({
  model: 'auth.User',
  codename,
  name: codename,
  kind: 'server',
  scope: 'bulk',
  run,
});

const adminActions = [
  onUsers('deactivate', async (_context, rows) => ({ n: await rows.update({ is_active: false }) })),
  onUsers('erase', async (_context, rows) => ({ n: await rows.delete() })),
  onUsers('tell', async (_context, rows) => ({ rows: await rows.all() })),
];
const manages = ['add_user', 'change_user', 'delete_user', 'view_user'].map((codename) => `auth.user:${codename}`);

describe.each(dialects)('accounts of staff on %s', (dialect) => {
  const setup = 'CREATE TABLE thing (id integer PRIMARY KEY, name varchar(20))';
  const { service, root } = serviceForAll(() => {
    const actions = { noop: action({ run: () => {} }) };
    return startService({ dialect, setup, models: [model('thing', 't.Thing', { actions })], adminActions });
  });
  const idOf = async (username: string): Promise<number> => (await root.get(`/r/auth.User/?username=${username}`)).body.results[0].id;
  const userOf = async (username: string): Promise<any> => (await root.get(`/r/auth.User/${await idOf(username)}/`)).body;

  it('a demoted superuser does not promote themselves with a request that is under way', async () => {
    for (let round = 0; round < 8; round++) {
      const username = `su-${round}`;
      const client = await service.user({ username, isSuperuser: true });
      const id = await idOf(username);
      const own = Array.from({ length: 6 }, () => client.patch(`/r/auth.User/${id}/`, { is_superuser: true, is_active: true }));
      const demotion = await root.patch(`/r/auth.User/${id}/`, round % 2 === 0 ? { is_superuser: false } : { is_active: false });
      await Promise.all(own);
      expect(demotion.status).toBe(200);
      const { is_superuser: isSuperuser, is_active: isActive } = await userOf(username);
      expect([round, isSuperuser && isActive]).toEqual([round, false]);
    }
  });

  it('a user who has lost all permissions does not grant them to themselves with a request that is under way', async () => {
    for (let round = 0; round < 6; round++) {
      const username = `held-${round}`;
      const client = await service.user({ username, permissions: manages });
      const { id, user_permissions: held } = await userOf(username);
      const own = Array.from({ length: 6 }, () => client.patch(`/r/auth.User/${id}/`, { user_permissions: held }));
      expect((await root.patch(`/r/auth.User/${id}/`, { user_permissions: [] })).status).toBe(200);
      await Promise.all(own);
      expect((await userOf(username)).user_permissions).toEqual([]);
    }
  });

  // SQLite runs one writing transaction after the other: nothing is taken away while one waits for a row.
  it.runIf(dialect === 'postgres')('a right that is taken away while a request waits for the account is not used by it', async () => {
    const manager = await service.user({ username: 'late', permissions: manages });
    await service.user({ username: 'target' });
    const [id, other] = [await idOf('late'), await userOf('target')];
    const database = new pg.Client({ connectionString: service.database.address });
    await database.connect();
    try {
      await database.query(
        `BEGIN; SELECT 1 FROM grimoire.user WHERE id = ${id} FOR UPDATE; DELETE FROM grimoire.user_user_permissions WHERE user_id = ${id}`,
      );
      const answer = manager.patch(`/r/auth.User/${other.id}/`, { first_name: 'Changed' });
      const waiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await expect.poll(() => service.database.query(waiting)).toEqual([{ n: 1 }]);
      await database.query('COMMIT');
      expect((await answer).status).toBe(403);
    } finally {
      await database.end();
    }
    expect((await userOf('target')).first_name).toBe(other.first_name);
  });

  it('with the session of a host, a request whose body comes late is judged by the account as it is when the body comes', async () => {
    const hosted = await startService({
      dialect,
      setup,
      models: [model('thing', 't.Thing')],
      settings: { authenticate: (request) => request.header('x-user') },
    });
    const boss = await hosted.user({ username: 'boss', isSuperuser: true });
    await hosted.user({ username: 'mallory', isSuperuser: true });
    const [{ id }] = (await boss.get('/r/auth.User/?username=mallory')).body.results;
    const me = await hosted.anonymous.request('GET', '/auth/me/', { headers: { 'x-user': 'mallory' } });
    const cookie = me.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const isRead = Promise.withResolvers<void>();
    const isTakenAway = Promise.withResolvers<void>();
    const parts = ['{"is_superuser":', 'true}'];
    // Each part is given when the service asks for it, the second one when the right is gone.
    const body = new ReadableStream(
      {
        async pull(controller) {
          if (parts.length === 1) {
            isRead.resolve();
            await isTakenAway.promise;
          }
          controller.enqueue(new TextEncoder().encode(parts.shift()));
          if (parts.length === 0) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const slow = hosted.admin.fetch(
      new Request(`http://admin.test/api/r/auth.User/${id}/`, {
        method: 'PATCH',
        body,
        duplex: 'half',
        headers: {
          'x-user': 'mallory',
          'content-type': 'application/json',
          cookie,
          'x-csrftoken': /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '',
        },
      }),
    );
    await isRead.promise;
    expect((await boss.patch(`/r/auth.User/${id}/`, { is_superuser: false })).status).toBe(200);
    // A body is late after 100 ms: the account is then read again, once the body is there.
    await wait(150);
    isTakenAway.resolve();
    expect((await slow).status).toBe(404);
    await hosted.close();
  });

  it('an action does not change users past the guards, and is given no hashes', async () => {
    const before = await userOf('root');
    for (const key of ['deactivate', 'erase'])
      expect((await root.post(`/r/auth.User/action/${key}/`, { ids: [before.id] })).status).toBe(500);
    expect(await userOf('root')).toEqual(before);
    const told = await root.post('/r/auth.User/action/tell/', { ids: [before.id] });
    expect([told.body.rows[0].username, told.text.includes('argon2'), 'password' in told.body.rows[0]]).toEqual(['root', false, false]);
  });

  it('one request sets at most 20 passwords', async () => {
    const made = Array.from({ length: 25 }, (_, index) => ({ op: 'create', data: { username: `bulk-${index}` } }));
    const { results } = (await root.post('/r/auth.User/bulk/', { operations: made })).body;
    const ids = results.map(({ pk }: { pk: number }) => pk);
    const all = await root.post('/r/auth.User/bulk/', { action: 'update', ids, data: { password: 'one for all of them' } });
    expect([all.status, all.body.password]).toEqual([400, ['At most 20 passwords in one request.']]);
    expect((await root.post('/r/auth.User/bulk/', { action: 'update', ids: ids.slice(5), data: { password: 'one for all' } })).status).toBe(
      200,
    );
  });

  it('a repeated request with another password is told apart, and the outcome holds no password', async () => {
    const create = (secret: string): Promise<Answer> =>
      root.request('POST', '/r/auth.User/', {
        body: { username: 'once', password: secret, is_staff: true },
        headers: { 'idempotency-key': `once-${dialect}` },
      });
    const first = await create('the first password');
    expect((await create('the first password')).body).toEqual(first.body);
    const other = await create('another password');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_clash']);
    expect((await service.anonymous.post('/auth/login/', { username: 'once', password: 'the first password' })).status).toBe(200);
  });

  it('a superuser without a password does not count as the last one', async () => {
    const ghost = await root.post('/r/auth.User/', { username: 'ghost', is_superuser: true, is_staff: true });
    expect(ghost.status).toBe(201);
    await service.database.execute(`UPDATE grimoire_user SET is_superuser = (username IN ('root', 'ghost'))`);
    const own = await idOf('root');
    expect((await root.patch(`/r/auth.User/${own}/`, { is_superuser: false })).status).toBe(400);
    await root.patch(`/r/auth.User/${ghost.body.id}/`, { password: 'now they can' });
    expect((await root.patch(`/r/auth.User/${own}/`, { is_superuser: false })).status).toBe(200);
    await service.database.execute(`UPDATE grimoire_user SET is_superuser = true WHERE username = 'root'`);
  });

  it('the rows that a deletion of a user takes along are the same before and after a restart', async () => {
    await service.user({ username: 'leaver' });
    const path = `/r/auth.User/${await idOf('leaver')}/related/`;
    const before = (await root.get(path)).body;
    const again = defineAdmin({
      database: service.database.source(),
      models: [model('thing', 't.Thing')],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const login = await clientOf(again, null).post('/auth/login/', { username: 'root', password });
    expect((await clientOf(again, login.body.access).get(path)).body).toEqual(before);
    expect(before).toEqual({ related: [], blocked_by: [], unlinked: [] });
    await again.close();
  });

  it('look-alike user names are refused, and a stored hash is not taken as a password', async () => {
    for (const username of ['', '   ', ' root', 'root ', 'ro\u200bot', 'a\nb']) {
      const answer = await root.post('/r/auth.User/', { username });
      expect([username, answer.status]).toEqual([username, 400]);
    }
    expect((await root.post('/r/auth.User/', { username: 'ｒoot' })).body.username).toBeDefined();
    const { id } = (await root.post('/r/auth.User/', { username: 'plain' })).body;
    expect((await root.patch(`/r/auth.User/${id}/`, { password: '!' })).body.password).toBeDefined();
    await root.patch(`/r/auth.User/${id}/`, { password: 'a real one now' });
    const [stored] = await service.database.query('SELECT password FROM grimoire_user WHERE id = ?', [id]);
    await root.patch(`/r/auth.User/${id}/`, { password: String(stored?.['password']) });
    const [now] = await service.database.query('SELECT password FROM grimoire_user WHERE id = ?', [id]);
    expect(now).not.toEqual(stored);
  });
});
