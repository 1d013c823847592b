import { model } from 'grimoire';
import { expect, it, describe } from 'vitest';
import { Running } from '../../packages/server/src/admin/running.ts';
import type { Prove } from '../../packages/server/src/auth/proof.ts';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';

const trace = { requestId: 'r-1', ip: '192.0.2.7', agent: 'test' };

describe.each(dialects)('a second way to sign in, by a code, on %s', (dialect) => {
  it('has the attempts, the entries and the rights of the first', async () => {
    const service = await startService({
      dialect,
      setup: 'CREATE TABLE book (id integer PRIMARY KEY)',
      models: [model('book', 'lib.Book')],
    });
    const root = await service.superuser();
    for (const username of ['ada', 'ben'])
      await service.user({ username, isStaff: username === 'ada', permissions: ['lib.book:view_book'] });
    const running = new Running({ database: service.database.source(), models: [model('book', 'lib.Book')] }, '/api/', () => {});
    const { accounts, staff } = await running.service();
    const signIn = (username: string, code: string) => {
      const prove: Prove = async () => ({ user: await staff.byUsername(username), isGiven: code === '123456' });
      return accounts.signIn({ username, device: null }, prove, 'token', trace);
    };

    const signedIn = await signIn('ada', '123456');
    const ada = service.client('tokens' in signedIn ? signedIn.tokens.access : null);
    expect((await ada.get('/r/lib.Book/')).status).toBe(200);
    for (const [username, code] of [
      ['ada', '1'],
      ['ben', '123456'],
      ['nobody', '123456'],
    ] as const)
      await expect(signIn(username, code)).rejects.toMatchObject({ code: 'invalid_credentials' });
    for (let round = 0; round < 20; round++) await signIn('ada', '0').catch(() => undefined);
    await expect(signIn('ada', '123456')).rejects.toMatchObject({ code: 'too_many_attempts' });

    const log = (await root.get('/r/admin.AdminAuditLog/?page_size=100')).body.results as {
      action: string;
      actor: string;
      status: string;
    }[];
    expect(log.filter(({ action }) => action === 'login').map(({ status }) => status)).toEqual(['ok']);
    expect(log.filter(({ action }) => action === 'login_failed').length).toBeGreaterThan(3);
    await running.close();
    await service.close();
  });
});
