import { action, type AdminAction, exportCsv, model, widget } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CalledEndpoints } from '../support/called-endpoints.ts';
import { dialects } from '../support/databases.ts';
import { type Answer, type Client, startService, type TestService, type TestUser } from '../support/service.ts';

/** Who asks: each holds no more than is said. On the read-only model the same codenames are held. */
const roles: Readonly<Record<string, Omit<TestUser, 'username'> | null>> = {
  anonymous: null,
  'no staff': { isStaff: false, permissions: ['m.doc:view_doc', 'm.memo:view_memo'] },
  nothing: {},
  another: { permissions: ['m.other:view_other', 'm.other:change_other'] },
  view: { permissions: ['m.doc:view_doc', 'm.memo:view_memo'] },
  add: { permissions: ['m.doc:add_doc', 'm.memo:add_memo'] },
  change: { permissions: ['m.doc:change_doc', 'm.memo:change_memo'] },
  delete: { permissions: ['m.doc:delete_doc', 'm.memo:delete_memo'] },
  field: { permissions: ['m.doc:view_secret', 'm.memo:view_secret'] },
  stamp: { permissions: ['m.doc:stamp', 'm.memo:stamp'] },
  'view, stamp': { permissions: ['m.doc:view_doc', 'm.doc:stamp', 'm.memo:view_memo', 'm.memo:stamp'] },
  'view, export': {
    permissions: ['doc', 'memo', 'other'].flatMap((name) => [`m.${name}:view_${name}`, `m.${name}:export_${name}`]),
  },
  four: {
    permissions: ['doc', 'memo'].flatMap((name) => ['view', 'add', 'change', 'delete'].map((right) => `m.${name}:${right}_${name}`)),
  },
  'view, share': { permissions: ['m.doc:view_doc', 'm.memo:view_memo', 'auth.user:share_view'] },
  restore: { permissions: ['m.bin:view_bin', 'm.bin:restore_bin'] },
  purge: { permissions: ['m.bin:view_bin', 'm.bin:purge_bin'] },
  'delete of the model with a trash': { permissions: ['m.bin:view_bin', 'm.bin:delete_bin'] },
  superuser: { isSuperuser: true },
};

interface Target {
  readonly client: Client;
  readonly key: string;
  /** A row that no other request is about. */
  readonly row: number;
  /** Key of a row that is not there yet. */
  readonly fresh: number;
}

const json = (answer: Answer): string => String(answer.status);
const ops = ({ client, key }: Target, operation: object): Promise<Answer> => client.post(`/r/${key}/bulk/`, { operations: [operation] });

/** Every endpoint about a model. */
const requests: Readonly<Record<string, (target: Target) => Promise<Answer>>> = {
  'GET schema/{model}': ({ client, key }) => client.get(`/schema/${key}/`),
  'GET list': ({ client, key }) => client.get(`/r/${key}/`),
  'GET list, filter by a field of its own permission': ({ client, key }) => client.get(`/r/${key}/?secret=x`),
  'GET list, unknown filter': ({ client, key }) => client.get(`/r/${key}/?nothing=x`),
  'GET row': ({ client, key, row }) => client.get(`/r/${key}/${row}/`),
  'GET row that is not there': ({ client, key }) => client.get(`/r/${key}/99999/`),
  'GET autocomplete': ({ client, key }) => client.get(`/r/${key}/autocomplete/?q=a`),
  'GET aggregate': ({ client, key }) => client.get(`/r/${key}/aggregate/?_group_by=name`),
  'GET aggregate of a field of its own permission': ({ client, key }) => client.get(`/r/${key}/aggregate/?_group_by=secret`),
  'GET aggregate of an unknown field': ({ client, key }) => client.get(`/r/${key}/aggregate/?_group_by=nothing`),
  'POST suggest': ({ client, key }) => client.post(`/r/${key}/suggest/`, { field: 'name', values: { name: 'x' } }),
  'POST suggest for a field of its own permission': ({ client, key }) =>
    client.post(`/r/${key}/suggest/`, { field: 'secret', values: { secret: 'x' } }),
  'GET related': ({ client, key, row }) => client.get(`/r/${key}/${row}/related/`),
  'GET references': ({ client, key, row }) => client.get(`/r/${key}/${row}/references/`),
  'GET history': ({ client, key, row }) => client.get(`/r/${key}/${row}/history/`),
  'POST create': ({ client, key, fresh }) => client.post(`/r/${key}/`, { id: fresh, name: 'new' }),
  'POST create, malformed': ({ client, key }) => client.request('POST', `/r/${key}/`, { body: '{' }),
  'PATCH row': ({ client, key, row }) => client.patch(`/r/${key}/${row}/`, { name: 'changed' }),
  'PATCH a field of its own permission': ({ client, key, row }) => client.patch(`/r/${key}/${row}/`, { secret: 'changed' }),
  'DELETE row': ({ client, key, row }) => client.delete(`/r/${key}/${row}/`),
  'PUT row': ({ client, key, row }) => client.request('PUT', `/r/${key}/${row}/`, { body: {} }),
  'POST bulk update': ({ client, key, row }) => client.post(`/r/${key}/bulk/`, { action: 'update', ids: [row], data: { name: 'bulk' } }),
  'POST bulk update, all that match': ({ client, key, row }) =>
    client.post(`/r/${key}/bulk/`, { action: 'update', all_filtered: true, params: { id: row }, data: { name: 'all' } }),
  'POST bulk update by values': ({ client, key, row }) =>
    client.post(`/r/${key}/bulk/`, { action: 'update', ids: [row], changes: { name: { append: '!' } } }),
  'POST bulk update by values, of a field of its own permission': ({ client, key, row }) =>
    client.post(`/r/${key}/bulk/`, { action: 'update', ids: [row], changes: { secret: { append: '!' } } }),
  'POST bulk delete': ({ client, key, row }) => client.post(`/r/${key}/bulk/`, { action: 'delete', ids: [row] }),
  'POST bulk operation create': (target) => ops(target, { op: 'create', data: { id: target.fresh, name: 'op' } }),
  'POST bulk operation update': (target) => ops(target, { op: 'update', pk: target.row, data: { name: 'op' } }),
  'POST bulk operation delete': (target) => ops(target, { op: 'delete', pk: target.row }),
  'POST action of the config': ({ client, key, row }) => client.post(`/r/${key}/action/plain/`, { ids: [row] }),
  'POST action of the config, all that match': ({ client, key }) =>
    client.post(`/r/${key}/action/plain/`, { all_filtered: true, params: { id: 1 } }),
  'POST action with a codename': ({ client, key, row }) => client.post(`/r/${key}/action/stamp/`, { ids: [row] }),
  'POST action with a codename, all that match': ({ client, key }) =>
    client.post(`/r/${key}/action/stamp/`, { all_filtered: true, params: { id: 1 } }),
  'POST create, only tried': ({ client, key, fresh }) => client.post(`/r/${key}/?dry_run=true`, { id: fresh, name: 'new' }),
  'PATCH row, only tried': ({ client, key, row }) => client.patch(`/r/${key}/${row}/?dry_run=true`, { name: 'tried' }),
  'DELETE row, only tried': ({ client, key, row }) => client.delete(`/r/${key}/${row}/?dry_run=true`),
  'POST bulk update, only tried': ({ client, key, row }) =>
    client.post(`/r/${key}/bulk/`, { action: 'update', ids: [row], data: { name: 'tried' }, dry_run: true }),
  'POST action of the config, only tried': ({ client, key, row }) => client.post(`/r/${key}/action/plain/`, { ids: [row], dry_run: true }),
  'POST action with a codename, only tried': ({ client, key, row }) =>
    client.post(`/r/${key}/action/stamp/`, { ids: [row], dry_run: true }),
  'POST export': ({ client, key, row }) => client.post(`/r/${key}/action/export_${key.slice(2).toLowerCase()}/`, { ids: [row] }),
  'POST action of a client': ({ client, key, row }) => client.post(`/r/${key}/action/copy/`, { ids: [row] }),
  'POST action that is not there': ({ client, key, row }) => client.post(`/r/${key}/action/nothing/`, { ids: [row] }),
};

/** The next row in the trash that no other request is about. */
let deleted = 1;
const nextDeleted = (): number => (deleted += 1);

/** A view of all, and one that nobody of the roles has made. */
let shared = 0;
let foreign = 0;

/** A change set of another user. */
let changed = 0;

/** Changes a row as another user. @returns the change set. */
let newSet: () => Promise<number>;

/** Key of a view of the client; of no view, if they may make none. */
async function ownView(client: Client): Promise<number> {
  const made = await client.post('/views/', { model: 'm.Doc', name: 'own' });
  return made.status === 201 ? made.body.id : 999_999;
}

/** Endpoints about no model, and what is free for all staff. */
const others: Readonly<Record<string, (client: Client) => Promise<Answer>>> = {
  'GET config': (client) => client.get('/config/'),
  'GET auth/me': (client) => client.get('/auth/me/'),
  'POST auth/password, wrong': (client) => client.post('/auth/password/', { old_password: 'x', new_password: 'an even longer passphrase' }),
  'GET openapi.json': (client) => client.get('/openapi.json'),
  'GET schema': (client) => client.get('/schema/'),
  'GET doctor': (client) => client.get('/doctor/'),
  'GET search': (client) => client.get('/search/?q=a'),
  'GET views': (client) => client.get('/views/'),
  'POST a view': (client) => client.post('/views/', { model: 'm.Doc', name: 'x' }),
  'POST a view that is shared': (client) => client.post('/views/', { model: 'm.Doc', name: 'x', sharing: { kind: 'all' } }),
  'POST a view of a hidden field': (client) => client.post('/views/', { model: 'm.Doc', name: 'x', query: 'secret=x' }),
  'PATCH an own view': async (client) => client.patch(`/views/${await ownView(client)}/`, { name: 'y' }),
  'PATCH an own view, so that it is shared': async (client) =>
    client.patch(`/views/${await ownView(client)}/`, { sharing: { kind: 'all' } }),
  'DELETE an own view': async (client) => client.delete(`/views/${await ownView(client)}/`),
  'PATCH a view of all': async (client) => client.patch(`/views/${shared}/`, { name: 'y' }),
  'PATCH a view of another': async (client) => client.patch(`/views/${foreign}/`, { name: 'y' }),
  'DELETE a view of another': async (client) => client.delete(`/views/${foreign}/`),
  'GET changes': (client) => client.get('/changes/'),
  'GET a change set of the model': (client) => client.get(`/changes/${changed}/`),
  'GET rows of a change set of the model': (client) => client.get(`/changes/${changed}/rows/`),
  'POST undo of a change of a row': async (client) => client.post(`/changes/${await newSet()}/undo/`, {}),
  'GET widgets': (client) => client.get('/widgets/'),
  'GET widgets/model-counts': (client) => client.get('/widgets/model-counts/'),
  'GET widgets/recent-audit': (client) => client.get('/widgets/recent-audit/'),
  'GET widget that needs view of the model': (client) => client.get('/widgets/docs/'),
  'GET widget that needs nothing': (client) => client.get('/widgets/free/'),
  'GET widget that is not there': (client) => client.get('/widgets/none/'),
  'GET home': (client) => client.get('/home/'),
  'GET card of the home page': (client) => client.get('/home/main/docs/'),
  'GET card of a hidden field': (client) => client.get('/home/main/secret/'),
  'GET card of a group': (client) => client.get('/home/group/docs/'),
  'GET the audit log': (client) => client.get('/r/admin.AdminAuditLog/'),
  'GET users': (client) => client.get('/r/auth.User/'),
  'POST action without a codename': (client) => client.post('/r/m.Bell/action/ring/', {}),
  'POST export of a model whose config declares none': (client) => client.post('/r/m.Other/action/export_csv/', { ids: ['1'] }),
  'POST export of the audit log': (client) => client.post('/r/admin.AdminAuditLog/action/export_csv/', { all_filtered: true }),
  'GET list of the model of that action': (client) => client.get('/r/m.Bell/'),
  'GET the trash of a model': (client) => client.get('/r/m.Bin/?_trash=only'),
  'GET a row in the trash': (client) => client.get('/r/m.Bin/1/?_trash=only'),
  'POST restore': (client) => client.post(`/r/m.Bin/${nextDeleted()}/restore/`, {}),
  'POST purge': (client) => client.post(`/r/m.Bin/${nextDeleted()}/purge/`, {}),
  'POST bulk restore': (client) => client.post('/r/m.Bin/bulk/', { action: 'restore', ids: [nextDeleted()] }),
  'POST bulk purge': (client) => client.post('/r/m.Bin/bulk/', { action: 'purge', ids: [nextDeleted()] }),
  'POST restore on a model without a trash': (client) => client.post('/r/m.Doc/1/restore/', {}),
  'GET a model that is not there': (client) => client.get('/r/m.None/'),
  'GET a path that is not there': (client) => client.get('/nothing/'),
};

const declared = (key: string): AdminAction[] => [
  { model: key, codename: 'stamp', name: 'Stamp', kind: 'server', scope: 'bulk', run: () => {} },
  { model: key, codename: 'copy', name: 'Copy', kind: 'client', scope: 'bulk' },
  exportCsv(key),
];
const config = {
  searchFields: ['name'],
  fields: { secret: { view: 'm.view_secret' } },
  actions: { plain: action({ run: () => {} }) },
};
const table = (name: string): string => `CREATE TABLE ${name} (id varchar(20) NOT NULL PRIMARY KEY, name varchar(20), secret varchar(20));
  INSERT INTO ${name} SELECT CAST(n AS varchar(20)), 'a', 'x' FROM numbers;`;

describe.each(dialects)('the permission matrix on %s', (dialect) => {
  let service: TestService;
  const clients: [string, Client][] = [];
  const called = new CalledEndpoints();
  beforeAll(async () => {
    const numbers = Array.from({ length: 800 }, (_, index) => `(${index + 1})`).join(', ');
    service = await startService({
      dialect,
      setup: `CREATE TABLE numbers (n integer); INSERT INTO numbers VALUES ${numbers}; ${table('doc')} ${table('memo')} ${table('other')} ${table('bell')}
        CREATE TABLE bin (id integer PRIMARY KEY, deleted_at ${dialect === 'postgres' ? 'timestamptz' : 'datetime'});
        INSERT INTO bin SELECT n, '2026-01-01 00:00:00+00:00' FROM numbers;`,
      models: [
        model('doc', 'm.Doc', { ...config, suggest: { name: () => ({}), secret: () => ({}) } }),
        model('memo', 'm.Memo', { ...config, readonly: true }),
        model('other', 'm.Other'),
        model('bell', 'm.Bell'),
        model('bin', 'm.Bin', { softDelete: 'deleted_at' }),
      ],
      adminActions: [
        ...declared('m.Doc'),
        ...declared('m.Memo'),
        { model: 'm.Bell', codename: null, name: 'Ring', kind: 'server', scope: 'toolbar', run: () => {} },
      ],
      home: [
        {
          name: 'main',
          title: 'Main',
          cards: [
            { name: 'docs', number: { model: 'm.Doc' } },
            { name: 'secret', breakdown: { model: 'm.Doc', by: 'secret' } },
          ],
        },
        { name: 'group', title: 'Of a group', groups: ['Nobody'], cards: [{ name: 'docs', number: { model: 'm.Doc' } }] },
      ],
      widgets: { docs: widget({ permission: 'm.view_doc' }, () => ({ cards: [] })), free: widget({}, () => ({ cards: [] })) },
    });
    const author = await service.user({ username: 'author', isSuperuser: true });
    foreign = await ownView(author);
    shared = (await author.post('/views/', { model: 'm.Doc', name: 'of all', sharing: { kind: 'all' } })).body.id;
    let count = 0;
    newSet = async () => Number((await author.patch('/r/m.Doc/first/', { name: `name ${(count += 1)}` })).headers.get('x-change-set'));
    changed = Number((await author.post('/r/m.Doc/', { id: 'first', name: 'new' })).headers.get('x-change-set'));
    for (const [role, user] of Object.entries(roles)) {
      if (user === null) clients.push([role, called.recording(service.anonymous)]);
      else if (user.isStaff === false) clients.push([role, called.recording(await formerStaff(service, { ...user, username: role }))]);
      else clients.push([role, called.recording(await service.user({ ...user, username: role }))]);
    }
  });
  afterAll(() => service.close());

  it('is the one that is written down', async () => {
    const sections = ['# Who may do what', intro];
    for (const key of ['m.Doc', 'm.Memo']) {
      let next = 0;
      const rows: string[][] = [];
      for (const [name, ask] of Object.entries(requests)) {
        const cells: string[] = [];
        for (const [role, client] of clients) {
          next += 1;
          const before = await contents();
          const answer = await ask({ client, key, row: next, fresh: 1000 + next });
          cells.push(json(answer));
          const mayChange = answer.status < 300 && !name.endsWith('only tried') && /^(POST (create|bulk)|PATCH|DELETE)/.test(name);
          // What is refused leaves no trace.
          expect([key, name, role, (await contents()) === before]).toEqual([key, name, role, !mayChange]);
        }
        rows.push([name, ...cells]);
      }
      sections.push(key === 'm.Doc' ? '## A model' : '## A read-only model', tableOf(rows));
    }
    const rows: string[][] = [];
    for (const [name, ask] of Object.entries(others)) {
      const cells: string[] = [];
      for (const [, client] of clients) cells.push(json(await ask(client)));
      rows.push([name, ...cells]);
    }
    sections.push('## The rest', tableOf(rows));
    await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/reference/who-may-do-what.md');
    expect(called.missing(({ access }) => access !== 'public')).toEqual([]);
  });

  it('is what the schema says of rights and actions', async () => {
    for (const [role, client] of clients) {
      for (const key of ['m.Doc', 'm.Memo']) {
        const { status, body } = await client.get(`/schema/${key}/`);
        if (status !== 200) continue;
        for (const entry of body.actions.filter(({ kind }: { kind: string }) => kind === 'server')) {
          const answer = await client.post(`/r/${key}/action/${entry.key}/`, { ids: [450] });
          // Beside its own permission, an export needs view.
          const may = entry.allowed && (body.permissions.view || !entry.key.startsWith('export_'));
          expect([role, key, entry.key, answer.status === 200]).toEqual([role, key, entry.key, may]);
        }
        expect([role, key, (await client.get(`/r/${key}/`)).status === 200]).toEqual([role, key, body.permissions.view]);
      }
    }
  });

  const contents = async (): Promise<string> => {
    const tables = ['doc', 'memo'].map((name) => service.database.query(`SELECT * FROM ${name} ORDER BY id`));
    return JSON.stringify(await Promise.all(tables));
  };
});

const intro = `What each request is answered with, for people who hold exactly what the column says. Made and compared by
\`test/conformance/permission-matrix.test.ts\` on both databases; a refused request has left no trace there. \`field\` is the
permission of one field, \`stamp\` that of an action, \`share\` is \`auth.share_view\`, \`four\` are view, add, change and delete.`;

/** A table of Markdown, as the formatter writes it. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const all = [['', ...Object.keys(roles)], ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(all[0] ?? []), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Somebody who signed in while they were staff. */
async function formerStaff(service: TestService, user: TestUser): Promise<Client> {
  const client = await service.user({ ...user, isStaff: true });
  await service.database.query('UPDATE grimoire_user SET is_staff = ? WHERE username = ?', [false, user.username]);
  return client;
}
