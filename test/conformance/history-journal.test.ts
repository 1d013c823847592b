import { action, model } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

const setup = `
  CREATE TABLE place (id integer PRIMARY KEY, name varchar(20) NOT NULL, secret_of varchar(20));
  INSERT INTO place VALUES (1, 'Rome', NULL), (2, 'Oslo', NULL);
  CREATE TABLE guest (id integer PRIMARY KEY, name varchar(20) NOT NULL);
  INSERT INTO guest VALUES (1, 'Ann');`;

/** CONTRACT §21: what an entry of the audit log says of its request. */
describe.each(dialects)('an entry of the audit log on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  const newest = async (client: Client): Promise<any> => {
    const { id } = (await client.get('/r/admin.AdminAuditLog/?page_size=1')).body.results[0];
    return (await client.get(`/r/admin.AdminAuditLog/${id}/`)).body;
  };

  it('has the input of an action without its secrets, its change set, and how the request was made', async () => {
    const params = {
      name: { type: 'CharField' },
      code: { type: 'CharField', widget: { kind: 'password' } },
      api_key: { type: 'CharField' },
      more: { type: 'JSONField' },
      guest: { type: 'ForeignKey', to: 'm.Guest' },
      unused: { type: 'IntegerField' },
    } as const;
    const rename = action({ params, run: async ({ input }, rows) => void (await rows.update({ name: String(input['name']) })) });
    const nobody = action({ run: () => {} });
    service = await startService({
      dialect,
      setup,
      models: [model('place', 'm.Place', { actions: { rename, nobody } }), model('guest', 'm.Guest')],
    });
    const root = await service.superuser();
    const more = { password: 'canary-1', list: [{ token: 'canary-2', size: 3 }] };
    const input = { name: 'Bonn', code: 'canary-3', api_key: 'canary-4', more, guest: 1 };
    const answer = await root.post('/r/m.Place/action/rename/', { ids: [1], params: input });
    expect(answer.status).toBe(200);
    const masked = '********';
    const shown = { name: 'Bonn', code: masked, api_key: masked, more: { password: masked, list: [{ token: masked, size: 3 }] }, guest: 1 };
    const entry = await newest(root);
    expect(entry).toMatchObject({
      input: { ...shown, unused: null },
      via: 'token',
      reason: null,
      change_set: Number(answer.headers.get('x-change-set')),
    });
    expect(JSON.stringify(await service.database.query('SELECT * FROM grimoire_audit_log'))).not.toContain('canary');

    const reader = await service.user({
      username: 'reader',
      permissions: ['m.place:view_place', 'admin.adminauditlog:view_adminauditlog'],
    });
    const { guest: _, ...rest } = shown;
    expect((await newest(reader)).input).toEqual({ ...rest, unused: null });
    expect((await root.get(`/r/admin.AdminAuditLog/?change_set=${entry.change_set}`)).body.count).toBe(1);
    expect((await root.get('/r/admin.AdminAuditLog/?input=1')).status).toBe(400);

    await root.post('/r/m.Place/action/nobody/', { ids: [1] });
    expect(await newest(root)).toMatchObject({ action: 'action:nobody', input: {}, via: 'token' });
  });

  it('tells a session from a token', async () => {
    service = await startService({ dialect, setup, models: [model('place', 'm.Place')] });
    const root = await service.superuser();
    const login = await service.anonymous.post('/auth/login/', { username: 'root', password: 'correct horse', session: true });
    const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';
    const headers = { cookie: cookies.join('; '), 'x-csrftoken': csrf };
    expect((await service.anonymous.request('PATCH', '/r/m.Place/1/', { headers, body: { name: 'Nice' } })).status).toBe(200);
    expect(await newest(root)).toMatchObject({ action: 'update', via: 'session', input: null });
  });
});
