import { afterEach, describe, expect, it } from 'vitest';
import { dashboardStore } from './store/tab-store.ts';
import { fakeService } from './testing/fake-service.tsx';
import { field, schemaOf } from './testing/schemas.ts';
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
  afterEach(() => dashboardStore().reset());

  it('is the schema and the rows of a list', async () => {
    expect(await askedAt('#/shop.Order')).toEqual(['schema/shop.Order/', 'r/shop.Order/?ordering=pk&page=1&page_size=25']);
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

  it('is the schema alone of the page of a row', async () => {
    expect(await askedAt('#/shop.Order/12')).toEqual(['schema/shop.Order/']);
    expect(await askedAt(`#/${encodeURIComponent(city.model)}/1`)).toEqual([`schema/${encodeURIComponent(city.model)}/`]);
  });

  it('is which cards the home page has', async () => {
    for (const hash of ['', '#', '#/']) expect(await askedAt(hash)).toEqual(['home/']);
  });

  it('is nothing where nobody is signed in', async () => {
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
