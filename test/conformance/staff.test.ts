import { describe, expect, it, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import { password } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

describe.each(dialects)('staff on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startLibrary({ dialect }));

  const set = (username: string, column: string, value: string | boolean): Promise<unknown> =>
    service.database.query(`UPDATE grimoire_user SET ${column} = ? WHERE username = ?`, [value, username]);

  it('gives the same 401 to a wrong password, an unknown, an inactive and a non-staff user', async () => {
    await service.user({ username: 'plain', isStaff: false });
    await service.user({ username: 'gone' });
    await set('gone', 'is_active', false);
    const attempts = [
      { username: 'root', password: 'wrong' },
      { username: 'unknown', password },
      { username: 'plain', password },
      { username: 'gone', password },
      { username: 'root\u0000', password },
    ];
    const answers = await Promise.all(attempts.map((attempt) => service.anonymous.post('/auth/login/', attempt)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 401, text: answers[0]?.text });
    expect(answers[0]?.body).toEqual({ detail: 'No active staff account with these credentials.', code: 'invalid_credentials' });
  });

  it('signs in, exchanges a refresh token, and tells users of themselves', async () => {
    const login = await service.anonymous.post('/auth/login/', { username: 'root', password });
    expect(login.body).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      user: { id: expect.any(Number), username: 'root', name: 'root', is_superuser: true, groups: [] },
    });
    const refreshed = await service.anonymous.post('/auth/refresh/', { refresh: login.body.refresh });
    expect(refreshed.body).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    expect((await service.client(refreshed.body.access).get('/auth/me/')).body).toEqual(login.body.user);
    expect((await service.anonymous.get('/config/')).body).toEqual({
      brand: { name: 'Grimoire', accent: expect.any(String) },
      auth: 'jwt',
      sign_in: { passwords: true, passkeys: false, reset: false, providers: [] },
      language: 'en',
      languages: ['ar', 'de', 'en', 'es', 'fr', 'ko'],
    });
  });

  it('reads what a user may do afresh for every request', async () => {
    const user = await service.user({ username: 'changing', permissions: ['lib.book:view_book'] });
    expect((await user.get('/r/lib.Book/')).status).toBe(200);
    await service.database.execute('DELETE FROM grimoire_user_user_permissions');
    expect((await user.get('/r/lib.Book/')).status).toBe(404);
    await set('changing', 'is_superuser', true);
    expect((await user.get('/r/lib.Book/')).status).toBe(200);
    await set('changing', 'is_staff', false);
    expect(await user.get('/r/lib.Book/')).toMatchObject({ status: 403, body: { code: 'not_staff' } });
    await set('changing', 'is_active', false);
    expect(await user.get('/r/lib.Book/')).toMatchObject({ status: 401, body: { code: 'token_not_valid' } });
  });

  it('takes permissions through groups, and ends tokens when the password changes or the user is deleted', async () => {
    const user = await service.user({ username: 'member', groups: ['readers'] });
    expect((await user.get('/r/lib.Tag/')).status).toBe(404);
    await service.database.execute(
      `INSERT INTO grimoire_group_permissions (group_id, permission_id) SELECT g.id, p.id FROM grimoire_group g, grimoire_permission p WHERE g.name = 'readers' AND p.codename = 'view_tag'`,
    );
    expect((await user.get('/r/lib.Tag/')).status).toBe(200);
    const login = await service.anonymous.post('/auth/login/', { username: 'member', password });
    await set('member', 'password', 'argon2$argon2id$v=19$m=16,t=2,p=1$c29tZXNhbHQ$AAAA');
    expect((await user.get('/r/lib.Tag/')).status).toBe(401);
    expect((await service.anonymous.post('/auth/refresh/', { refresh: login.body.refresh })).status).toBe(401);
    const short = await service.user({ username: 'short' });
    await service.database.execute(`DELETE FROM grimoire_user WHERE username = 'short'`);
    expect((await short.get('/auth/me/')).status).toBe(401);
  });

  it('lets access tokens expire', async () => {
    const login = await service.anonymous.post('/auth/login/', { username: 'root', password });
    const client = service.client(login.body.access);
    expect((await client.get('/auth/me/')).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60 * 1000 });
    try {
      expect((await client.get('/auth/me/')).status).toBe(401);
      const refreshed = await service.anonymous.post('/auth/refresh/', { refresh: login.body.refresh });
      expect((await service.client(refreshed.body.access).get('/auth/me/')).status).toBe(200);
      vi.setSystemTime(Date.now() + 15 * 24 * 3600 * 1000);
      expect((await service.anonymous.post('/auth/refresh/', { refresh: login.body.refresh })).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it('creates the permissions of each model once, however often it is asked', async () => {
    const count = async (): Promise<number> =>
      Number((await service.database.query('SELECT count(*) AS n FROM grimoire_permission'))[0]?.['n']);
    const before = await count();
    expect(await service.admin.operations.migrate()).toEqual({ applied: [], permissions: 0 });
    await Promise.all([service.admin.operations.migrate(), service.admin.operations.migrate()]);
    expect(await count()).toBe(before);
    expect((await root.get('/r/lib.Book/')).status).toBe(200);
  });
});
