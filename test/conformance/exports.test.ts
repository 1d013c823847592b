import { action, type AdminAction, type AdminOptions, all, exportCsv, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const setupOfPasses = `CREATE TABLE person (id integer PRIMARY KEY, name varchar(40));
CREATE TABLE pass (id integer PRIMARY KEY REFERENCES person (id), title varchar(40));
INSERT INTO person VALUES (7, 'Ada'), (8, 'Ben');
INSERT INTO pass VALUES (7, 'Gate'), (8, 'Roof');`;

const names = ['plain', 'fixed', 'own', 'taken', 'shut', 'coded'] as const;
const setup = names
  .map(
    (name) =>
      `CREATE TABLE ${name} (id integer PRIMARY KEY, title varchar(40), secret varchar(20)); INSERT INTO ${name} VALUES (1, '=1+1', 's'), (2, 'é', 's');`,
  )
  .concat(setupOfPasses)
  .join('\n');

const models: AdminOptions['models'] = [
  model('plain', 'e.Plain', {
    fields: { secret: { view: 'e.view_secret' } },
    rows: ({ actor }) => (actor.groups.includes('few') ? where('id', '=', 2) : all),
  }),
  model('fixed', 'e.Fixed', { readonly: true }),
  model('own', 'e.Own'),
  model('taken', 'e.Taken', { actions: { export_csv: action({ label: 'Export as CSV', run: () => ({ message: 'Shipped.' }) }) } }),
  model('shut', 'e.Shut', { export: false }),
  // Its permission to see a field has the codename that the export would have.
  model('coded', 'e.Coded', { fields: { secret: { view: 'e.export_coded' } } }),
  model('person', 'e.Person', { label: 'name' }),
  model('pass', 'e.Pass'),
];
const adminActions: readonly AdminAction[] = [
  exportCsv('e.Own', { codename: 'take_away', name: 'Take away' }),
  exportCsv('e.Own', { codename: 'take_more', name: 'Take more' }),
  // The handler of an export with other parameters.
  { ...exportCsv('e.Own', { codename: 'take_some', name: 'Take some' }), params: {} },
];

describe.each(dialects)('the export of every model on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startService({ processes: true, dialect, setup, models, adminActions }));
  const exportOf = async (key: string, client = root): Promise<unknown> => (await client.get(`/schema/${key}/`)).body.export;
  const run = (key: string, client: Client = root, input = {}) =>
    client.post(`/r/${key}/action/export_csv/`, { all_filtered: true, input });

  it('is there without a config, and where another action or permission has its name it is not', async () => {
    const found = await Promise.all(models.map(async ({ key }) => [key, await exportOf(key), (await run(key)).status]));
    expect(found).toEqual([
      ['e.Plain', { action: 'export_csv' }, 200],
      ['e.Fixed', { action: 'export_csv' }, 200],
      ['e.Own', { action: 'take_away' }, 404],
      // The action of the config, which is no export.
      ['e.Taken', undefined, 200],
      ['e.Shut', undefined, 404],
      ['e.Coded', undefined, 404],
      ['e.Person', { action: 'export_csv' }, 200],
      ['e.Pass', { action: 'export_csv' }, 200],
    ]);
    expect((await run('e.Taken')).body).toEqual({ message: 'Shipped.' });
    expect((await root.get('/schema/e.Plain/')).body).toMatchObject({ actions: [], allowed_actions: [] });
  });

  it('answers with CSV, after a byte order mark only if that is asked for', async () => {
    const answer = await run('e.Plain');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="e-plain-\d{4}-\d\d-\d\d\.csv"/);
    expect(answer.text).toBe("Id,Title,Secret\r\n1,'=1+1,s\r\n2,é,s\r\n");
    const bytes = async (input: object): Promise<number[]> => {
      const request = new Request('http://admin.test/api/r/e.Plain/action/export_csv/', {
        method: 'POST',
        body: JSON.stringify({ ids: [2], input }),
        headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' },
      });
      return [...new Uint8Array(await (await service.admin.fetch(request)).arrayBuffer())].slice(0, 5);
    };
    expect(await bytes({ columns: ['title'], bom: true })).toEqual([0xef, 0xbb, 0xbf, 0x54, 0x69]);
    expect(await bytes({ columns: ['title'], bom: false })).toEqual([0x54, 0x69, 0x74, 0x6c, 0x65]);
    expect((await run('e.Plain', root, { bom: 'perhaps' })).status).toBe(400);
  });

  it('needs its own permission and view, and has no more than its user may see', async () => {
    const user = (username: string, codenames: readonly string[], groups: readonly string[] = []): Promise<Client> =>
      service.user({ username: `${username}-${dialect}`, permissions: codenames.map((name) => `e.plain:${name}`), groups });
    const both = await user('both', ['view_plain', 'export_plain'], ['few']);
    expect([await exportOf('e.Plain', both), (await run('e.Plain', both)).text]).toEqual([{ action: 'export_csv' }, 'Id,Title\r\n2,é\r\n']);
    expect((await run('e.Plain', both, { columns: ['secret'] })).status).toBe(400);
    for (const [name, codename] of [
      ['viewer', 'view_plain'],
      ['changer', 'change_plain'],
      ['blind', 'export_plain'],
    ] as const) {
      const client = await user(name, [codename]);
      expect([name, await exportOf('e.Plain', client), (await run('e.Plain', client)).status]).toEqual([name, undefined, 403]);
    }
  });

  it('does not tell which keys exist without view', async () => {
    const blind = await service.user({
      username: `keyless-${dialect}`,
      permissions: ['e.plain:export_plain', 'e.own:take_away', 'e.own:take_more', 'e.own:take_some'],
    });
    for (const path of ['e.Plain/action/export_csv', 'e.Own/action/take_away', 'e.Own/action/take_more', 'e.Own/action/take_some']) {
      const statusOf = async (ids: readonly unknown[]): Promise<number> => (await blind.post(`/r/${path}/`, { ids, input: {} })).status;
      expect([path, await statusOf([1]), await statusOf([99]), await statusOf([1, 99])]).toEqual([path, 403, 403, 403]);
    }
  });

  it('has the order that is asked for, as lists have it, and that of the keys without one', async () => {
    const sorted = async (ordering: unknown, client = root): Promise<unknown> => {
      const { status, text, body } = await run('e.Plain', client, { columns: ['id'], values: 'raw', ordering });
      return status === 200 ? text.trim().split('\r\n').slice(1) : [status, body.ordering];
    };
    expect(await sorted([])).toEqual(['1', '2']);
    expect(await sorted(['-pk'])).toEqual(['2', '1']);
    expect(await sorted(['-title'])).toEqual(['2', '1']);
    // Rows that are alike are in the order of their keys, in the direction of the last name.
    expect(await sorted(['-secret'])).toEqual(['2', '1']);
    expect(await sorted(['secret', '-title'])).toEqual(['2', '1']);
    expect(await sorted(['secret', 'title'])).toEqual(['1', '2']);
    expect(await sorted(['titel', '-title__x'])).toEqual([400, ['Unknown sort field "titel".', 'Unknown sort field "title__x".']]);
    const few = await service.user({
      username: `sorter-${dialect}`,
      permissions: ['e.plain:view_plain', 'e.plain:export_plain'],
    });
    expect(await sorted(['-title'], few)).toEqual(['2', '1']);
    // A field that one may not see orders nothing.
    expect(await sorted(['secret', 'title'], few)).toEqual([400, ['Unknown sort field "secret".']]);
    const selected = await root.post('/r/e.Plain/action/export_csv/', { ids: [1, 2], input: { columns: ['id'], ordering: ['-id'] } });
    expect(selected.text).toBe('Id\r\n2\r\n1\r\n');
  });

  it('is in the audit log, which has none itself', async () => {
    await run('e.Fixed');
    const filter = '/r/admin.AdminAuditLog/?action=action:export_csv&model_label=e.Fixed';
    const [entry] = (await root.get(filter)).body.results;
    expect(entry).toMatchObject({ action_display: 'Export as CSV', object_repr: '2 fixeds', status: 'ok' });
    expect([await exportOf('admin.AdminAuditLog'), (await run('admin.AdminAuditLog')).status]).toEqual([undefined, 404]);
  });

  it('is in the audit log with the keys of its rows, also where the file has their labels', async () => {
    expect((await run('e.Pass')).text).toBe('Id,Title\r\nAda,Gate\r\nBen,Roof\r\n');
    const [entry] = (await root.get('/r/admin.AdminAuditLog/?action=action:export_csv&model_label=e.Pass')).body.results;
    const { targets } = (await root.get(`/r/admin.AdminAuditLog/${entry.id}/`)).body;
    expect(targets).toEqual(['7', '8']);
  });

  it('has no password of the staff', async () => {
    const [header] = (await run('auth.User')).text.split('\r\n');
    expect(header?.split(',')).toEqual(expect.arrayContaining(['Username', 'Email']));
    expect(header).not.toContain('password');
    expect((await run('auth.User', root, { columns: ['password'] })).status).toBe(400);
  });

  it('is switched off by the settings, but for models that switch it on', async () => {
    const other = service.admin.withSettings({ export: false });
    const client = clientOf(other, root.token);
    expect([await exportOf('e.Plain', client), (await run('e.Plain', client)).status]).toEqual([undefined, 404]);
    expect(await exportOf('e.Own', client)).toEqual({ action: 'take_away' });
    await other.close();
  });

  it('is missing in an installation of before until it migrates, which keeps on working', async () => {
    await service.database.execute(`DELETE FROM grimoire_permission WHERE codename IN ('export_plain', 'export_fixed')`);
    expect((await service.admin.operations.checkPermissions()).missing).toEqual(['e.plain:export_plain', 'e.fixed:export_fixed']);
    expect(await service.admin.operations.syncAdminActions({ check: true })).toEqual({ created: [], stale: [] });
    await service.admin.ready();
    expect((await root.get('/r/e.Plain/')).status).toBe(200);
    expect(await service.admin.operations.migrate()).toEqual({ applied: [], permissions: 2 });
    expect((await service.admin.operations.checkPermissions()).missing).toEqual([]);
  });
});

const logActions: readonly AdminAction[] = [
  exportCsv('admin.AdminAuditLog', { codename: 'export_log' }),
  {
    model: 'admin.AdminAuditLog',
    codename: 'show_log',
    name: 'Show',
    kind: 'server',
    scope: 'bulk',
    async run(_context, rows) {
      const seen: unknown[] = [];
      for await (const row of rows.asSeen()) seen.push(row);
      return { seen };
    },
  },
];

describe.each(dialects)('an export of the audit log on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startService({ processes: true, dialect, setup, models, adminActions: logActions }));

  it('has no part of an entry that depends on who reads it', async () => {
    const codenames = ['view_adminauditlog', 'export_log', 'show_log'].map((name) => `admin.adminauditlog:${name}`);
    const auditor = await service.user({ username: `auditor-${dialect}`, permissions: [...codenames, 'e.plain:view_plain'] });
    expect((await root.patch('/r/e.Plain/2/', { secret: 'of nobody' })).status).toBe(200);
    const exported = (input: object) => auditor.post('/r/admin.AdminAuditLog/action/export_log/', { all_filtered: true, input });
    const whole = await exported({ values: 'raw' });
    expect(whole.status).toBe(200);
    expect(whole.text.split('\r\n')[0]).toContain('model_label');
    expect(whole.text).not.toContain('of nobody');
    expect((await exported({ columns: ['diff'] })).status).toBe(400);
    expect((await exported({ columns: ['targets'] })).status).toBe(400);
    // Nor do the rows that a handler of a host may pass on as they are seen.
    const seen = await auditor.post('/r/admin.AdminAuditLog/action/show_log/', { all_filtered: true });
    expect([seen.status, seen.text]).toEqual([200, expect.not.stringContaining('of nobody')]);
    expect(seen.text).toContain('model_label');
  });
});
