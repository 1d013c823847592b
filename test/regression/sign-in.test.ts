import { createServer, request as send, type Server } from 'node:http';
import { type AdminSettings, defineAdmin, model, toNodeHandler } from 'grimoire';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Staff } from '../../packages/server/src/auth/staff.ts';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { type Client, clientOf, password, type TestService } from '../support/service.ts';

const { byUsername } = Staff.prototype;

const secret = 'a secret of the tests that is long enough';

describe.each(dialects)('signing in and sessions on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let server: Server | undefined;
  afterEach(async () => {
    vi.useRealTimers();
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    server = undefined;
    await service.close();
  });

  const start = async (settings: AdminSettings = {}): Promise<void> => {
    service = await startLibrary({ dialect, books: makeBooks(3), settings: { secret, ...settings } });
    root = await service.superuser();
  };
  const logIn = async (): Promise<{ access: string; refresh: string }> =>
    (await service.anonymous.post('/auth/login/', { username: 'root', password })).body;

  /** Sends a request whose body comes after `meanwhile`, which begins once the service reads the body. */
  const heldBack = async (
    method: string,
    path: string,
    token: string | null,
    body: unknown,
    meanwhile: () => Promise<unknown>,
  ): Promise<number> => {
    server = createServer(toNodeHandler(service.admin));
    const port = await listenAtFreePort(server);
    const reading = Promise.withResolvers<void>();
    server.prependListener('request', (message) => message.on('newListener', (event) => event === 'readable' && reading.resolve()));
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const request = send({ port, host: '127.0.0.1', method, path: `/api${path}`, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      request.on('error', reject);
      request.write(text.slice(0, 5));
      const goOn = async (): Promise<void> => {
        await reading.promise;
        await meanwhile();
        // Longer than what counts as slow, so that the sender is looked at again.
        await new Promise((done) => setTimeout(done, 150));
        request.end(text.slice(5));
      };
      goOn().catch(reject);
    });
  };

  it('a request whose body comes late is judged by the account as it is when the body comes', async () => {
    await start();
    const attacker = await logIn();
    const revoke = async (): Promise<void> => {
      expect((await root.post('/auth/password/', { old_password: password, new_password: 'the new good one' })).status).toBe(204);
    };
    const stolen = { old_password: password, new_password: 'of the attacker' };
    expect(await heldBack('POST', '/auth/password/', attacker.access, stolen, revoke)).toBe(401);
    expect((await service.anonymous.post('/auth/login/', { username: 'root', password: 'the new good one' })).status).toBe(200);
    const ended = await service.user({ username: 'ended', isSuperuser: true });
    const deactivate = () => service.database.query('UPDATE grimoire_user SET is_active = ? WHERE username = ?', [false, 'ended']);
    expect(await heldBack('PATCH', '/r/lib.Book/1/', ended.token, { pages: 99 }, deactivate)).toBe(401);
    expect((await service.database.query('SELECT pages FROM book WHERE id = 1'))[0]?.['pages']).not.toBe(99);
  });

  it('of two changes of one password at once, one is made', async () => {
    await start();
    const clients = await Promise.all([logIn(), logIn()]);
    const answers = await Promise.all(
      clients.map(({ access }, index) =>
        service.client(access).post('/auth/password/', { old_password: password, new_password: `new password ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 401]);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect((await service.client(clients[winner]?.access ?? '').get('/auth/me/')).status).toBe(200);
    expect((await service.anonymous.post('/auth/login/', { username: 'root', password: `new password ${winner}` })).status).toBe(200);
  });

  it('a user who is deleted or deactivated while the password is verified is not signed in', async () => {
    await start();
    for (const [username, sql] of [
      ['deleted', 'DELETE FROM grimoire_user WHERE username = ?'],
      ['idle', `UPDATE grimoire_user SET is_active = ${dialect === 'postgres' ? 'false' : '0'} WHERE username = ?`],
    ] as const) {
      await service.user({ username });
      // The login has read the user, and verifies the password of that.
      const finding = vi.spyOn(Staff.prototype, 'byUsername').mockImplementation(async function found(this: Staff, name) {
        const user = await byUsername.call(this, name);
        await service.database.query(sql, [username]);
        return user;
      });
      const answer = await service.anonymous.post('/auth/login/', { username, password });
      expect(finding).toHaveBeenCalledOnce();
      finding.mockRestore();
      expect([username, answer.status]).toEqual([username, 401]);
    }
  });

  it('a repeated request of a user who has lost the permission is a 403', async () => {
    await start();
    const user = await service.user({
      username: 'u',
      permissions: ['lib.tag:delete_tag', 'lib.tag:change_tag', 'lib.tag:add_tag', 'lib.tag:view_tag', 'lib.book:view_book'],
    });
    const post = (key: string, body: unknown) => user.request('POST', '/r/lib.Tag/bulk/', { body, headers: { 'idempotency-key': key } });
    const calls = [
      ['a', { action: 'update', ids: [1], data: { name: 'x' } }],
      ['b', { operations: [{ op: 'create', data: { name: 'y' } }] }],
      ['c', { action: 'delete', ids: [1] }],
    ] as const;
    await service.database.execute('DELETE FROM book_tag');
    for (const [key, body] of calls) expect([key, (await post(key, body)).status]).toEqual([key, 200]);
    await service.database.execute(
      `DELETE FROM grimoire_user_user_permissions WHERE permission_id IN (SELECT id FROM grimoire_permission WHERE codename IN ('delete_tag', 'change_tag', 'add_tag'))`,
    );
    for (const [key, body] of calls) expect([key, (await post(key, body)).status]).toEqual([key, 403]);
  });

  it('a short session is prolonged while it is used', async () => {
    await start({ sessionLifetime: 3600 });
    const login = await service.anonymous.post('/auth/login/', { username: 'root', password, session: true });
    const cookie = /^sessionid=[^;]+/.exec(login.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
    const begun = Date.now();
    for (const minute of [10, 30, 55, 80, 130]) {
      vi.useFakeTimers({ toFake: ['Date'], now: begun + minute * 60_000 });
      expect([minute, (await service.anonymous.request('GET', '/auth/me/', { headers: { cookie } })).status]).toEqual([minute, 200]);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: begun + 200 * 60_000 });
    expect((await service.anonymous.request('GET', '/auth/me/', { headers: { cookie } })).status).toBe(401);
  });

  it('a logout is logged once, and also ends the session of its request', async () => {
    await start();
    const { access, refresh } = await logIn();
    const login = await service.anonymous.post('/auth/login/', { username: 'root', password, session: true });
    const jar = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    await service.database.execute('DELETE FROM grimoire_audit_log');
    await Promise.all(Array.from({ length: 4 }, () => service.client(access).request('POST', '/auth/logout/')));
    expect(await service.database.query("SELECT action FROM grimoire_audit_log WHERE action = 'logout'")).toHaveLength(1);
    const other = await logIn();
    const headers = { cookie: jar.join('; '), 'x-csrftoken': jar[1]?.replace('csrftoken=', '') ?? '' };
    const answer = await service.anonymous.request('POST', '/auth/logout/', { body: { refresh: other.refresh }, headers });
    expect(answer.status).toBe(204);
    expect((await service.anonymous.request('GET', '/auth/me/', { headers })).status).toBe(401);
    expect((await service.anonymous.post('/auth/refresh/', { refresh })).status).toBe(401);
  });

  it('with a staff directory, no user signs in with an account of the service', async () => {
    await start();
    const { access, refresh } = await logIn();
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model('tag', 'lib.Tag')],
      settings: { secret, logger: pino({ level: 'silent' }), staffDirectory: { authenticate: () => null } },
    });
    expect((await clientOf(admin, access).get('/auth/me/')).status).toBe(401);
    for (const path of ['/auth/refresh/', '/auth/login/', '/auth/logout/'])
      expect((await clientOf(admin, null).post(path, { refresh })).status).toBe(404);
    await admin.close();
  });

  it('malformed proxy networks are refused at the start, an address with a zone is taken, and a CSRF token with more behind it is refused', async () => {
    await start({ trustedProxies: ['127.0.0.1'] });
    for (const slip of ['10.0.0.0/', '10.0.0.0/8/9', '10.0.0.0/33', '::/129', 'example.com']) {
      const admin = defineAdmin({
        database: service.database.source(),
        models: [],
        settings: { secret, trustedProxies: [slip], logger: pino({ level: 'silent' }) },
      });
      await expect(admin.ready()).rejects.toThrow(slip);
      await admin.close();
    }
    const zoned = new Request('http://admin.test/api/auth/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: 'wrong' }),
    });
    expect((await service.admin.fetch(zoned, { remoteAddress: `fe80::1%${'x'.repeat(60)}` })).status).toBe(401);
    const login = await service.anonymous.post('/auth/login/', { username: 'root', password, session: true });
    const [session = '', csrf = ''] = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const token = `${csrf.replace('csrftoken=', '')}.more`;
    const headers = { cookie: `${session}; csrftoken=${token}`, 'x-csrftoken': token };
    expect((await service.anonymous.request('PATCH', '/r/lib.Book/1/', { body: { pages: 1 }, headers })).body.code).toBe('csrf_failed');
  });
});
