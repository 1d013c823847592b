import { afterEach, describe, expect, it, vi } from 'vitest';
import { dashboardStore } from '../store/tab-store.ts';
import { fakeService } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { readAhead } from './read-ahead.ts';

const order = schemaOf('shop.Order', [field('note')]);
const none = { view: false, add: true, change: true, delete: true };
const secret = schemaOf('hr.Secret', [], { permissions: none });
const city = schemaOf('geo.市 %', []);
const page = { body: { count: 0, next: null, previous: null, results: [] } };

/** What is asked for at an address, beside the list of models. */
async function askedAt(hash: string, prepare?: (service: ReturnType<typeof fakeService>) => void): Promise<readonly string[]> {
  const service = fakeService([order, secret, city], {
    'GET r/shop.Order/': () => page,
    'GET home/': () => ({ body: { dashboards: [] } }),
  });
  prepare?.(service);
  await readAhead(service, hash);
  const [first, ...others] = service.sent.map(({ path }) => path);
  expect(first).toBe('schema/');
  return others;
}

describe('what is read before the first page is there', () => {
  afterEach(() => {
    dashboardStore().reset();
    vi.restoreAllMocks();
  });

  it('is the schema and the rows of a list', async () => {
    expect(await askedAt('#/shop.Order')).toEqual(['schema/shop.Order/', 'r/shop.Order/?_cut=2001&ordering=pk&page=1&page_size=25']);
  });

  it('is no rows of a list that this tab has filtered, whose address has parameters, or which the extension shows', async () => {
    const schema = ['schema/shop.Order/'];
    expect(await askedAt('#/shop.Order?filter=%7B%22note%22%3A%22x%22%7D')).toEqual(schema);
    expect(await askedAt('#/shop.Order', ({ extensionState }) => extensionState.use({ lists: { 'shop.Order': () => null } }))).toEqual(
      schema,
    );
    dashboardStore().setItem('shop.Order.listParams', { filter: { note: 'x' } });
    expect(await askedAt('#/shop.Order')).toEqual(schema);
  });

  it('is the schema and the row of the page of a row', async () => {
    for (const behind of ['', '/show', '?tab=history', '/show?tab=x'])
      expect(await askedAt(`#/shop.Order/a%2Cb${behind}`)).toEqual(['r/shop.Order/a%2Cb/', 'schema/shop.Order/']);
    expect(await askedAt('#/shop.Order/%2562ulk')).toEqual(['r/shop.Order/%62ulk/', 'schema/shop.Order/']);
    expect(await askedAt('#/shop.Order/100%25')).toEqual(['r/shop.Order/100%25/', 'schema/shop.Order/']);
    const model = encodeURIComponent(city.model);
    expect(await askedAt(`#/${model}/1`)).toEqual([`r/${model}/1/`, `schema/${model}/`]);
    expect(await askedAt('#/shop.Order/create')).toEqual(['schema/shop.Order/']);
    expect(await askedAt('#/shop.Order/1/other')).toEqual(['schema/shop.Order/']);
  });

  it('is given to the first page that asks for that row', async () => {
    const service = fakeService([order], { 'GET r/shop.Order/1/': () => ({ body: { id: 1, note: 'x' }, etag: '"1"' }) });
    const requests = (): number => service.sent.filter(({ path }) => path === 'r/shop.Order/1/').length;
    await readAhead(service, '#/shop.Order/1');
    const { data } = await service.dataProvider.getOne('shop.Order', { id: 1 });
    expect([data, requests()]).toEqual([{ id: 1, note: 'x', _etag: '"1"' }, 1]);
    await service.dataProvider.getOne('shop.Order', { id: 1 });
    expect(requests()).toBe(2);
  });

  it('is not given after another row was asked for, or too late', async () => {
    const service = fakeService([order], { 'GET r/shop.Order/': () => ({ body: { id: 1 } }) });
    const requests = (): number => service.sent.filter(({ path }) => path === 'r/shop.Order/1/').length;
    await readAhead(service, '#/shop.Order/1');
    await expect(service.dataProvider.getOne('shop.Order', { id: 2 })).rejects.toThrow();
    await expect(service.dataProvider.getOne('shop.Order', { id: 1 })).rejects.toThrow();
    expect(requests()).toBe(2);
    await readAhead(service, '#/shop.Order/1');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    await expect(service.dataProvider.getOne('shop.Order', { id: 1 })).rejects.toThrow();
    expect(requests()).toBe(4);
  });

  it('is not given to the next user who signs in', async () => {
    const answers = { 'GET r/shop.Order/1/': () => ({ body: { id: 1 } }), 'POST auth/logout/': () => ({ body: {} }) };
    const service = fakeService([order], answers);
    await readAhead(service, '#/shop.Order/1');
    await service.authProvider.logout({});
    await service.dataProvider.getOne('shop.Order', { id: 1 });
    expect(service.sent.filter(({ path }) => path === 'r/shop.Order/1/')).toHaveLength(2);
  });

  it('fails where the row is asked for', async () => {
    const service = fakeService([order]);
    await readAhead(service, '#/shop.Order/1');
    await expect(service.dataProvider.getOne('shop.Order', { id: 1 })).rejects.toMatchObject({ status: 404 });
    expect(service.sent.filter(({ path }) => path === 'r/shop.Order/1/')).toHaveLength(1);
  });

  it('is which cards the home page has', async () => {
    for (const hash of ['', '#', '#/']) expect(await askedAt(hash)).toEqual(['home/']);
  });

  it('is nothing if no user is signed in', async () => {
    for (const hash of ['', '#/shop.Order']) {
      const service = fakeService([order]);
      await readAhead({ ...service, authProvider: { ...service.authProvider, getPermissions: async () => undefined } }, hash);
      expect(service.sent).toEqual([]);
    }
  });

  it('is nothing of a page that is not that of a model, or of one that the user may not see', async () => {
    for (const hash of ['#/doctor', '#/hr.Secret', '#/hr.Secret/1']) expect([hash, await askedAt(hash)]).toEqual([hash, []]);
  });
});
