import { AdminError, type AdminAction, type HomeDashboardConfig, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { CalledEndpoints } from '../support/called-endpoints.ts';
import { dialects } from '../support/databases.ts';
import { libraryModels, makeBooks, startLibrary } from '../support/library.ts';
import { DescribedAnswers, templateOf } from '../support/openapi.ts';
import { type Answer, asking, type Client, password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

/** The first days of the months around today, which a series of the home page has. */
const months = new RegExp(
  [-1, 0, 1]
    .map((later) => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + later, 1)).toISOString().slice(0, 10))
    .join('|'),
  'g',
);

/** Answers whose every run differs only in these. */
function stable(body: unknown): string {
  return `${JSON.stringify(body, null, 2)
    .replace(/"eyJ[\w.-]+"/g, '"<token>"')
    .replace(/(after|before)=[\w.-]+/g, '$1=<position>')
    .replace(/"preview": "[^"]+"/, '"preview": "<token>"')
    .replace(/"(created_at|examined_at|oldest|at|expires_at)": "[^"]+"/g, '"$1": "<time>"')
    // Transactions that fail take numbers too.
    .replace(/"(change_set|undo_of|undone_by)": \d+/g, '"$1": "<set>"')
    .replace(/"bytes": \d+/, '"bytes": "<size>"')
    .replace(/"id": \d+(?=,\s+"created_at": "<time>",\s+"actor": )/g, '"id": "<set>"')
    // The limits of PostgreSQL's connections.
    .replace(/"notes": \[\s*"The server admits [^"]+"\s*\]/, '"notes": []')
    .replaceAll(months, '<month>')
    .replace(/"request_id": "[^"]+"/g, '"request_id": "<id>"')}\n`;
}

/** An action of each form, and one whose second row fails. */
const actions: AdminAction[] = [
  {
    model: 'lib.Author',
    codename: 'greet',
    name: 'Greet',
    kind: 'server',
    scope: 'toolbar',
    params: { text: { type: 'CharField' } },
    run: () => {},
  },
  { model: 'lib.Author', codename: 'wave', name: 'Wave', kind: 'client', scope: 'bulk' },
  {
    model: 'lib.Author',
    codename: null,
    name: 'Visit at Home',
    kind: 'server',
    scope: 'bulk',
    destructive: true,
    confirm: 'Is somebody at home?',
    variant: 'warning',
    run: (_context, rows) =>
      rows.each(({ id }) => {
        if (id === 2) throw new AdminError('action_failed', { detail: 'Nobody is there.' });
      }),
  },
  {
    model: 'lib.Author',
    codename: 'fail',
    name: 'Fail',
    kind: 'server',
    scope: 'bulk',
    run: () => {
      throw new AdminError('action_failed', { detail: 'It can not be.' });
    },
  },
];

/** Answers are the same, byte for byte, to requests that ask for no language, for English, and for one that the service has not. */
const asked = dialects.flatMap((dialect) => [null, 'en-GB', 'it, tlh;q=0.5'].map((language) => ({ dialect, language })));
/** A card of each kind. Nothing in them changes from day to day: the series has no rows. */
const home: readonly HomeDashboardConfig[] = [
  {
    name: 'main',
    title: 'Books',
    cards: [
      { name: 'long', number: { model: 'lib.Book', of: { sum: 'pages' }, filters: { pages__gte: 3 }, unit: 'pages' } },
      { name: 'months', title: 'Lately', series: { model: 'lib.Book', by: 'published', each: 'month', last: 2, kind: 'bar' } },
      { name: 'genres', breakdown: { model: 'lib.Book', by: 'genre', top: 2 } },
      { name: 'latest', table: { model: 'lib.Book', columns: ['title', 'author'], ordering: 'id', limit: 2 } },
      { name: 'ways', links: [{ label: 'Poems', model: 'lib.Book', filters: { genre: 'poem' } }] },
    ],
  },
];

/** Asks again on a busy machine, until everything was read in time. */
async function whole(ask: () => Promise<Answer>, isWhole: (body: Answer['body']) => boolean): Promise<Answer> {
  let answer: Answer | undefined;
  await expect.poll(async () => isWhole((answer = await ask()).body)).toBe(true);
  return answer as Answer;
}

/** Key of the newest change set of a model. */
async function newestSet(client: Client, key: string): Promise<number> {
  return (await client.get(`/changes/?model=${key}`)).body.results[0].id;
}

/** The frozen shapes of the contract: a change to one is a change of the wire (CONTRACT, "Frozen"). */
describe.each(asked)('frozen fixtures on $dialect, with Accept-Language $language', ({ dialect, language }) => {
  const { service, root } = serviceForAll(() => {
    const settings = {
      brand: { name: 'Library', accent: '#123456' },
      appGroups: [{ name: 'Books & people', apps: ['lib'] }],
      sections: [['lib.Book', 'lib.Chapter']],
      modelOrder: ['lib.Book', 'lib.Author'],
    };
    return startLibrary({
      dialect,
      signsInByRequest: true,
      books: makeBooks(12),
      settings,
      adminActions: actions,
      home,
      models: [...libraryModels, model('book_tag', 'lib.BookTag', { readonly: true })],
    });
  });

  const answers: Readonly<Record<string, (client: Client, anonymous: Client) => Promise<{ status: number; body: unknown }>>> = {
    config: (_, anonymous) => anonymous.get('/config/'),
    login: (_, anonymous) => anonymous.post('/auth/login/', { username: 'root', password }),
    'login-session': (_, anonymous) => anonymous.post('/auth/login/', { username: 'root', password, session: true }),
    me: (client) => client.get('/auth/me/'),
    schema: (client) => client.get('/schema/'),
    'schema-model': (client) => client.get('/schema/lib.Book/'),
    'schema-composite-key': (client) => client.get('/schema/lib.Chapter/'),
    'schema-readonly': (client) => client.get('/schema/lib.BookTag/'),
    list: (client) => client.get('/r/lib.Book/?page_size=2&page=2'),
    'list-empty': (client) => client.get('/r/lib.Book/?title=nothing'),
    row: (client) => client.get('/r/lib.Book/5/'),
    'row-composite-key': (client) => client.get('/r/lib.Chapter/5~1/'),
    autocomplete: (client) => client.get('/r/lib.Author/autocomplete/?q=n'),
    'autocomplete-fields': (client) => client.get('/r/lib.Book/autocomplete/?q=plain'),
    aggregate: (client) => client.get('/r/lib.Book/aggregate/?_sum=pages&_avg=pages&_min=added&_max=added&_group_by=author&pages__lte=7'),
    suggest: (client) => client.post('/r/lib.Book/suggest/', { field: 'author', values: { author: 1, title: 'New' } }),
    create: (client) => client.post('/r/lib.Author/', { name: 'New', country: 'SE' }),
    update: (client) => client.patch('/r/lib.Author/3/', { name: 'Changed' }),
    related: (client) => client.get('/r/lib.Author/1/related/'),
    references: (client) =>
      whole(
        () => client.get('/r/lib.Author/1/references/'),
        ({ references }) => references.every(({ count }: { count: number | null }) => count !== null),
      ),
    history: (client) => client.get('/r/lib.Author/3/history/'),
    'audit-entry': (client) => client.get('/r/admin.AdminAuditLog/4/'),
    'schema-audit-log': (client) => client.get('/schema/admin.AdminAuditLog/'),
    'bulk-update': (client) => client.post('/r/lib.Book/bulk/', { action: 'update', ids: [1, 2], data: { pages: 7 } }),
    'bulk-update-by-values': (client) =>
      client.post('/r/lib.Book/bulk/', { action: 'update', ids: [1, 2, 3], changes: { price: { percent: '-10' } } }),
    'bulk-delete': (client) => client.post('/r/lib.Book/bulk/', { action: 'delete', ids: [9, 10] }),
    'bulk-operations': (client) =>
      client.post('/r/lib.Author/bulk/', {
        operations: [
          { op: 'create', data: { name: 'Parent' } },
          { op: 'create', model: 'lib.Book', data: { title: 'Child', added: '2026-01-01', author: { $ref: 0 } } },
        ],
      }),
    'schema-actions': (client) => client.get('/schema/lib.Author/'),
    'action-message': (client) => client.post('/r/lib.Author/action/greet/', { ids: [1, 2], params: { text: 'x' } }),
    'action-report': (client) => client.post('/r/lib.Author/action/visit_at_home/', { ids: [1, 2, 3] }),
    'error-action-failed': (client) => client.post('/r/lib.Author/action/fail/', { ids: [1] }),
    'error-action-input': (client) => client.post('/r/lib.Author/action/greet/', { params: { nothing: 1 } }),
    'audit-entry-action': (client) => client.get('/r/admin.AdminAuditLog/?action=action:visit_at_home'),
    changes: (client) => client.get('/changes/?page_size=2'),
    change: async (client) => client.get(`/changes/${await newestSet(client, 'lib.Book')}/`),
    'change-rows': async (client) => client.get(`/changes/${await newestSet(client, 'lib.Author')}/rows/`),
    widgets: (client) => client.get('/widgets/'),
    home: (client) => client.get('/home/'),
    'home-number': (client) => client.get('/home/main/long/'),
    'home-series': (client) => client.get('/home/main/months/'),
    'home-breakdown': (client) => client.get('/home/main/genres/'),
    'home-table': (client) => client.get('/home/main/latest/'),
    'home-links': (client) => client.get('/home/main/ways/'),
    'error-404-card': (client) => client.get('/home/main/none/'),
    'widget-recent-audit': (client) => client.get('/widgets/recent-audit/'),
    'widget-model-counts': (client) => client.get('/widgets/model-counts/'),
    doctor: (client) => client.get('/doctor/'),
    'view-create': (client) =>
      client.post('/views/', {
        model: 'lib.Book',
        name: 'Long books',
        query: 'pages__gte=500&ordering=-pages',
        display: { columns: [{ name: 'title', width: 240 }] },
        sharing: { kind: 'all' },
        is_default: true,
      }),
    'view-update': (client) => client.patch('/views/1/', { name: 'The longest books' }),
    views: (client) => client.get('/views/'),
    'error-400-view': (client) => client.post('/views/', { model: 'lib.Book', name: 'x', query: 'nope=1&page=2' }),
    'error-412-view': (client) => client.patch('/views/1/', { name: 'x' }, { 'if-match': '"9"' }),
    'view-delete': (client) => client.delete('/views/1/'),
    search: (client) =>
      whole(
        () => client.get('/search/?q=a'),
        ({ complete }) => complete,
      ),
    'error-400-row': (client) => client.post('/r/lib.Book/', { pages: 'x', author: 99 }),
    'error-400-operations': (client) => client.post('/r/lib.Author/bulk/', { operations: [{ op: 'create', data: {} }] }),
    'error-409-protected': (client) => client.delete('/r/lib.Author/1/'),
    'error-412': (client) => client.patch('/r/lib.Author/2/', { name: 'x' }, { 'if-match': '"another"' }),
    'error-400': (client) => client.get('/r/lib.Book/?nope=1&pages=x&ordering=nope'),
    'error-401': (_, anonymous) => anonymous.get('/schema/'),
    'error-404': (client) => client.get('/r/lib.Book/999/'),
    'error-404-page': (client) => client.get('/r/lib.Book/?page=99'),
    'error-405': (client) => client.request('PUT', '/schema/'),
    'error-parse': (_, anonymous) => anonymous.request('POST', '/auth/login/', { body: '{' }),
    undo: async (client) => {
      const { headers } = await client.patch('/r/lib.Author/3/', { country: 'FI' });
      return client.post(`/changes/${headers.get('x-change-set')}/undo/`, {});
    },
    'error-409-undo': async (client) => {
      const { headers } = await client.patch('/r/lib.Author/3/', { country: 'FI' });
      await client.patch('/r/lib.Author/3/', { country: 'NO' });
      return client.post(`/changes/${headers.get('x-change-set')}/undo/`, {});
    },
    'dry-run': (client) => client.patch('/r/lib.Author/3/?dry_run=true', { country: 'SE' }),
    'error-400-preview': (client) => client.patch('/r/lib.Author/3/?if_preview=none', { country: 'SE' }),
    'error-409-preview': async (client) => {
      const shown = await client.patch('/r/lib.Author/3/?dry_run=true', { country: 'SE' });
      await client.patch('/r/lib.Author/3/', { country: 'DK' });
      return client.patch(`/r/lib.Author/3/?if_preview=${shown.body.preview}`, { country: 'SE' });
    },
    // These write to the audit log: they stand behind the answers that show it.
    refresh: async (_, anonymous) => {
      const { body } = await anonymous.post('/auth/login/', { username: 'root', password });
      return anonymous.post('/auth/refresh/', { refresh: body.refresh });
    },
    logout: async (_, anonymous) => {
      const { body } = await anonymous.post('/auth/login/', { username: 'root', password });
      return anonymous.post('/auth/logout/', { refresh: body.refresh });
    },
    'error-400-password': (client) => client.post('/auth/password/', { old_password: 'wrong', new_password: 'an even longer passphrase' }),
  };

  const called = new CalledEndpoints();
  const documents = new Map<Client, DescribedAnswers>();
  /** A client whose answers are as the document for a superuser of the service says, and whose calls are recorded. */
  const described = (client: Client, superuser: Client): Client =>
    called.recording(asking(client, language), async (method, path, answer) => {
      const document = documents.get(superuser) ?? new DescribedAnswers((await superuser.get('/openapi.json')).body);
      documents.set(superuser, document);
      // A method that is not answered is no operation of the document: every operation has the error.
      const operation = answer.status === 405 ? 'get' : method.toLowerCase();
      expect(document.problemsWith(templateOf(document, path) ?? path, operation, answer)).toEqual([]);
    });

  const trash = serviceForAll(() =>
    startService({
      dialect,
      signsInByRequest: true,
      setup: `CREATE TABLE note (id ${dialect === 'postgres' ? 'integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY' : 'integer PRIMARY KEY'}, title varchar(20) NOT NULL, deleted_at ${dialect === 'postgres' ? 'timestamptz' : 'datetime'});
        INSERT INTO note VALUES (1, 'kept', NULL), (2, 'old', '2026-01-02 03:04:05+00:00'), (3, 'older', '2026-01-01 00:00:00+00:00');`,
      models: [model('note', 'lib.Note', { softDelete: 'deleted_at' })],
    }),
  );
  const ofTrash: Readonly<Record<string, (client: Client) => Promise<{ status: number; body: unknown }>>> = {
    'schema-soft-delete': (client) => client.get('/schema/lib.Note/'),
    'trash-list': (client) => client.get('/r/lib.Note/?_trash=only'),
    'trash-row': (client) => client.get('/r/lib.Note/2/?_trash=only'),
    'trash-restore': (client) => client.post('/r/lib.Note/2/restore/', {}),
    'trash-purge': (client) => client.post('/r/lib.Note/3/purge/', {}),
    'trash-delete': (client) => client.post('/r/lib.Note/bulk/', { action: 'delete', ids: [1, 2] }),
    'trash-bulk-restore': (client) => client.post('/r/lib.Note/bulk/', { action: 'restore', ids: [1] }),
    'trash-bulk-purge': (client) => client.post('/r/lib.Note/bulk/', { action: 'purge', ids: [2] }),
    'error-404-trash': (client) => client.post('/r/lib.Note/1/purge/', {}),
  };

  const linked = serviceForAll(() =>
    startService({
      dialect,
      signsInByRequest: true,
      setup: `CREATE TABLE person (id uuid PRIMARY KEY, name varchar(20) NOT NULL);
        INSERT INTO person VALUES ('0193a5f0-0000-7000-8000-00000000000a', 'Ann');`,
      models: [model('person', 'app.Person')],
      settings: { staffLink: { model: 'app.Person' } },
    }),
  );
  const ofLinks: Readonly<Record<string, (client: Client) => Promise<{ status: number; body: unknown }>>> = {
    'schema-staff-link': (client) => client.get('/schema/auth.User/'),
    'staff-link': async (client) => {
      const { status, body } = await client.patch('/r/auth.User/1/', { link: '0193a5f0-0000-7000-8000-00000000000a' });
      return { status, body: { ...body, date_joined: '<time>', last_login: '<time>' } };
    },
    'audit-entry-staff-link': async (client) => {
      await client.patch('/r/app.Person/0193a5f0-0000-7000-8000-00000000000a/', { name: 'Anna' });
      return client.get('/r/admin.AdminAuditLog/?model_label=app.Person');
    },
  };

  it.each(Object.entries(ofLinks))('%s', async (name, ask) => {
    const { status, body } = await ask(described(linked.root, linked.root));
    await expect(stable({ status, body })).toMatchFileSnapshot(`../fixtures/${name}.json`);
  });

  it.each(Object.entries(ofTrash))('%s', async (name, ask) => {
    const { status, body } = await ask(described(trash.root, trash.root));
    await expect(stable({ status, body })).toMatchFileSnapshot(`../fixtures/${name}.json`);
  });

  // Both databases are held against the same files: what differs between them is a mistake.
  it.each(Object.entries(answers))('%s', async (name, ask) => {
    const { status, body } = await ask(described(root, root), described(service.anonymous, root));
    await expect(stable({ status, body })).toMatchFileSnapshot(`../fixtures/${name}.json`);
  });

  it('has a fixture for every endpoint of the API', () => {
    // The OpenAPI document is tested by its own standard.
    expect(called.missing(({ doc }) => doc !== null)).toEqual(['GET /openapi.json']);
  });
});
