import { type AdminAction, exportCsv, file, model } from 'grimoire';
import { beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, type Client, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const tables = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(40));
  CREATE TABLE orders (id integer PRIMARY KEY, number varchar(40));
  CREATE TABLE subscription (id integer PRIMARY KEY, number varchar(40));
  INSERT INTO customer VALUES (1, 'Ann'), (2, 'Bob');
  INSERT INTO orders VALUES (1, 'O1'), (2, 'O2');
  INSERT INTO subscription VALUES (1, 'S1');`;

const receipt = (key: string): AdminAction => ({
  model: key,
  codename: 'print_receipt',
  name: 'Print a receipt',
  kind: 'server',
  scope: 'bulk',
  returns: 'file',
  run: () => file({ name: 'receipt.html', type: 'text/html', body: '<p>Paid</p>' }),
});

const adminActions: AdminAction[] = [
  exportCsv('crm.Customer', { name: 'Export users', codename: 'export_users' }),
  { model: 'crm.Customer', codename: null, name: 'Send notification', kind: 'server', scope: 'toolbar', run: () => ({ message: 'Sent.' }) },
  receipt('sales.Order'),
  receipt('sales.Subscription'),
];

/** Everybody, and the groups that they are in. */
const staff: Readonly<Record<string, readonly string[]>> = {
  ada: ['exporters'],
  ben: ['exporters', 'counter'],
  cai: ['exporters'],
  dee: ['counter'],
  eva: ['counter'],
  fox: [],
  gil: [],
  hal: [],
  ida: [],
  jon: [],
};

/** The situation that the service was asked for, set up as an administrator would: through the service itself. */
describe.each(dialects)('ten staff on %s', (dialect) => {
  const clients: Record<string, Client> = {};
  const groups: Record<string, number> = {};
  const users: Record<string, number> = {};
  const { service, root } = serviceForAll(() => {
    const models = [model('customer', 'crm.Customer'), model('orders', 'sales.Order'), model('subscription', 'sales.Subscription')];
    return startService({ dialect, setup: tables, models, adminActions });
  });
  beforeAll(async () => {
    const permission = async (codename: string, table: string): Promise<number> => {
      const { results } = (await root.get(`/r/auth.Permission/?codename=${codename}&content_type__model=${table}`)).body;
      expect(results).toHaveLength(1);
      return results[0].id;
    };
    const make = async (name: string, permissions: readonly number[]): Promise<number> =>
      (await root.post('/r/auth.Group/', { name, permissions })).body.id;
    groups['exporters'] = await make('exporters', [
      await permission('export_users', 'customer'),
      await permission('view_customer', 'customer'),
    ]);
    groups['counter'] = await make('counter', [
      await permission('print_receipt', 'order'),
      await permission('view_order', 'order'),
      await permission('view_subscription', 'subscription'),
    ]);
    for (const [username, names] of Object.entries(staff)) {
      const body = { username, password: `${username}'s own password`, is_staff: true, groups: names.map((name) => groups[name]) };
      users[username] = (await root.post('/r/auth.User/', body)).body.id;
      const login = await service.anonymous.post('/auth/login/', { username, password: body.password });
      clients[username] = service.client(login.body.access);
    }
  });

  const as = (username: string): Client => clients[username] ?? service.anonymous;
  const exportUsers = (username: string): Promise<Answer> =>
    as(username).post('/r/crm.Customer/action/export_users/', { all_filtered: true });
  const print = (username: string, key: string): Promise<Answer> => as(username).post(`/r/${key}/action/print_receipt/`, { ids: [1] });
  const shown = async (username: string, key: string): Promise<readonly string[]> => {
    const { status, body } = await as(username).get(`/schema/${key}/`);
    if (status === 404) return [];
    const allowed = body.actions.filter((entry: { allowed: boolean }) => entry.allowed).map((entry: { key: string }) => entry.key);
    expect(body.allowed_actions).toEqual(allowed);
    return allowed;
  };

  it('lets three export users, and the schema says so', async () => {
    for (const [username, names] of Object.entries(staff)) {
      const may = names.includes('exporters');
      expect([username, (await exportUsers(username)).status]).toEqual([username, may ? 200 : 403]);
      expect([username, (await shown(username, 'crm.Customer')).includes('export_users')]).toEqual([username, may]);
    }
    expect((await exportUsers('ada')).text).toBe('Id,Name\r\n1,Ann\r\n2,Bob\r\n');
  });

  it('lets all ten send notifications', async () => {
    for (const username of Object.keys(staff)) {
      const answer = await as(username).post('/r/crm.Customer/action/send_notification/', {});
      expect([username, answer.status, answer.body]).toEqual([username, 200, { message: 'Sent.' }]);
      expect(await shown(username, 'crm.Customer')).toContain('send_notification');
    }
    expect((await service.anonymous.post('/r/crm.Customer/action/send_notification/', {})).status).toBe(401);
  });

  it('lets receipts be printed on orders and not on subscriptions', async () => {
    for (const username of ['ben', 'dee', 'eva']) {
      expect((await print(username, 'sales.Order')).text).toBe('<p>Paid</p>');
      expect((await print(username, 'sales.Subscription')).status).toBe(403);
      expect(await shown(username, 'sales.Order')).toEqual(['print_receipt']);
      expect(await shown(username, 'sales.Subscription')).toEqual([]);
    }
    // Who holds nothing on orders does not learn that there are any.
    expect([(await print('fox', 'sales.Order')).status, await shown('fox', 'sales.Order')]).toEqual([404, []]);
  });

  it('counts a move between groups from the next request on, both ways', async () => {
    await root.patch(`/r/auth.User/${users['fox']}/`, { groups: [groups['exporters']] });
    expect([(await exportUsers('fox')).status, await shown('fox', 'crm.Customer')]).toEqual([200, ['export_users', 'send_notification']]);
    await root.patch(`/r/auth.User/${users['fox']}/`, { groups: [groups['counter']] });
    expect([(await exportUsers('fox')).status, (await print('fox', 'sales.Order')).status]).toEqual([403, 200]);
    await root.patch(`/r/auth.User/${users['fox']}/`, { groups: [] });
    expect([(await exportUsers('fox')).status, (await print('fox', 'sales.Order')).status]).toEqual([403, 404]);
  });

  it('has each run in the log, under who ran it', async () => {
    const { results } = (await root.get('/r/admin.AdminAuditLog/?action=action:print_receipt&ordering=id')).body;
    expect(results.map((entry: { actor_repr: string; model_label: string }) => [entry.actor_repr, entry.model_label])).toEqual([
      ['ben', 'sales.Order'],
      ['dee', 'sales.Order'],
      ['eva', 'sales.Order'],
      ['fox', 'sales.Order'],
    ]);
  });
});
