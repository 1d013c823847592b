import { createServer, type Server } from 'node:http';
import { toNodeHandler } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { password, type TestService } from '../support/service.ts';

/** Sends what the existing dashboard sends, over a socket, as CONTRACT §2 describes it. */
describe.each(dialects)('the existing dashboard on %s', (dialect) => {
  let service: TestService;
  let server: Server;
  let base = '';
  let tokens = { access: '', refresh: '' };

  const request = async (
    path: string,
    init: { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<{ status: number; body: any; headers: Headers }> => {
    const response = await fetch(`${base}${path}`, { ...init, headers: { authorization: `Bearer ${tokens.access}`, ...init.headers } });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  };

  beforeAll(async () => {
    service = await startLibrary({ dialect, books: makeBooks(120) });
    await service.superuser();
    server = createServer({ maxHeaderSize: 64 * 1024 }, toNodeHandler(service.admin));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api`;
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
        group: 'lib',
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
    expect(pages[0]?.body.results[0]).toEqual({ value: expect.any(Number), label: expect.any(String) });
  });

  it('reads a row with its ETag', async () => {
    const { body, headers } = await request('/r/lib.Book/7/');
    expect(body).toMatchObject({ id: 7, _label: expect.any(String), author_label: expect.any(String), tags: expect.any(Array) });
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(headers.get('content-type')).toBe('application/json');
  });
});
