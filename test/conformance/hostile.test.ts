import { action, type AdminAction, all, exportCsv, model, where } from 'grimoire';
import { beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, type Client, password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const tables = `
  CREATE TABLE region (id integer PRIMARY KEY, name varchar(20), code varchar(20));
  CREATE TABLE deal (id integer PRIMARY KEY, title varchar(40), region_id integer REFERENCES region (id), state varchar(10), margin integer, pin varchar(10));
  INSERT INTO region VALUES (1, 'north', 'n-secret'), (2, 'south', 's-secret');
  INSERT INTO deal VALUES (1, 'mine', 1, 'open', 10, 'p1'), (2, 'theirs', 2, 'open', 20, 'p2'), (3, 'also theirs', 2, 'open', 30, 'p3');`;

const models = [
  model('region', 'h.Region', { rows: ({ actor }) => (actor.isSuperuser ? all : where('name', '=', 'north')) }),
  model('deal', 'h.Deal', {
    searchFields: ['title'],
    listFilter: ['region.name'],
    rows: ({ actor }) => (actor.isSuperuser ? all : where('region.name', '=', 'north')),
    fields: { margin: { view: 'h.view_margin' }, pin: { hidden: true } },
    actions: {
      close: action({ run: async (_context, rows) => ({ message: `${await rows.update({ state: 'closed' })} closed.` }) }),
    },
  }),
];

const adminActions: AdminAction[] = [exportCsv('h.Deal')];

/** What a member of staff may try who wants more than they were given; what is about signing in is in `sign-in.test.ts`. */
describe.each(dialects)('a hostile member of staff on %s', (dialect) => {
  let mallory: Client;
  const { service, root } = serviceForAll(() => startService({ dialect, setup: tables, models, adminActions }));
  beforeAll(async () => {
    mallory = await service.user({
      username: 'mallory',
      permissions: ['h.deal:view_deal', 'h.deal:change_deal', 'h.region:view_region', 'auth.user:view_user', 'auth.user:change_user'],
    });
  });
  const states = async (): Promise<unknown[]> =>
    (await service.database.query('SELECT state FROM deal ORDER BY id')).map((row) => row['state']);
  const idOf = async (username: string): Promise<number> => (await root.get(`/r/auth.User/?username=${username}`)).body.results[0].id;

  it('can no longer do anything from the moment that they are shut out, whatever token they hold', async () => {
    const ways: Record<string, (id: number) => Promise<Answer>> = {
      deactivated: (id) => root.patch(`/r/auth.User/${id}/`, { is_active: false }),
      demoted: (id) => root.patch(`/r/auth.User/${id}/`, { is_staff: false }),
      deleted: (id) => root.delete(`/r/auth.User/${id}/`),
      renewed: (id) => root.patch(`/r/auth.User/${id}/`, { password: 'a new password' }),
    };
    for (const [way, shutOut] of Object.entries(ways)) {
      await service.user({ username: way, isSuperuser: true });
      const { access, refresh } = (await service.anonymous.post('/auth/login/', { username: way, password })).body;
      const client = service.client(access);
      const login = await service.anonymous.request('POST', '/auth/login/', { body: { username: way, password, session: true } });
      const cookie = login.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; ');
      const tries = (): Promise<Answer>[] => [
        client.get('/r/h.Deal/'),
        client.patch('/r/h.Deal/1/', { title: 'x' }),
        client.post('/r/h.Deal/action/close/', { ids: [1] }),
        client.post('/r/h.Deal/action/export_deal/', { all_filtered: true }),
        client.get('/auth/me/'),
        service.anonymous.request('GET', '/r/h.Deal/', { headers: { cookie } }),
      ];
      expect((await client.get('/r/h.Deal/')).status).toBe(200);
      expect((await shutOut(await idOf(way))).status).toBeLessThan(300);
      const expected = way === 'demoted' ? 403 : 401;
      for (const answer of await Promise.all(tries())) expect([way, answer.status]).toEqual([way, expected]);
      expect([way, (await service.anonymous.post('/auth/refresh/', { refresh })).status]).toEqual([way, 401]);
    }
    expect((await root.get('/r/h.Deal/1/')).body.title).toBe('mine');
    expect(await states()).toEqual(['open', 'open', 'open']);
  });

  it('learns nothing of accounts from how a login fails', async () => {
    await service.user({ username: 'inactive' });
    await service.database.query('UPDATE grimoire_user SET is_active = ? WHERE username = ?', [false, 'inactive']);
    await service.user({ username: 'outsider', isStaff: false });
    await root.post('/r/auth.User/', { username: 'passwordless', is_staff: true });
    const tries = [
      ['mallory', 'wrong'],
      ['nobody', password],
      ['inactive', password],
      ['outsider', password],
      ['passwordless', '!'],
      ['mall\0ory', password],
      ['MALLORY', password],
    ];
    const answers = await Promise.all(
      tries.map(([username, given]) => service.anonymous.post('/auth/login/', { username, password: given })),
    );
    const told = answers.map(({ status, text, headers }) => [status, text, [...headers.keys()].toSorted().join()]);
    expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(told[0]?.[0]).toBe(401);
  });

  it('gains no more tries by saying that they are somewhere else', async () => {
    const tries = Array.from({ length: 14 }, (_, index) =>
      service.admin.fetch(
        new Request('http://admin.test/api/auth/login/', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `192.0.2.${index}`,
            forwarded: `for=192.0.2.${index}`,
            'x-real-ip': `192.0.2.${index}`,
          },
          body: JSON.stringify({ username: 'victim', password: 'wrong' }),
        }),
        { remoteAddress: '198.51.100.77' },
      ),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it('can’t tell what is out of reach from what is not there', async () => {
    const twins: [string, string, RegExp][] = [
      ['/r/h.Deal/2/', '/r/h.Deal/999/', /999|2/g],
      ['/r/h.Deal/2/history/', '/r/h.Deal/999/history/', /999|2/g],
      ['/r/h.Deal/2/related/', '/r/h.Deal/999/related/', /999|2/g],
      ['/r/auth.Group/', '/r/auth.Groop/', /Group|Groop/g],
      ['/schema/auth.Group/', '/schema/auth.Groop/', /Group|Groop/g],
      ['/r/h.Deal/?pin=p1', '/r/h.Deal/?pon=p1', /pin|pon/g],
      ['/r/h.Deal/?margin=10', '/r/h.Deal/?morgin=10', /margin|morgin/g],
      ['/r/h.Deal/?margin__gte=x', '/r/h.Deal/?morgin__gte=x', /margin|morgin/g],
      ['/r/h.Deal/?ordering=pin', '/r/h.Deal/?ordering=pon', /pin|pon/g],
      ['/r/h.Deal/?region__code=n-secret', '/r/h.Deal/?region__cede=n-secret', /code|cede/g],
    ];
    for (const [path, missing, names] of twins) {
      const [there, absent] = [await mallory.get(path), await mallory.get(missing)];
      expect([path, there.status, there.text.replace(names, '')]).toEqual([path, absent.status, absent.text.replace(names, '')]);
      expect([path, there.status >= 400]).toEqual([path, true]);
    }
  });

  it('reaches no row by an action that they could not reach by a list', async () => {
    const run = (body: unknown): Promise<Answer> => mallory.post('/r/h.Deal/action/close/', body);
    const filtered = (params: unknown): Promise<Answer> => run({ all_filtered: true, params });
    for (const name of [
      'stat',
      'pin',
      'margin',
      'region__code',
      'region__secret',
      'pin__icontains',
      'title__regex',
      '__proto__',
      'constructor',
    ])
      expect([name, (await filtered({ state: 'open', [name]: 'x' })).status]).toEqual([name, 400]);
    expect((await filtered({ id__in: '2,3' })).body).toEqual({ message: '0 closed.' });
    expect((await filtered({ region__name: 'south' })).body).toEqual({ message: '0 closed.' });
    expect((await filtered({ region: 2 })).body).toEqual({ message: '0 closed.' });
    expect((await run({ ids: [1, 2] })).body.ids).toEqual(['There is no row with these ids: 2.']);
    expect((await run({ ids: ['1 OR 1=1', "1'; DROP TABLE deal; --"] })).status).toBe(400);
    expect((await filtered({ search: "%' OR 1=1 --" })).body).toEqual({ message: '0 closed.' });
    expect(await states()).toEqual(['open', 'open', 'open']);
    expect((await filtered({})).body).toEqual({ message: '1 closed.' });
    expect(await states()).toEqual(['closed', 'open', 'open']);
  });

  it('is given no file by asking for it by hand', async () => {
    const byHand = await mallory.post('/r/h.Deal/action/export_deal/', { ids: [1] });
    expect([byHand.status, byHand.body.code]).toEqual([403, 'permission_denied']);
    expect((await mallory.get('/r/h.Deal/action/export_deal/')).status).toBeGreaterThanOrEqual(400);
    const own = await idOf('mallory');
    for (const body of [
      { is_superuser: true },
      { is_superuser: 'true' },
      { is_superuser: 1 },
      { user_permissions: '1,2,3' },
      { groups: ['1'] },
    ]) {
      const answer = await mallory.patch(`/r/auth.User/${own}/`, body);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect((await mallory.get('/auth/me/')).body.is_superuser).toBe(false);
  });
});
