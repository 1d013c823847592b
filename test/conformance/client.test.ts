import { ApiError, Client, memoryTokens, ref, settled } from '@grimoire/client';
import { AdminError, type AdminAction, exportCsv } from 'grimoire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Listening, listening } from '../support/listening.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { password, type TestService } from '../support/service.ts';

interface Book {
  readonly id: number;
  readonly title: string | null;
  readonly pages: number | null;
  readonly genre: 'novel' | 'poem' | 'essay' | null;
  readonly author: number | null;
  readonly added: string;
}
interface Library {
  readonly 'lib.Book': Book;
  readonly 'lib.Author': { readonly id: number; readonly name: string; readonly country: string | null };
  readonly 'lib.Tag': { readonly id: number; readonly name: string };
}

const adminActions: AdminAction[] = [
  {
    model: 'lib.Book',
    codename: 'read',
    name: 'Read',
    kind: 'server',
    scope: 'bulk',
    params: { aloud: { type: 'BooleanField' } },
    run: (_context, rows) =>
      rows.each(({ id }) => {
        if (id === 2) throw new AdminError('action_failed', { detail: 'Lost.' });
      }),
  },
  exportCsv('lib.Book'),
];

describe.each(dialects)('the client on %s', (dialect) => {
  let service: TestService;
  let server: Listening;
  let baseUrl = '';
  let asked: string[] = [];
  /** Notes what is asked. */
  const noted: typeof fetch = (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname.replace('/api/', '')}`);
    return fetch(input, init);
  };
  beforeAll(async () => {
    service = await startLibrary({ dialect, books: makeBooks(30), adminActions });
    await service.superuser();
    server = await listening(service.admin);
    ({ baseUrl } = server);
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });
  beforeEach(() => {
    asked = [];
  });
  const signedIn = async (): Promise<Client<Library>> => {
    const client = new Client<Library>({ baseUrl, fetch: noted });
    await client.login({ username: 'root', password });
    return client;
  };

  it('signs in, says who one is, and out again', async () => {
    const client = new Client<Library>({ baseUrl });
    expect(await client.config()).toMatchObject({ auth: 'jwt' });
    expect(await settled(client.me())).toMatchObject({ ok: false, problem: { kind: 'signed out' } });
    expect(await client.login({ username: 'root', password })).toMatchObject({ username: 'root' });
    expect(await client.me()).toMatchObject({ username: 'root', is_superuser: true });
    expect((await client.schema()).map(({ model }) => model)).toContain('lib.Book');
    expect((await client.schemaOf('lib.Book')).pk_field).toBe('id');
    expect((await client.widgets()).map(({ name }) => name)).toContain('model-counts');
    expect(await client.widget('model-counts')).toMatchObject({ cards: expect.any(Array) });
    expect(await client.doctor()).toMatchObject({ examined: { tables: 0, uses: 0 }, unserved: [], examined_at: expect.any(String) });
    expect(await client.openApi()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
    await client.logout();
    expect(await settled(client.me())).toMatchObject({ ok: false, problem: { kind: 'signed out' } });
    const wrong = await settled(client.login({ username: 'root', password: 'wrong' }));
    expect(wrong).toMatchObject({ ok: false, problem: { kind: 'signed out', detail: 'No active staff account with these credentials.' } });
  });

  it('lists with filters, and follows the pages to the end', async () => {
    const books = (await signedIn()).model('lib.Book');
    const page = await books.list({ genre: ['novel', 'poem'], pages__gte: 0, ordering: ['-pages', 'id'], page_size: 3 });
    expect(page.results.every(({ genre }) => genre === 'novel' || genre === 'poem')).toBe(true);
    expect(page.results).toHaveLength(3);
    const ids: number[] = [];
    for await (const { id } of books.rows({ ordering: 'id', page_size: 7 })) ids.push(id);
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    let pages = 0;
    for await (const one of books.pages({ page_size: 20 })) pages += one.results.length > 0 ? 1 : 0;
    expect(pages).toBe(2);
    expect((await books.autocomplete('plain')).results.length).toBeGreaterThan(0);
    expect(await settled(books.list({ nothing__gte: 1 } as object))).toMatchObject({
      ok: false,
      problem: { kind: 'invalid', fields: { nothing__gte: ['Unknown parameter.'] } },
    });
  });

  it('writes, and tells a conflict with the row as it is now', async () => {
    const client = await signedIn();
    const authors = client.model('lib.Author');
    const made = await authors.create({ name: 'Zoë' }, { idempotencyKey: `zoe-${dialect}` });
    expect((await authors.create({ name: 'Zoë' }, { idempotencyKey: `zoe-${dialect}` })).row).toEqual(made.row);
    const changed = await authors.update(made.row.id, { country: 'SE' }, { ifMatch: made.etag });
    expect(changed.row.country).toBe('SE');
    const late = await settled(authors.update(made.row.id, { country: 'NO' }, { ifMatch: made.etag }));
    expect(late).toMatchObject({ ok: false, problem: { kind: 'conflict', current: { country: 'SE' } } });
    expect(await settled(authors.create({}))).toMatchObject({
      ok: false,
      problem: { kind: 'invalid', fields: { name: ['This field is required.'] } },
    });
    expect((await authors.history(made.row.id)).count).toBe(2);
    expect(await authors.related(made.row.id)).toEqual({ related: [], blocked_by: [], unlinked: [] });
    await authors.delete(made.row.id, { ifMatch: changed.etag });
    expect(await settled(authors.get(made.row.id))).toMatchObject({ ok: false, problem: { kind: 'not found' } });
    expect(await settled(client.model('lib.Tag').delete(1))).toMatchObject({
      ok: false,
      problem: { kind: 'protected', blockedBy: expect.any(Array) },
    });
    expect(await client.model('lib.Book').updateMany([1, 2], { pages: 77 })).toBe(2);
    const made2 = await authors.operations([
      { op: 'create', data: { name: 'Parent' } },
      { op: 'create', model: 'lib.Book', data: { title: 'Child', added: '2026-01-01', author: ref(0) } },
    ]);
    const [parent, child] = made2;
    expect((await client.model('lib.Book').get(child?.pk ?? 0)).row.author).toBe(parent?.pk);
    expect(await client.model('lib.Book').deleteMany([child?.pk ?? 0])).toBe(1);
  });

  it('runs actions, and takes files', async () => {
    const books = (await signedIn()).model('lib.Book');
    expect(await books.action('read', { ids: [1, 2], input: { aloud: true } })).toEqual({
      message: '1 of 2 done, 1 failed.',
      total: 2,
      succeeded: 1,
      failed: [{ pk: 2, detail: 'Lost.' }],
    });
    expect(await books.action('read', { allFiltered: { id__in: '3,4' } })).toMatchObject({ succeeded: 2 });
    const sorted = await books.download('export_book', { ids: [1, 2], input: { columns: ['id'], values: 'raw', ordering: ['-id'] } });
    expect(await (await sorted.blob()).text()).toBe('id\r\n2\r\n1\r\n');
    const file = await books.download('export_book', { ids: [1], input: { columns: ['id'] } });
    expect([file.name, file.type]).toEqual([expect.stringMatching(/^lib-book-.*\.csv$/), 'text/csv; charset=utf-8']);
    expect(await (await file.blob()).text()).toBe('Id\r\n1\r\n');
    expect(await settled(books.action('read', {}))).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
    for (const word of ['params', 'filters', 'all_filtered']) {
      const target = { ids: [1], [word]: { aloud: true } } as { readonly ids: readonly number[] };
      for (const run of [books.action(`read`, target), books.download('export_book', target), books.run('read', target)])
        await expect(run).rejects.toThrow(`"${word}" is none of them`);
    }
  });

  it('refreshes once for however many were refused at once', async () => {
    const tokens = memoryTokens();
    const client = new Client<Library>({ baseUrl, fetch: noted, tokens });
    await client.login({ username: 'root', password });
    const stale = (): void => tokens.set({ access: 'stale', refresh: tokens.get()?.refresh ?? '' });
    for (let round = 0; round < 3; round++) {
      stale();
      asked = [];
      const answers = await Promise.all(Array.from({ length: 8 }, () => client.me()));
      expect(answers).toHaveLength(8);
      expect(asked.filter((request) => request.includes('auth/refresh'))).toHaveLength(1);
    }
    tokens.set({ access: 'stale', refresh: 'spent' });
    expect(await settled(client.me())).toMatchObject({ ok: false, problem: { kind: 'signed out' } });
    expect(tokens.get()).toBeNull();
  });

  it('comes by a session, with the token that its writes need', async () => {
    const jar = new Map<string, string>();
    const browser: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', Array.from(jar, ([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(input, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      return response;
    };
    const client = new Client<Library>({ baseUrl, fetch: browser, csrfToken: () => jar.get('csrftoken') ?? null });
    await client.login({ username: 'root', password, session: true });
    expect((await client.model('lib.Author').update(1, { country: 'AT' })).row.country).toBe('AT');
    const forgetful = new Client<Library>({ baseUrl, fetch: browser });
    expect(await settled(forgetful.model('lib.Author').update(1, { country: 'DE' }))).toMatchObject({
      ok: false,
      problem: { kind: 'forbidden', code: 'csrf_failed' },
    });
  });

  it('saves, changes and deletes views', async () => {
    const { views } = await signedIn();
    const view = { model: 'lib.Book', name: 'Novels', query: 'genre=novel' };
    const [made, again] = [await views.create(view, { idempotencyKey: 'v' }), await views.create(view, { idempotencyKey: 'v' })];
    expect([again, made.query]).toEqual([made, 'genre=novel']);
    const changed = await views.update(made.id, { sharing: { kind: 'all' }, is_default: true }, { ifMatch: made.etag });
    expect(await views.list({ model: 'lib.Book' })).toMatchObject({ views: [changed], defaults: { 'lib.Book': made.id } });
    expect((await views.list({ model: 'lib.Author' })).views).toEqual([]);
    expect(await settled(views.delete(made.id, { ifMatch: made.etag }))).toMatchObject({
      problem: { kind: 'conflict', current: { etag: changed.etag } },
    });
    await views.delete(made.id);
    expect((await views.list()).views).toEqual([]);
    expect(asked.slice(-3)).toEqual(['DELETE views/1/', 'DELETE views/1/', 'GET views/']);
  });

  it('tells what is not there from what was not asked to the end', async () => {
    const nowhere = new Client({ baseUrl: 'http://127.0.0.1:1/api' });
    expect(await settled(nowhere.config())).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    const client = await signedIn();
    await expect(client.model('lib.Book').list({}, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    const reader = await service.user({ username: `reader-${dialect}`, permissions: ['lib.book:view_book'] });
    expect(reader.token).not.toBeNull();
    const limited = new Client<Library>({ baseUrl });
    await limited.login({ username: `reader-${dialect}`, password });
    const error = await limited
      .model('lib.Book')
      .update(1, { pages: 1 })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).problem).toMatchObject({ kind: 'forbidden', code: 'permission_denied' });
    expect((error as ApiError).status).toBe(403);
  });
});
