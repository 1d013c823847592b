import { all, model, none, not, or, type RowRule, where } from 'grimoire';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, password, startService, type TestService } from '../support/service.ts';

const setup = `CREATE TABLE sale (id integer PRIMARY KEY, region varchar(20), owner varchar(20));
  INSERT INTO sale VALUES (1, 'north', 'nora'), (2, 'south', 'sam'), (3, 'north', 'sam')`;
const manages = ['add', 'change', 'delete', 'view'].flatMap((right) => [`auth.user:${right}_user`, `auth.group:${right}_group`]);
const sells = ['t.sale:view_sale', 't.sale:change_sale'];

/** As many configs have it: open by default, and narrowed by a group. */
const restricted = ({
  actor,
}: {
  readonly actor: { readonly isSuperuser: boolean; readonly groups: readonly string[]; readonly username: string };
}): RowRule => {
  if (actor.isSuperuser) return all;
  if (actor.groups.includes('own')) return where('owner', '=', actor.username);
  if (actor.groups.includes('both')) return where('region', 'in', ['north', 'south']);
  return actor.groups.includes('north') ? where('region', '=', 'north') : all;
};

/** Who manages users must not get at rows by it that are out of their own reach. */
describe.each(dialects)('row rules on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  afterEach(() => service.close());
  const start = async (rows = restricted): Promise<void> => {
    service = await startService({ dialect, setup, models: [model('sale', 't.Sale', { rows })] });
    root = await service.superuser();
  };
  const idOf = async (model_: string, name: string): Promise<number> =>
    (await root.get(`/r/auth.${model_}/?search=${name}`)).body.results[0].id;
  const manager = (groups: readonly string[], username = 'manager'): Promise<Client> =>
    service.user({ username, groups, permissions: [...manages, ...sells] });
  const idsOf = async (names: readonly string[]): Promise<number[]> => Promise.all(names.map((name) => idOf('Group', name)));
  const keysOf = async (...codenames: string[]): Promise<number[]> => {
    const found: number[] = [];
    for (const codename of codenames) found.push((await root.get(`/r/auth.Permission/?codename=${codename}`)).body.results[0].id);
    return found;
  };

  it('are not left by who leaves a group', async () => {
    await start();
    const client = await manager(['north']);
    const own = await idOf('User', 'manager');
    for (const body of [{ groups: [] }, { username: 'other', groups: [] }]) {
      const answer = await client.patch(`/r/auth.User/${own}/`, body);
      expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied']);
    }
    const inOne = [
      { op: 'update', pk: own, data: { groups: [] } },
      { op: 'update', pk: own, data: { first_name: 'x' } },
    ];
    expect((await client.post('/r/auth.User/bulk/', { operations: inOne })).status).toBe(403);
    expect((await client.post('/r/auth.User/bulk/', { action: 'update', ids: [own], data: { groups: [] } })).status).toBe(403);
    expect((await client.patch(`/r/auth.User/${own}/`, { first_name: 'Mana' })).status).toBe(200);
    expect((await client.get('/r/t.Sale/')).body.count).toBe(2);
  });

  it('are not left by a group that is renamed, deleted or emptied', async () => {
    await start();
    const client = await manager(['north']);
    const [north] = await idsOf(['north']);
    expect((await client.patch(`/r/auth.Group/${north}/`, { name: 'no rule' })).status).toBe(403);
    expect((await client.delete(`/r/auth.Group/${north}/`)).status).toBe(403);
    const both = [
      { op: 'update', pk: north, data: { name: 'a' } },
      { op: 'update', pk: north, data: { name: 'b' } },
    ];
    expect((await client.post('/r/auth.Group/bulk/', { operations: both })).status).toBe(403);
    expect((await root.get(`/r/auth.Group/${north}/`)).body.name).toBe('north');
    expect((await client.get('/r/t.Sale/')).body.count).toBe(2);
  });

  it('are not left by a new user, nor by the password, name or deletion of a colleague', async () => {
    await start();
    const client = await manager(['north']);
    const permissions = await keysOf('view_sale');
    const made = await client.post('/r/auth.User/', {
      username: 'puppet',
      password: 'a long good one',
      is_staff: true,
      user_permissions: permissions,
    });
    expect(made.status).toBe(403);
    await service.user({ username: 'wide', permissions: sells });
    const wide = await idOf('User', 'wide');
    for (const body of [{ password: 'a long good one' }, { username: 'mine' }, { email: 'me@example.com' }, { is_active: false }])
      expect([body, (await client.patch(`/r/auth.User/${wide}/`, body)).status]).toEqual([body, 403]);
    expect((await client.delete(`/r/auth.User/${wide}/`)).status).toBe(403);
    expect((await service.anonymous.post('/auth/login/', { username: 'wide', password })).status).toBe(200);
  });

  it('do not grow by a right that is given, directly or by a group', async () => {
    await start();
    const client = await manager(['north']);
    await service.user({ username: 'bare' });
    await service.user({ username: 'member', groups: ['plain'] });
    const permissions = await keysOf('view_sale');
    expect((await client.patch(`/r/auth.User/${await idOf('User', 'bare')}/`, { user_permissions: permissions })).status).toBe(403);
    expect((await client.patch(`/r/auth.Group/${await idOf('Group', 'plain')}/`, { permissions })).status).toBe(403);
  });

  it('let a manager do what stays within their own reach', async () => {
    await start();
    const client = await manager(['north']);
    const groups = await idsOf(['north']);
    const permissions = await keysOf('view_sale');
    const made = await client.post('/r/auth.User/', {
      username: 'helper',
      password: 'a long good one',
      is_staff: true,
      groups,
      user_permissions: permissions,
    });
    expect(made.status).toBe(201);
    expect((await client.patch(`/r/auth.User/${made.body.id}/`, { password: 'another long one' })).status).toBe(200);
    expect((await client.delete(`/r/auth.User/${made.body.id}/`)).status).toBe(204);
    const wider = await manager(['both'], 'wider');
    expect((await wider.post('/r/auth.User/', { username: 'of the north', groups, user_permissions: permissions })).status).toBe(201);
    const own = await manager(['own'], 'owner');
    const named = { groups: await idsOf(['own']), user_permissions: permissions };
    expect((await own.post('/r/auth.User/', { username: 'sam', ...named })).status).toBe(403);
    expect((await own.patch(`/r/auth.User/${await idOf('User', 'owner')}/`, { username: 'sam' })).status).toBe(403);
  });

  it('hold also for users who have no right yet', async () => {
    const closed: typeof restricted = ({ actor }) => {
      if (actor.isSuperuser || actor.groups.includes('office')) return all;
      return actor.groups.includes('north') ? where('region', '=', 'north') : none;
    };
    await start(closed);
    const client = await manager(['north']);
    await service.user({ username: 'of the office', groups: ['office', 'helpers'] });
    await service.user({ username: 'trainee', groups: ['trainees'] });
    const [office, trainees, helpers] = await idsOf(['office', 'trainees', 'helpers']);
    const tries = [
      () => client.post('/r/auth.User/', { username: 'puppet', password: 'a long good one', is_staff: true, groups: [office] }),
      async () => client.patch(`/r/auth.User/${await idOf('User', 'of the office')}/`, { password: 'a long good one' }),
      () =>
        client.post('/r/auth.Group/bulk/', {
          operations: [
            { op: 'update', pk: office, data: { name: 'x' } },
            { op: 'update', pk: trainees, data: { name: 'office' } },
          ],
        }),
      async () => client.patch(`/r/auth.User/${await idOf('User', 'manager')}/`, { groups: [office] }),
      async () => client.patch(`/r/auth.Group/${helpers}/`, { permissions: await keysOf('change_sale') }),
    ];
    for (const [index, attempt] of tries.entries()) expect([index, (await attempt()).status]).toEqual([index, 403]);
    expect((await client.post('/r/auth.User/', { username: 'new', is_staff: true })).status).toBe(201);
  });

  it('may be changed for others with the right to manage scopes', async () => {
    await start();
    const client = await service.user({
      username: 'chief',
      groups: ['north'],
      permissions: [...manages, ...sells, 'auth.user:manage_scope'],
    });
    await service.user({ username: 'wide', permissions: sells });
    expect((await client.patch(`/r/auth.User/${await idOf('User', 'wide')}/`, { password: 'a long good one' })).status).toBe(200);
    expect((await client.patch(`/r/auth.Group/${await idOf('Group', 'north')}/`, { name: 'still north' })).status).toBe(200);
  });

  it('open nothing where they throw, return nothing, or compare with nothing', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const broken: readonly (() => unknown)[] = [
      () => {
        throw new Error('no rule today');
      },
      () => undefined,
      () => null,
      () => true,
      () => Promise.resolve(all),
      () => ({ rule: 'everything' }),
      () => where('nothing', '=', 1),
      () => not(undefined as unknown as RowRule),
      () => not(where('region', '=', undefined as unknown as string)),
      () => not(where('region', '==' as '=', 'north')),
      () => or(where('region', '=', 'north'), undefined as unknown as RowRule),
    ];
    // Found at start, they would be errors there.
    let isStarted = false;
    const models = broken.map((rows, index) => model('sale', `t.Sale${index}`, { rows: () => (isStarted ? (rows() as RowRule) : none) }));
    service = await startService({
      dialect,
      setup,
      models: [...models, model('sale', 't.None', { rows: () => none })],
      settings: { logger },
    });
    isStarted = true;
    root = await service.superuser();
    for (const index of broken.keys()) {
      const list = await root.get(`/r/t.Sale${index}/`);
      expect([index, list.status, list.body.count]).toEqual([index, 200, 0]);
      expect((await root.get(`/r/t.Sale${index}/1/`)).status).toBe(404);
      expect((await root.patch(`/r/t.Sale${index}/1/`, { owner: 'me' })).status).toBe(404);
    }
    expect(lines.filter((line) => line.includes('row rule failed'))).toHaveLength(broken.length);
  });
});
