import { createHmac } from 'node:crypto';
import type { AdminSettings } from 'grimoire';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { type Answer, type Client, password, type TestService } from '../support/service.ts';

const secret = 'a secret of the tests that is long enough';

/** CONTRACT §10. */
describe.each(dialects)('signing in on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  afterEach(async () => {
    vi.useRealTimers();
    await service.close();
  });

  const start = async (settings: AdminSettings = {}): Promise<void> => {
    service = await startLibrary({ dialect, books: makeBooks(3), settings: { secret, ...settings } });
    root = await service.superuser();
  };
  const logIn = (more: object = {}): Promise<Answer> => service.anonymous.post('/auth/login/', { username: 'root', password, ...more });
  const log = async (): Promise<unknown[]> =>
    (
      await service.database.query(
        "SELECT action, actor_repr, object_repr, status FROM grimoire_audit_log WHERE model_label = 'auth.User' ORDER BY id",
      )
    ).map((row) => Object.values(row));
  const later = (seconds: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  };

  /** A browser: it keeps cookies, and sends the token that its pages read. */
  class Browser {
    readonly jar = new Map<string, string>();
    cookies: string[] = [];

    async send(
      method: string,
      path: string,
      init: { body?: unknown; headers?: Record<string, string>; csrf?: string | null } = {},
    ): Promise<Answer> {
      const token = init.csrf === undefined ? (this.jar.get('csrftoken') ?? null) : init.csrf;
      const headers = {
        cookie: Array.from(this.jar, ([name, value]) => `${name}=${value}`).join('; '),
        ...(token === null ? {} : { 'x-csrftoken': token }),
        ...init.headers,
      };
      const answer = await service.anonymous.request(method, path, { headers, ...(init.body === undefined ? {} : { body: init.body }) });
      this.cookies = answer.headers.getSetCookie();
      for (const cookie of this.cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/Max-Age=0/.test(cookie)) this.jar.delete(name);
        else this.jar.set(name, value);
      }
      return answer;
    }
  }

  const signedIn = async (): Promise<Browser> => {
    const browser = new Browser();
    expect((await browser.send('POST', '/auth/login/', { body: { username: 'root', password, session: true } })).status).toBe(200);
    return browser;
  };

  describe('with a session', () => {
    it('sets its cookies, and answers who it is', async () => {
      await start();
      const browser = await signedIn();
      expect(browser.cookies).toEqual([
        expect.stringMatching(/^sessionid=[\w-]{43}; Path=\/; Max-Age=1209600; SameSite=Lax; HttpOnly$/),
        expect.stringMatching(/^csrftoken=[\w-]+\.[\w-]+; Path=\/; Max-Age=1209600; SameSite=Lax$/),
        expect.stringMatching(/^grimoire_device=[\w-]{16}\.[\w-]{22}; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/),
      ]);
      const me = await browser.send('GET', '/auth/me/');
      expect([me.status, me.body.username]).toEqual([200, 'root']);
      const rows = await service.database.query('SELECT id, kind FROM grimoire_sign_in');
      expect(rows.map((row) => row['kind']).sort((a, b) => String(a).localeCompare(String(b)))).toEqual(['session', 'token']);
      expect(JSON.stringify(rows)).not.toContain(browser.jar.get('sessionid'));
    });

    it('keeps a csrftoken that is valid, as several tabs share it, and gives one in the place of any other', async () => {
      await start();
      const browser = await signedIn();
      const own = browser.jar.get('csrftoken') ?? '';
      await browser.send('GET', '/auth/me/');
      expect([browser.jar.get('csrftoken'), browser.cookies]).toEqual([own, []]);
      for (const invalid of ['forged.forged', '', undefined]) {
        if (invalid === undefined) browser.jar.delete('csrftoken');
        else browser.jar.set('csrftoken', invalid);
        await browser.send('GET', '/auth/me/');
        expect(browser.cookies).toEqual([expect.stringMatching(/^csrftoken=[\w-]+\.[\w-]+; Path=\/; Max-Age=1209600; SameSite=Lax$/)]);
        expect((await browser.send('PATCH', '/r/lib.Book/1/', { body: { pages: 5 } })).status).toBe(200);
      }
      // The session of a browser that signs in again is another one.
      const before = browser.jar.get('csrftoken');
      await browser.send('POST', '/auth/login/', { body: { username: 'root', password, session: true } });
      expect(browser.jar.get('csrftoken')).not.toBe(before);
    });

    it('gives no cookie to who asks by a token, whatever cookies come along', async () => {
      await start();
      const browser = await signedIn();
      browser.jar.delete('csrftoken');
      const me = await browser.send('GET', '/auth/me/', { headers: { authorization: `Bearer ${root.token}` } });
      expect([me.status, browser.cookies]).toEqual([200, []]);
    });

    it('has no refresh tokens where it is the only way to sign in', async () => {
      await start({ auth: 'session' });
      const browser = await signedIn();
      for (const body of [undefined, {}, { refresh: 'x' }])
        expect((await browser.send('POST', '/auth/refresh/', body === undefined ? {} : { body })).status).toBe(404);
      const { paths } = (await browser.send('GET', '/openapi.json')).body;
      expect(Object.keys(paths).filter((path) => path.startsWith('/auth/'))).toEqual(
        expect.arrayContaining(['/auth/login/', '/auth/logout/', '/auth/me/']),
      );
      expect(paths).not.toHaveProperty('/auth/refresh/');
    });

    it('gives cookies that only travel encrypted, where the address is https', async () => {
      await start({ cookieNames: { session: 'own', csrf: 'mine' }, auth: 'session' });
      const answer = await service.anonymous.request('POST', 'https://admin.test/api/auth/login/', {
        body: { username: 'root', password },
      });
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^own=.*; Secure$/),
        expect.stringMatching(/^mine=.*; Secure$/),
        expect.stringMatching(/^grimoire_device=.*; Secure$/),
      ]);
      expect(answer.body).toEqual({ user: expect.objectContaining({ username: 'root' }) });
      expect((await service.anonymous.get('/config/')).body.auth).toBe('session');
    });

    it('writes only with the token of its own pages, from its own origin', async () => {
      await start({ trustedOrigins: ['https://dashboard.example.com'] });
      const browser = await signedIn();
      const other = await signedIn();
      const patch = (init: Parameters<Browser['send']>[2]) => browser.send('PATCH', '/r/lib.Book/1/', { body: { pages: 5 }, ...init });
      const own = browser.jar.get('csrftoken') ?? '';
      const refused = [
        await patch({ csrf: null }),
        await patch({ csrf: '' }),
        await patch({ csrf: `${own}x` }),
        await patch({ csrf: other.jar.get('csrftoken') ?? '' }),
        await patch({ headers: { origin: 'https://evil.example.com' } }),
        await patch({ headers: { origin: 'null' } }),
        await patch({ headers: { origin: 'http://admin.test.evil.example.com' } }),
      ];
      browser.jar.set('csrftoken', 'forged.forged');
      refused.push(await patch({}));
      browser.jar.set('csrftoken', other.jar.get('csrftoken') ?? '');
      refused.push(await patch({}));
      for (const answer of refused) expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed']);
      expect((await root.get('/r/lib.Book/1/')).body.pages).toBe(0);
      browser.jar.set('csrftoken', own);
      for (const headers of [{}, { origin: 'http://admin.test' }, { origin: 'https://dashboard.example.com' }] as const)
        expect((await patch({ headers })).status).toBe(200);
      // Who brings a token in the header needs no cookie, and its cookie says nothing.
      expect((await patch({ csrf: null, headers: { authorization: `Bearer ${root.token}` } })).status).toBe(200);
      expect((await patch({ headers: { authorization: 'Bearer nonsense' } })).status).toBe(401);
    });

    it('ends at its logout, which needs the token too', async () => {
      await start();
      const browser = await signedIn();
      expect((await browser.send('POST', '/auth/logout/', { csrf: null })).status).toBe(403);
      expect((await browser.send('GET', '/auth/me/')).status).toBe(200);
      const secretValue = browser.jar.get('sessionid') ?? '';
      expect((await browser.send('POST', '/auth/logout/')).status).toBe(204);
      expect([...browser.jar.keys()]).toEqual(['grimoire_device']);
      browser.jar.set('sessionid', secretValue);
      expect((await browser.send('GET', '/auth/me/')).status).toBe(401);
      expect(await log()).toContainEqual(['logout', 'root', 'root', 'ok']);
    });

    it('lives on while it is used, and ends two weeks after', async () => {
      await start();
      const browser = await signedIn();
      for (const day of [1, 10, 20, 30]) {
        vi.useRealTimers();
        later(day * 24 * 3600);
        const token = browser.jar.get('csrftoken');
        expect([day, (await browser.send('GET', '/r/lib.Book/')).status]).toEqual([day, 200]);
        // A tab that is about to write sends the one that it read.
        expect(browser.jar.get('csrftoken')).toBe(token);
      }
      vi.useRealTimers();
      later(45 * 24 * 3600);
      expect((await browser.send('GET', '/r/lib.Book/')).status).toBe(401);
    });
  });

  describe('with tokens', () => {
    it('gives each refresh token one successor, to however many ask', async () => {
      await start();
      const { refresh } = (await logIn()).body;
      const exchange = (token: string) => service.anonymous.post('/auth/refresh/', { refresh: token });
      const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(refresh)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const successors = new Set(answers.map(({ body }) => body.refresh));
      expect(successors.size).toBe(1);
      const [second = ''] = successors;
      const third = (await exchange(second)).body;
      expect(third.refresh).not.toBe(second);
      // Not spent yet: its successor has not been used.
      expect((await exchange(second)).body.refresh).toBe(third.refresh);
    });

    it('ends a family when a spent token comes back, access tokens included', async () => {
      await start();
      const first = (await logIn()).body;
      const other = (await logIn()).body;
      const exchange = (token: string) => service.anonymous.post('/auth/refresh/', { refresh: token });
      const second = (await exchange(first.refresh)).body;
      const third = (await exchange(second.refresh)).body;
      expect((await service.client(third.access).get('/auth/me/')).status).toBe(200);
      const reused = await exchange(first.refresh);
      expect([reused.status, reused.body.code]).toEqual([401, 'token_not_valid']);
      expect((await exchange(third.refresh)).status).toBe(401);
      for (const { access } of [first, second, third]) expect((await service.client(access).get('/auth/me/')).status).toBe(401);
      expect((await service.client(other.access).get('/auth/me/')).status).toBe(200);
    });

    it('ends at its logout, named by either token', async () => {
      await start();
      const byAccess = (await logIn()).body;
      expect((await service.client(byAccess.access).request('POST', '/auth/logout/')).status).toBe(204);
      expect((await service.client(byAccess.access).get('/auth/me/')).status).toBe(401);
      expect((await service.anonymous.post('/auth/refresh/', { refresh: byAccess.refresh })).status).toBe(401);
      const byRefresh = (await logIn()).body;
      expect((await service.anonymous.post('/auth/logout/', { refresh: byRefresh.refresh })).status).toBe(204);
      expect((await service.client(byRefresh.access).get('/auth/me/')).status).toBe(401);
      expect((await service.anonymous.request('POST', '/auth/logout/')).status).toBe(401);
      expect((await service.anonymous.post('/auth/logout/', { refresh: 'nonsense' })).status).toBe(401);
      expect((await root.get('/auth/me/')).status).toBe(200);
    });

    it('takes no token that the service has not made so', async () => {
      await start();
      const { access, refresh } = (await logIn()).body;
      const claims = JSON.parse(Buffer.from(access.split('.')[1], 'base64url').toString()) as Record<string, unknown>;
      const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
      const sign = (key: string, alg = 'HS256') =>
        new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key.padEnd(64, ' ')));
      const key = createHmac('sha256', secret).update('tokens').digest();
      const forged = [
        `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
        `${encoded({ alg: 'None', typ: 'JWT' })}.${encoded(claims)}.x`,
        `${encoded({ alg: 'RS256' })}.${encoded(claims)}.${access.split('.')[2]}`,
        `${access.split('.')[0]}.${encoded({ ...claims, sub: '2' })}.${access.split('.')[2]}`,
        await sign(secret),
        await sign('another secret'),
        await new SignJWT({ ...claims, sid: 'nobody' }).setProtectedHeader({ alg: 'HS256' }).sign(key),
        await new SignJWT({ ...claims, kind: 'refresh' }).setProtectedHeader({ alg: 'HS256' }).sign(key),
        await new SignJWT({ ...claims, exp: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(key),
        refresh,
        '',
        'a.b.c',
      ];
      for (const token of forged)
        expect([token.slice(0, 40), (await service.client(token || ' ').get('/auth/me/')).status]).toEqual([token.slice(0, 40), 401]);
      for (const token of [access, ...forged.slice(0, 8)])
        expect((await service.anonymous.post('/auth/refresh/', { refresh: token })).status).toBe(401);
      expect((await service.client(access).get('/auth/me/')).status).toBe(200);
    });
  });

  it('lets a host name one of the staff by its own session', async () => {
    await start({ authenticate: ({ header }) => header('x-host-user') });
    const as = (user: string, method = 'GET', path = '/auth/me/', more: Record<string, string> = {}) =>
      service.anonymous.request(method, path, {
        headers: { 'x-host-user': user, ...more },
        ...(method === 'GET' ? {} : { body: { pages: 9 } }),
      });
    const me = await as('root');
    expect([me.status, me.body.username]).toEqual([200, 'root']);
    const [cookie = ''] = me.headers.getSetCookie();
    const token = /^csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '';
    expect((await as('root', 'PATCH', '/r/lib.Book/1/')).body.code).toBe('csrf_failed');
    const cookies = { cookie: `csrftoken=${token}`, 'x-csrftoken': token };
    expect((await as('root', 'PATCH', '/r/lib.Book/1/', cookies)).body.pages).toBe(9);
    await service.user({ username: 'plain', isStaff: false });
    await service.user({ username: 'gone' });
    await service.database.query('UPDATE grimoire_user SET is_active = ? WHERE username = ?', [false, 'gone']);
    expect((await as('plain')).body.code).toBe('not_staff');
    expect((await as('nobody')).body.code).toBe('not_staff');
    expect((await as('gone')).status).toBe(401);
    expect((await as('plain', 'PATCH', '/r/lib.Book/1/', cookies)).status).toBe(403);
    // A token in the header decides alone.
    expect(
      (await service.anonymous.request('GET', '/auth/me/', { headers: { 'x-host-user': 'root', authorization: 'Bearer x' } })).status,
    ).toBe(401);
  });

  it('ends every other sign-in when the password changes', async () => {
    await start();
    const browser = await signedIn();
    const tokens = (await logIn()).body;
    const change = (body: object) => browser.send('POST', '/auth/password/', { body });
    expect((await change({ old_password: 'wrong', new_password: 'another good one' })).body).toMatchObject({
      old_password: [expect.any(String)],
    });
    for (const bad of ['short', 'ROOT', 'nine char', 'Password2024!', 'the Root of all'])
      expect((await change({ old_password: password, new_password: bad })).body).toMatchObject({ new_password: [expect.any(String)] });
    expect((await change({ old_password: password, new_password: 'another good one', extra: 1 })).body).toHaveProperty('extra');
    expect((await service.client(tokens.access).get('/auth/me/')).status).toBe(200);
    expect((await change({ old_password: password, new_password: 'another good one' })).status).toBe(204);
    expect((await browser.send('GET', '/auth/me/')).status).toBe(200);
    for (const access of [tokens.access, root.token]) expect((await service.client(access).get('/auth/me/')).status).toBe(401);
    expect((await service.anonymous.post('/auth/refresh/', { refresh: tokens.refresh })).status).toBe(401);
    expect((await logIn()).status).toBe(401);
    expect((await logIn({ password: 'another good one' })).status).toBe(200);
    expect(await log()).toEqual([
      ['login', 'root', 'root', 'ok'],
      ['login', 'root', 'root', 'ok'],
      ['password_change', 'root', 'root', 'failed'],
      ['password_change', 'root', 'root', 'ok'],
      ['login_failed', 'root', 'root', 'failed'],
      ['login', 'root', 'root', 'ok'],
    ]);
  });

  it('limits failures per account and address, counted for everybody at once', async () => {
    await start();
    const from = async (address: string, username: string, given: string): Promise<{ status: number; wait: number }> => {
      const request = new Request('http://admin.test/api/auth/login/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: given }),
      });
      const answer = await service.admin.fetch(request, { remoteAddress: address });
      return { status: answer.status, wait: Number(answer.headers.get('retry-after')) };
    };
    const fail = (username: string, address = '203.0.113.9') => from(address, username, 'wrong');
    const answers = await Promise.all(Array.from({ length: 14 }, () => fail('root')));
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
      429,
      429,
      429,
    ]);
    const { status, wait } = await from('203.0.113.9', 'root', password);
    expect(status).toBe(429);
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
    // A flood from one address keeps nobody out who comes from another.
    const [owner] = await Promise.all([from('198.51.100.1', 'root', password), ...Array.from({ length: 120 }, () => fail('root'))]);
    expect(owner.status).toBe(200);
    // Unknown names are limited alike: the limit tells nobody who is there.
    const unknown = await Promise.all(Array.from({ length: 11 }, () => fail('nobody at all', '192.0.2.7')));
    expect(unknown.filter(({ status: one }) => one === 429)).toHaveLength(1);
    // An address that tries many names is slowed down as a whole.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const many = await Promise.all(Array.from({ length: 103 }, (_, index) => fail(`name ${index}`, '192.0.2.200')));
    expect(many.filter(({ status: one }) => one === 429)).toHaveLength(3);
    vi.useRealTimers();
    later(wait + 1);
    expect((await logIn()).status).toBe(200);
    expect(JSON.stringify(await log())).not.toContain('nobody at all');
  });
});
