import { createServer, type Server } from 'node:http';
import { action, model, toNodeHandler } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { libraryModels, makeBooks, startLibrary } from '../support/library.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { password, type TestService } from '../support/service.ts';

const reprint = action({
  label: 'Reprint',
  run: async (_context, rows) => ({ message: `${await rows.count()} books are printed again.` }),
});
const models = libraryModels.map((known) =>
  known.key === 'lib.Book' ? model('book', 'lib.Book', { ...known.config, actions: { reprint } }) : known,
);

/** Sends what the existing dashboard sends, over a socket, as CONTRACT §2 describes it. */
describe.each(dialects)('the existing dashboard on %s', (dialect) => {
  let service: TestService;
  let server: Server;
  let base = '';
  let tokens = { access: '', refresh: '' };

  const request = async (
    path: string,
    init: { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<{ status: number; body: any; headers: Headers }> => {
    const response = await fetch(`${base}${path}`, { ...init, headers: { authorization: `Bearer ${tokens.access}`, ...init.headers } });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  };

  beforeAll(async () => {
    service = await startLibrary({ dialect, books: makeBooks(120), models });
    await service.superuser();
    server = createServer({ maxHeaderSize: 64 * 1024 }, toNodeHandler(service.admin));
    base = `http://127.0.0.1:${await listenAtFreePort(server)}/api`;
  });
  afterAll(async () => {
    await new Promise((resolve) => void server.close(resolve));
    await service.close();
  });

  it('reads the public configuration, signs in, and asks who it is', async () => {
    const config = await fetch(`${base}/config/`);
    expect(await config.json()).toMatchObject({ brand: { name: expect.any(String) }, auth: 'jwt' });
    const login = await fetch(`${base}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password }),
    });
    expect(login.status).toBe(200);
    tokens = (await login.json()) as typeof tokens;
    expect((await request('/auth/me/')).body).toMatchObject({ username: 'root', is_superuser: true });
  });

  it('refreshes from two tabs with the same token when a request answers 401', async () => {
    expect((await request('/schema/', { headers: { authorization: 'Bearer stale' } })).status).toBe(401);
    const refresh = (): Promise<Response> =>
      fetch(`${base}/auth/refresh/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh: tokens.refresh }),
      });
    const answers = await Promise.all([refresh(), refresh()]);
    for (const answer of answers) {
      const { access } = (await answer.json()) as typeof tokens;
      expect((await request('/auth/me/', { headers: { authorization: `Bearer ${access}` } })).status).toBe(200);
    }
  });

  it('builds its sidebar, a list and a form from the schema alone', async () => {
    const { body: summary } = await request('/schema/');
    for (const entry of summary.models) {
      expect(entry).toMatchObject({
        model: expect.stringMatching(/^\w+\.\w+$/),
        verbose_name: expect.any(String),
        group: entry.app_label,
        group_order: 999,
        section: entry.model,
        section_order: 0,
        permissions: { view: true },
      });
    }
    const { body: schema } = await request('/schema/lib.Book/');
    for (const name of [...schema.list_display, ...schema.search_fields]) {
      const isKnown = schema.fields.some((field: { name: string }) => field.name === name.split('__')[0]);
      expect([name, isKnown]).toEqual([name, true]);
    }
    const { body: page } = await request(`/r/lib.Book/?page=1&page_size=25&ordering=${schema.ordering[0]}&search=&genre=&in_print=`);
    expect(page).toMatchObject({ count: 120, previous: null, count_exact: true });
    for (const row of page.results) for (const name of schema.list_display) expect(row).toHaveProperty(name);
  });

  it('follows next and previous as they stand', async () => {
    const first = (await request('/r/lib.Book/?page_size=50')).body;
    const authorized = { headers: { authorization: `Bearer ${tokens.access}` } };
    const second: any = await (await fetch(first.next, authorized)).json();
    expect(second.results).toHaveLength(50);
    const back: any = await (await fetch(second.previous, authorized)).json();
    expect(back.results).toEqual(first.results);
  });

  it('sends keys as numbers or texts, several hundred in one address', async () => {
    const keys = Array.from({ length: 900 }, (_, index) => index + 1);
    expect((await request(`/r/lib.Book/?pk__in=${keys.join(',')}`)).body.count).toBe(120);
    expect((await request(`/r/lib.Book/?${keys.map((key) => `id__in=${key}`).join('&')}`)).body.count).toBe(120);
    expect((await request('/r/lib.Book/?author=%31')).body.count).toBe(30);
  });

  it('caps the page size and honours booleans in each spelling', async () => {
    expect((await request('/r/lib.Book/?page_size=5000')).body.results).toHaveLength(120);
    const counts = await Promise.all(
      ['true', '1', 'yes', 'TRUE'].map(async (word) => (await request(`/r/lib.Book/?in_print=${word}`)).body.count),
    );
    expect(new Set(counts)).toEqual(new Set([40]));
  });

  it('searches a combobox by text and by key, page by page', async () => {
    expect((await request('/r/lib.Author/autocomplete/?q=bor&page=1')).body).toEqual({
      results: [{ value: 2, label: 'Boris' }],
      has_more: false,
    });
    expect((await request('/r/lib.Author/autocomplete/?q=3')).body.results).toEqual([{ value: 3, label: 'Chloé' }]);
    const pages = await Promise.all([1, 2, 7].map((page) => request(`/r/lib.Book/autocomplete/?q=&page=${page}`)));
    expect(pages.map(({ body }) => [body.results.length, body.has_more])).toEqual([
      [20, true],
      [20, true],
      [0, false],
    ]);
    // This dashboard knows nothing of the fields that the config adds by `pickerFields`.
    const { fields, ...known } = pages[0]?.body.results[0] ?? {};
    expect([known, typeof fields]).toEqual([{ value: expect.any(Number), label: expect.any(String) }, 'object']);
  });

  it('reads a row with its ETag', async () => {
    const { body, headers } = await request('/r/lib.Book/7/');
    expect(body).toMatchObject({ id: 7, _label: expect.any(String), author_label: expect.any(String), tags: expect.any(Array) });
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(headers.get('content-type')).toBe('application/json');
  });

  const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    request(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });

  /** What its form holds: every field that the schema calls editable, as its inputs give it back. */
  const formOf = async (key: string, row: Readonly<Record<string, any>>): Promise<Record<string, any>> => {
    const { fields } = (await request(`/schema/${key}/`)).body;
    const inputs = fields.filter(({ editable, name }: { editable: boolean; name: string }) => editable && name in row);
    return Object.fromEntries(
      inputs.map(({ name }: { name: string }) => {
        const value = row[name];
        return [name, value === null ? '' : typeof value === 'number' ? String(value) : value];
      }),
    );
  };

  it('creates a row from a form, with empty inputs as empty texts', async () => {
    const form = {
      title: 'Brand new',
      pages: '320',
      price: '19.90',
      rating: '',
      published: '',
      added: '2026-11-21T08:30',
      in_print: true,
      genre: '',
      author: '2',
      tags: ['1', 3],
    };
    const made = await send('POST', '/r/lib.Book/', form);
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        id: 121,
        title: 'Brand new',
        pages: 320,
        price: '19.90',
        rating: null,
        published: null,
        added: '2026-11-21T08:30:00Z',
        genre: null,
        author: 2,
        author_label: 'Boris',
        tags: [1, 3],
        _label: 'Brand new',
      },
    ]);
    expect(made.headers.get('location')).toBe(`${base}/r/lib.Book/121/`);
    expect((await request('/r/lib.Book/121/')).body).toEqual(made.body);
  });

  it('saves a form as it stands, changed in one place, and keeps what nobody touched', async () => {
    const { body: row } = await request('/r/lib.Book/7/');
    const form = await formOf('lib.Book', row);
    expect((await send('PATCH', '/r/lib.Book/7/', form)).body).toEqual(row);
    const saved = await send('PATCH', '/r/lib.Book/7/', { ...form, title: 'Retitled' });
    expect([saved.status, saved.body]).toEqual([200, { ...row, title: 'Retitled', _label: 'Retitled' }]);
    const { body: history } = await request('/r/lib.Book/7/history/?page=1');
    expect(history.results).toMatchObject([{ action: 'update', actor_repr: 'root', diff: { title: [row.title, 'Retitled'] } }]);
  });

  it('shows what is wrong beside each input', async () => {
    const answer = await send('PATCH', '/r/lib.Book/7/', { title: 'x'.repeat(200), pages: 'a lot', author: '77' });
    expect(answer.status).toBe(400);
    for (const name of ['title', 'pages', 'author']) expect(answer.body[name]).toEqual([expect.any(String)]);
    expect(answer.body.detail).toEqual(expect.any(String));
  });

  it('notices that somebody else has saved meanwhile', async () => {
    const tag = (await request('/r/lib.Book/8/')).headers.get('etag') ?? '';
    expect((await send('PATCH', '/r/lib.Book/8/', { title: 'Mine' }, { 'if-match': tag })).status).toBe(200);
    const late = await send('PATCH', '/r/lib.Book/8/', { title: 'Yours' }, { 'if-match': tag });
    expect([late.status, late.body]).toMatchObject([412, { code: 'conflict', current: { id: 8, title: 'Mine' } }]);
  });

  it('saves a row with its children at once', async () => {
    const operations = [
      { op: 'update', pk: '9', data: { title: 'With chapters' } },
      { op: 'create', model: 'lib.Chapter', data: { book: '9', number: '1', heading: 'One' } },
      { op: 'create', model: 'lib.Chapter', data: { book: { $ref: 0 }, number: 2, heading: 'Two' } },
    ];
    const saved = await send('POST', '/r/lib.Book/bulk/', { operations });
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        results: [
          { op: 'update', pk: 9 },
          { op: 'create', pk: '9~1' },
          { op: 'create', pk: '9~2' },
        ],
      },
    ]);
    const bad = await send('POST', '/r/lib.Book/bulk/', {
      operations: [{ op: 'update', pk: '9~2', model: 'lib.Chapter', data: { heading: 'x'.repeat(101) } }],
    });
    expect([bad.status, bad.body.operations[0].heading]).toEqual([400, [expect.any(String)]]);
  });

  it('changes and deletes what is selected, and says beforehand what goes along', async () => {
    expect(
      (await send('POST', '/r/lib.Book/bulk/', { action: 'update', ids: ['20', 21, 22], data: { genre: 'poem', in_print: 'false' } })).body,
    ).toEqual({ updated: 3 });
    expect((await request('/r/lib.Book/?pk__in=20,21,22&genre=poem&in_print=false')).body.count).toBe(3);
    expect((await request('/r/lib.Book/9/related/')).body).toMatchObject({ blocked_by: [{ model: 'lib.Chapter', count: 2 }] });
    expect((await send('DELETE', '/r/lib.Book/9/')).status).toBe(409);
    for (const chapter of ['9~1', '9~2']) expect((await send('DELETE', `/r/lib.Chapter/${chapter}/`)).status).toBe(204);
    expect((await send('DELETE', '/r/lib.Book/9/')).status).toBe(204);
    expect((await send('POST', '/r/lib.Book/bulk/', { action: 'delete', ids: [20, '21'] })).body).toEqual({ deleted: 2 });
  });

  it('fills its home page', async () => {
    const { body: counts } = await request('/widgets/model-counts/');
    expect(counts.cards[0]).toEqual({ key: 'lib.Book', label: 'books', value: expect.any(Number) });
    const { body: recent } = await request('/widgets/recent-audit/');
    expect(recent.rows).toHaveLength(10);
    for (const row of recent.rows)
      expect(Object.keys(row).sort()).toEqual([
        'action',
        'action_display',
        'actor',
        'created_at',
        'id',
        'model_label',
        'object_pk',
        'object_repr',
      ]);
  });

  it('runs a v1 action on selected rows, and on all that the list on the screen has', async () => {
    const schema = (await request('/schema/lib.Book/')).body;
    expect(schema.actions).toEqual([expect.objectContaining({ name: 'reprint', label: 'Reprint', destructive: false })]);
    const run = (body: unknown): ReturnType<typeof request> =>
      request('/r/lib.Book/action/reprint/', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    expect((await run({ ids: [1, '2'] })).body.message).toBe('2 books are printed again.');
    const list = '?genre=novel&in_print=true&search=a&ordering=-added&page=2&page_size=5';
    const { count } = (await request(`/r/lib.Book/?${list.slice(1).replace('page=2', 'page=1')}`)).body;
    const params = Object.fromEntries(new URLSearchParams(list));
    expect((await run({ all_filtered: true, params })).body.message).toBe(`${count} books are printed again.`);
    expect((await run({ all_filtered: true, params: { ...params, in_print: true, page: 2 } })).body.message).toBe(
      `${count} books are printed again.`,
    );
  });
});
