import { model } from 'grimoire';
import { expect, it, describe } from 'vitest';
import { z } from 'zod';
import { Running } from '../../packages/server/src/admin/running.ts';
import { fromFetch, toFetch } from '../../packages/server/src/http/fetch.ts';
import { handle } from '../../packages/server/src/http/handle.ts';
import type { ServedMethod } from '../../packages/server/src/sign-in/method.ts';
import { signInMethods } from '../../packages/server/src/sign-in/methods.ts';
import { proofEndpoint, sentAlways } from '../../packages/server/src/sign-in/proof-endpoint.ts';
import { dialects } from '../support/databases.ts';
import { clientOf, password, startService } from '../support/service.ts';

/** Signs in by a code, which is the first name of the user. */
const byCode: ServedMethod = {
  name: 'code',
  ways: { providers: [{ key: 'code', label: 'Code', url: 'auth/code/' }] },
  endpoints: [
    proofEndpoint({
      path: '/auth/code',
      shape: z.strictObject({ ...sentAlways, code: z.string() }),
      async proofOf({ username, code }, _device, { staff }) {
        const user = await staff.byUsername(username);
        return { user, credential: user?.firstName === code ? { mark: `code:${code}`, columns: { first_name: code } } : null };
      },
      doc: null,
    }),
  ],
  holds: (mark, { firstName }) => mark === `code:${firstName}`,
};

describe.each(dialects)('a second way to sign in, by a code, on %s', (dialect) => {
  it('has the attempts, the entries and the rights of the first, and ends with its own credential', async () => {
    const models = [model('book', 'lib.Book')];
    const service = await startService({ dialect, setup: 'CREATE TABLE book (id integer PRIMARY KEY)', models });
    const root = await service.superuser();
    for (const username of ['ada', 'ben'])
      await service.user({ username, isStaff: username === 'ada', permissions: ['lib.book:view_book'] });
    await service.database.execute(`UPDATE grimoire_user SET first_name = '123456'`);
    const running = new Running({ database: service.database.source(), models }, '/api/', () => {}, [...signInMethods, byCode]);
    const fetch = async (request: Request) => toFetch(await handle(await running.service(), fromFetch(request)));
    const client = (token: string | null) => clientOf({ fetch }, token);
    const signIn = (username: string, code: string) => client(null).post('/auth/code/', { username, code });
    const mayRead = async (token: string) => (await client(token).get('/r/lib.Book/')).status === 200;

    const { providers, passwords } = (await client(null).get('/config/')).body.sign_in;
    expect([passwords, providers.length]).toEqual([true, 1]);
    const byTheCode = (await signIn('ada', '123456')).body;
    const byThePassword = (await client(null).post('/auth/login/', { username: 'ada', password })).body;
    expect(byTheCode.user).toEqual(byThePassword.user);
    expect([await mayRead(byTheCode.access), await mayRead(byThePassword.access)]).toEqual([true, true]);
    // Another password, set by an administrator, ends what the old one has proved, and nothing else.
    expect((await root.patch(`/r/auth.User/${byTheCode.user.id}/`, { password: 'a wholly new one' })).status).toBe(200);
    expect([await mayRead(byTheCode.access), await mayRead(byThePassword.access)]).toEqual([true, false]);
    const changed = { old_password: 'a wholly new one', new_password: 'a second new one' };
    expect((await client(byTheCode.access).post('/auth/password/', changed)).status).toBe(204);
    expect(await mayRead(byTheCode.access)).toBe(true);
    await root.patch(`/r/auth.User/${byTheCode.user.id}/`, { first_name: '654321' });
    expect(await mayRead(byTheCode.access)).toBe(false);
    expect((await client(null).post('/auth/refresh/', { refresh: byTheCode.refresh })).status).toBe(401);

    for (const [username, code] of [
      ['ada', '123456'],
      ['ben', '123456'],
      ['nobody', '123456'],
    ] as const)
      expect((await signIn(username, code)).body.code).toBe('invalid_credentials');
    for (let round = 0; round < 20; round++) await signIn('ada', '0');
    expect((await signIn('ada', '654321')).body.code).toBe('too_many_attempts');
    const log = (await root.get('/r/admin.AdminAuditLog/?page_size=100')).body.results as { action: string; status: string }[];
    expect(log.filter(({ action }) => action === 'login').map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(log.filter(({ action }) => action === 'login_failed').length).toBeGreaterThan(3);
    // The service that does not have the method takes none of its sign-ins.
    await service.database.execute(`UPDATE grimoire_user SET first_name = '123456'`);
    expect(await mayRead(byTheCode.access)).toBe(true);
    expect((await service.client(byTheCode.access).get('/r/lib.Book/')).status).toBe(401);
    await running.close();
    await service.close();
  });
});
