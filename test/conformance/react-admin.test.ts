import { Client, memoryTokens } from '@grimoire/client';
import { authProvider, dataProvider, type GrimoireDataProvider, RequestError, type ServedRecord } from '@grimoire/client/react-admin';
import { AdminError, type AdminAction, exportCsv, model } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { libraryModels, makeBooks, startLibrary } from '../support/library.ts';
import { type Listening, listening } from '../support/listening.ts';
import { password, type TestService } from '../support/service.ts';

const adminActions: AdminAction[] = [
  {
    model: 'lib.Book',
    codename: 'read',
    name: 'Read',
    kind: 'server',
    scope: 'bulk',
    run: (_context, rows) =>
      rows.each(({ id }) => {
        if (id === 2) throw new AdminError('action_failed', { detail: 'Lost.' });
      }),
  },
  exportCsv('lib.Book'),
];
const firstPage = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };

/** What a call was rejected with. */
async function refusalOf(call: Promise<unknown>): Promise<RequestError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
}

describe.each(dialects)('the react-admin providers on %s', (dialect) => {
  let service: TestService;
  let server: Listening;
  let data: GrimoireDataProvider;
  const idsOf = (records: readonly { readonly id: unknown }[]): unknown[] => records.map(({ id }) => id);
  beforeAll(async () => {
    service = await startLibrary({
      dialect,
      books: makeBooks(430),
      adminActions,
      models: [...libraryModels, model('id_first', 'keys.IdFirst'), model('named', 'keys.Named')],
      more: `CREATE TABLE id_first (id integer PRIMARY KEY, pk integer); INSERT INTO id_first VALUES (1, 2), (2, 1), (3, 9);
        CREATE TABLE named (code varchar(9) PRIMARY KEY, id integer, pk integer); INSERT INTO named VALUES ('a', 8, 7), ('b', 9, 6);`,
    });
    await service.superuser();
    server = await listening(service.admin);
    const client = new Client({ baseUrl: server.baseUrl });
    await client.login({ username: 'root', password });
    data = dataProvider(client);
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });

  it('finds rows by their keys whatever columns a model has, and asks no schema where that is not needed', async () => {
    const asked: string[] = [];
    const client = new Client({
      baseUrl: server.baseUrl,
      fetch: (input, init) => {
        asked.push(String(input).slice(server.baseUrl.length));
        return fetch(input, init);
      },
    });
    await client.login({ username: 'root', password });
    const provider = dataProvider(client);
    asked.length = 0;
    expect(idsOf((await provider.getMany('lib.Book', { ids: [3, '5'] })).data)).toEqual(expect.arrayContaining([3, 5]));
    expect(asked.filter((path) => path.startsWith('schema/'))).toEqual([]);
    expect(idsOf((await provider.getMany('lib.Book', { ids: [3, 999_999] })).data)).toEqual([3]);
    const swapped = (await provider.getMany('keys.IdFirst', { ids: [1, 3] })).data;
    expect(new Map(swapped.map(({ id, pk }) => [id, pk]))).toEqual(
      new Map([
        [1, 2],
        [3, 9],
      ]),
    );
    expect(await provider.getMany('keys.Named', { ids: ['a'] })).toMatchObject({ data: [{ id: 'a', pk: 7, _row: { id: 8, code: 'a' } }] });
    expect((await provider.getOne('keys.Named', { id: 'a' })).data.id).toBe('a');
    const byKey = await provider.getList('keys.IdFirst', firstPage);
    expect(idsOf(byKey.data)).toEqual([1, 2, 3]);
    expect(asked.filter((path) => path === 'schema/keys.IdFirst/')).toHaveLength(1);
  });

  it('gets a list: its page, sorted, filtered and searched', async () => {
    const list = await data.getList('lib.Book', firstPage);
    expect(idsOf(list.data)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(list).toMatchObject({ total: 430, meta: { exact: true } });
    const sort = { field: 'pages', order: 'DESC' as const };
    const filtered = await data.getList('lib.Book', { ...firstPage, sort, filter: { genre: ['novel', 'poem'], pages__gte: 1, q: '' } });
    expect(filtered.data.every(({ genre, pages }) => ['novel', 'poem'].includes(genre) && pages >= 1)).toBe(true);
    expect(filtered.data[0].pages).toBe(2147483647);
    const nested = await data.getList('lib.Book', { ...firstPage, filter: { author: { country: 'DE' }, q: 'plain' } });
    expect(nested.total).toBeGreaterThan(0);
    expect(new Set(nested.data.map(({ author_label: label }) => label))).toEqual(new Set(['Ännchen']));
  });

  it('gets a page that is longer than the longest, and one past the end', async () => {
    const all = await data.getList('lib.Book', { ...firstPage, pagination: { page: 1, perPage: 1000 } });
    expect(idsOf(all.data)).toEqual(Array.from({ length: 430 }, (_, index) => index + 1));
    const second = await data.getList('lib.Book', { ...firstPage, pagination: { page: 2, perPage: 300 } });
    expect(idsOf(second.data)).toEqual(Array.from({ length: 130 }, (_, index) => index + 301));
    expect(await data.getList('lib.Book', { ...firstPage, pagination: { page: 99, perPage: 10 } })).toMatchObject({ data: [], total: 430 });
  });

  it('gets one, many, and those that point to one', async () => {
    const { data: one } = await data.getOne('lib.Book', { id: 7 });
    expect(one).toMatchObject({ id: 7, _label: expect.any(String), _etag: expect.stringContaining('"') });
    expect((await refusalOf(data.getOne('lib.Book', { id: 9999 }))).problem.kind).toBe('not found');
    const many = await data.getMany('lib.Book', { ids: [3, '1', 9999, 2] });
    expect(new Set(idsOf(many.data))).toEqual(new Set([1, 2, 3]));
    const chapters = await data.getMany('lib.Chapter', { ids: ['1~2', '2~1'] });
    expect(new Set(idsOf(chapters.data))).toEqual(new Set(['1~2', '2~1']));
    const written = await data.getManyReference('lib.Book', { ...firstPage, target: 'author', id: 2 });
    expect(written.total).toBeGreaterThan(0);
    expect(new Set(written.data.map(({ author }) => author))).toEqual(new Set([2]));
  });

  it('asks for what a person may mean', async () => {
    const params = { pagination: { page: 1, perPage: 20 }, sort: firstPage.sort, meta: { autocomplete: true } };
    const found = await data.getList('lib.Author', { ...params, filter: { q: 'bor' } });
    expect(found).toEqual({ data: [{ id: 2, _label: 'Boris' }], pageInfo: { hasNextPage: false, hasPreviousPage: false } });
    expect((await data.getList('lib.Book', { ...params, filter: {} })).pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
  });

  it('creates, updates with the ETag, and deletes', async () => {
    const { data: made } = await data.create('lib.Author', { data: { name: 'Zoë', country: undefined } });
    expect(made).toMatchObject({ id: expect.any(Number), name: 'Zoë', country: null, _etag: expect.any(String) });
    const previousData = made as ServedRecord;
    const first = await data.update('lib.Author', { id: made.id, data: { ...made, country: 'SE' }, previousData });
    expect(first.data).toMatchObject({ name: 'Zoë', country: 'SE' });
    const late = await refusalOf(data.update('lib.Author', { id: made.id, data: { ...made, country: 'NO' }, previousData }));
    expect(late.status).toBe(412);
    expect(late.problem).toMatchObject({ kind: 'conflict', current: { country: 'SE' } });
    expect((await refusalOf(data.delete('lib.Author', { id: made.id, previousData }))).problem.kind).toBe('conflict');
    expect((await data.delete('lib.Author', { id: made.id, previousData: first.data })).data.id).toBe(made.id);
    expect((await refusalOf(data.getOne('lib.Author', { id: made.id }))).status).toBe(404);
  });

  it('sends only what its form changed', async () => {
    const { data: mine } = await data.getOne('lib.Author', { id: 1 });
    const { _etag: _unheld, ...unheld } = mine;
    await data.update('lib.Author', { id: 1, data: { country: 'AT' }, previousData: undefined as never });
    const saved = await data.update('lib.Author', { id: 1, data: { ...unheld, email: 'new@x.de' }, previousData: unheld });
    expect(saved.data).toMatchObject({ country: 'AT', email: 'new@x.de' });
  });

  it('puts messages on the inputs that they are about', async () => {
    const refused = await refusalOf(data.create('lib.Author', { data: { country: 'too long' } }));
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ errors: { name: 'This field is required.', country: expect.stringContaining('no more than 2') } });
    const typo = await refusalOf(data.getList('lib.Author', { ...firstPage, filter: { nmae: 'x' } }));
    expect(typo.body?.errors).toMatchObject({ nmae: 'Unknown parameter.' });
  });

  it('changes and deletes many', async () => {
    expect(await data.updateMany('lib.Book', { ids: [11, 12], data: { pages: 77 } })).toEqual({ data: [11, 12] });
    expect((await data.getMany('lib.Book', { ids: [11, 12] })).data.map(({ pages }) => pages)).toEqual([77, 77]);
    expect(await data.deleteMany('lib.Book', { ids: [429, 430] })).toEqual({ data: [429, 430] });
    expect((await refusalOf(data.deleteMany('lib.Book', { ids: [429] }))).problem.kind).toBe('invalid');
    const [parent, child] = await data.operations('lib.Author', [
      { op: 'create', data: { name: 'Parent' } },
      { op: 'create', model: 'lib.Book', data: { title: 'Child', added: '2026-01-01', author: { $ref: 0 } } },
    ]);
    expect((await data.getOne('lib.Book', { id: child?.pk ?? 0 })).data.author).toBe(parent?.pk);
    expect(await data.related('lib.Author', parent?.pk ?? 0)).toMatchObject({ related: [{ model: 'lib.Book', count: 1 }] });
    expect(await data.history('lib.Book', { id: 11 })).toMatchObject({ count: 1 });
    expect(await data.widget('model-counts')).toMatchObject({ cards: expect.any(Array) });
  });

  it('runs actions on rows and on all that a list shows, and takes files', async () => {
    expect(await data.action('lib.Book', 'read', { ids: [1, 2] })).toMatchObject({ succeeded: 1, failed: [{ pk: 2, detail: 'Lost.' }] });
    expect(await data.action('lib.Book', 'read', { filter: { author: 1, pages: null } })).toMatchObject({ total: expect.any(Number) });
    const file = await data.download('lib.Book', 'export_book', { ids: [1], input: { columns: ['id'] } });
    expect(await (await file.blob()).text()).toBe('Id\r\n1\r\n');
  });

  it('knows who is signed in, and what they may do', async () => {
    await service.user({ username: `clerk-${dialect}`, permissions: ['lib.book:view_book', 'lib.book:change_book'] });
    const tokens = memoryTokens();
    const auth = authProvider(new Client({ baseUrl: server.baseUrl, tokens }));
    await expect(auth.checkAuth({})).rejects.toThrow('credentials were not provided');
    await expect(auth.login({ username: `clerk-${dialect}`, password: 'wrong' })).rejects.toThrow('No active staff account');
    await auth.login({ username: `clerk-${dialect}`, password });
    await auth.checkAuth({});
    expect(await auth.getIdentity?.()).toMatchObject({ fullName: `clerk-${dialect}` });
    const may = (action: string, resource: string): unknown => auth.canAccess?.({ action, resource });
    const asked = ['list', 'edit', 'create', 'delete', 'nonsense'];
    expect(await Promise.all(asked.map((action) => may(action, 'lib.Book')))).toEqual([true, true, false, false, false]);
    expect(await may('list', 'lib.Author')).toBe(false);
    await expect(auth.checkError({ status: 500 })).resolves.toBeUndefined();
    tokens.set({ access: 'x', refresh: 'y' });
    const refused = await refusalOf(dataProvider(new Client({ baseUrl: server.baseUrl, tokens })).getList('lib.Book', firstPage));
    await expect(auth.checkError(refused)).rejects.toBe(refused);
    await auth.logout({});
    await expect(auth.checkAuth({})).rejects.toThrow('credentials were not provided');
  });

  it('takes a service that is away for no reason to sign out', async () => {
    const auth = authProvider(new Client({ baseUrl: 'http://127.0.0.1:1/api/' }));
    await expect(auth.checkAuth({})).resolves.toBeUndefined();
    await expect(auth.getIdentity?.()).rejects.toThrow('could not be reached');
  });
});
