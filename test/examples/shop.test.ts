import { shopTarget } from '@grimoire/example-shop/target';
import { prepareShop } from '@grimoire/example-shop/testing';
import { fieldTypeNames } from '@grimoire/protocol';
import type { Admin } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownColumns } from '../support/column-cases.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { asking, type Client, clientOf } from '../support/service.ts';

describe('the database of the shop', () => {
  it('is what the environment names', () => {
    expect(shopTarget({ DATABASE_URL: 'postgres://ada@host/shop' })).toEqual({ postgres: 'postgres://ada@host/shop' });
    for (const url of ['sqlite:/tmp/x.sqlite', 'sqlite:///tmp/x.sqlite', 'file:/tmp/x.sqlite'])
      expect(shopTarget({ DATABASE_URL: url, SHOP_DATABASE: 'other.sqlite' })).toEqual({ sqlite: '/tmp/x.sqlite' });
    expect(shopTarget({ SHOP_DATABASE: 'other.sqlite' })).toEqual({ sqlite: 'other.sqlite' });
    expect(shopTarget({})).toEqual({ sqlite: expect.stringContaining('shop.sqlite') });
  });
});

describe.each(dialects)('the shop on %s', (dialect) => {
  let database: TestDatabase;
  let admin: Admin;
  const clients = new Map<string, Client>();
  const as = (username: string): Client => clients.get(username) ?? clientOf(admin, null);
  const get = async (path: string, username = 'admin'): Promise<any> => {
    const answer = await as(username).get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };

  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    admin = await prepareShop(
      dialect === 'sqlite' ? { sqlite: database.address.slice('sqlite:'.length) } : { postgres: database.address },
      300,
    );
    for (const username of ['admin', 'clara', 'nils', 'vera']) {
      const answer = await clientOf(admin, null).post('/auth/login/', { username, password: username });
      clients.set(username, clientOf(admin, answer.body.access));
    }
  });
  afterAll(async () => {
    await admin.close();
    await database.close();
  });

  it('is in German and Korean for those who ask', async () => {
    const orders = async (language: string): Promise<any> => {
      const client = asking(as('admin'), language);
      const { verbose_name_plural: name, fields, actions } = (await client.get('/schema/sales.Order/')).body;
      const { results } = (await client.get('/r/sales.Order/?status=paid&page_size=1')).body;
      return [
        name,
        fields[1].verbose_name,
        actions.map(({ label }: { label: string }) => label).includes('Refund'),
        results[0].status_display,
      ];
    };
    expect(await orders('de')).toEqual(['Bestellungen', 'Nummer', false, 'Bezahlt']);
    expect(await orders('ko-KR')).toEqual(['주문', '주문 번호', false, '결제 완료']);
    expect(await orders('en')).toEqual(['orders', 'number', true, 'Paid']);
  });

  it('has names of all its models, fields and choices in all six languages', async () => {
    const ofShop = /^(sales|crm|catalog|billing|inventory|ops)\./;
    const texts = async (language: string): Promise<readonly string[]> => {
      const client = asking(as('admin'), language);
      const { models } = (await client.get('/schema/')).body;
      const found: string[] = [];
      for (const { model } of models.filter((entry: { model: string }) => ofShop.test(entry.model))) {
        const { verbose_name: one, verbose_name_plural: many, fields } = (await client.get(`/schema/${model}/`)).body;
        found.push(one, many);
        for (const { verbose_name: name, choices = [] } of fields)
          found.push(name, ...choices.map(([, label]: readonly [string, string]) => label));
      }
      return found;
    };
    const english = await texts('en');
    // Every name stands in all languages or in none (`Name` of the demo), and only Arabic shares no word with English.
    const arabic = await texts('ar');
    expect(arabic.filter((text) => !/\p{Script=Arabic}/u.test(text))).toEqual(['PDF']);
    for (const [language, name] of [
      ['de', 'Rechnung'],
      ['fr', 'facture'],
      ['es', 'factura'],
      ['ko', '청구서'],
    ] as const) {
      const named = await texts(language);
      expect([language, named.length, named.includes(name)]).toEqual([language, english.length, true]);
      expect(named.filter((text, place) => text === english[place]).length).toBeLessThan(40);
    }
  });

  it.each(['de', 'fr', 'es', 'ko', 'ar'] as const)('lacks no text in %s', async (language) => {
    expect(await admin.operations.untranslated(language)).toEqual([]);
  });

  it('has models of six apps that use every field type for which there is no column among the cases of columns', async () => {
    const { models } = await get('/schema/');
    expect(new Set(models.map((entry: { app_label: string }) => entry.app_label))).toEqual(
      new Set(['admin', 'auth', 'contenttypes', 'billing', 'catalog', 'crm', 'inventory', 'ops', 'sales']),
    );
    const types = new Set(ownColumns(dialect).map(([, { type }]) => type));
    for (const { model } of models) for (const field of (await get(`/schema/${model}/`)).fields) types.add(field.type);
    expect(fieldTypeNames.filter((name) => !types.has(name))).toEqual([]);
  });

  it('says in the form of the contract which fields take files: none, while there is no store for them', async () => {
    const { fields } = await get('/schema/catalog.Product/');
    const files = fields.filter(({ type }: { type: string }) => ['ImageField', 'FileField'].includes(type));
    expect(files.map(({ editable, upload }: { editable: boolean; upload?: unknown }) => [editable, upload])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
    expect((await get('/openapi.json')).components.schemas.FieldSchema.properties.upload).toMatchObject({ enum: ['image', 'file'] });
  });

  it('answers every model in every way: list, row, each sort, each filter, search and autocomplete', async () => {
    const { models } = await get('/schema/');
    for (const { model } of models) {
      const schema = await get(`/schema/${model}/`);
      const list = await get(`/r/${model}/?page_size=5`);
      for (const row of list.results)
        expect(await get(`/r/${model}/${encodeURIComponent(row.pk ?? row.id)}/`)).toMatchObject({ _label: row._label });
      for (const field of schema.fields) {
        // What an audit entry says of rows can't be asked for: it may be hidden from who asks.
        if (model === 'admin.AdminAuditLog' && ['diff', 'targets', 'failed_targets', 'input'].includes(field.name)) continue;
        if (model === 'auth.User' && field.name === 'password') continue;
        // Lists are neither sorted nor filtered by columns of related rows.
        if (field.related) continue;
        if (field.type !== 'BinaryField') await get(`/r/${model}/?page_size=1&ordering=-${field.name}`);
        await get(`/r/${model}/?page_size=1&${field.name}__isnull=false`);
        const sample = list.results[0]?.[field.name];
        if (typeof sample === 'string' || typeof sample === 'number') {
          expect([model, field.name, (await get(`/r/${model}/?page_size=1&${field.name}=${encodeURIComponent(sample)}`)).count]).toEqual([
            model,
            field.name,
            expect.any(Number),
          ]);
        }
      }
      if (schema.search_fields.length > 0) await get(`/r/${model}/?search=${encodeURIComponent('ä "x y" %')}`);
      const suggestions = await get(`/r/${model}/autocomplete/?q=`);
      expect([model, suggestions.results.length > 0]).toEqual([model, true]);
    }
  });

  it('gives an order its number, unless one is entered', async () => {
    const { fields } = await get('/schema/sales.Order/');
    expect(fields.find(({ name }: { name: string }) => name === 'number')).toMatchObject({ required: false, editable: true });
    const [{ customer, channel, number: last }] = (await get('/r/sales.Order/?ordering=-number&page_size=1')).results;
    const order = { customer, channel, placedAt: '2026-11-20T10:00:00Z' };
    const data = [order, { ...order, number: '' }, { ...order, number: 'A-1' }];
    const made = await as('admin').post('/r/sales.Order/bulk/', { operations: data.map((each) => ({ op: 'create', data: each })) });
    expect(made.status).toBe(200);
    const keys = made.body.results.map(({ pk }: { pk: number }) => pk);
    const numbers = (await get(`/r/sales.Order/?id__in=${keys.join(',')}&ordering=id`)).results.map(
      (row: { number: string }) => row.number,
    );
    const after = (count: number): string => `SO-${String(Number(last.slice(3)) + count).padStart(7, '0')}`;
    expect(numbers).toEqual([after(1), after(2), 'A-1']);
    for (const key of keys) expect((await as('admin').delete(`/r/sales.Order/${key}/`)).status).toBe(204);
  });

  it('gives the lines of an order their positions, unless they are entered', async () => {
    const { fields } = await get('/schema/sales.OrderLine/');
    expect(fields.find(({ name }: { name: string }) => name === 'position')).toMatchObject({ required: false, editable: true });
    const [{ customer, channel }] = (await get('/r/sales.Order/?page_size=1')).results;
    const [{ id: product }] = (await get('/r/catalog.Product/?page_size=1')).results;
    const line = { product, quantity: 2, unitPrice: '1.00' };
    const order = { customer, channel, placedAt: '2026-11-20T10:00:00Z' };
    const made = await as('admin').post('/r/sales.Order/bulk/', {
      operations: [
        { op: 'create', data: order },
        ...[line, line, { ...line, position: 7 }, line].map((each) => ({
          op: 'create',
          model: 'sales.OrderLine',
          data: { ...each, order: { $ref: 0 } },
        })),
      ],
    });
    expect(made.body).not.toHaveProperty('detail');
    const key = made.body.results[0].pk;
    const { results } = await get(`/r/sales.OrderLine/?order=${key}&ordering=position`);
    expect(results.map(({ position }: { position: number }) => position)).toEqual([1, 2, 7, 8]);
    expect((await get(`/r/sales.Order/${key}/`)).total).toBe('8.00');
    expect((await as('admin').delete(`/r/sales.Order/${key}/`)).status).toBe(204);
  });

  it('bills each order to its customer, in its currency', async () => {
    const { fields } = await get('/schema/billing.Invoice/');
    expect(fields.find(({ name }: { name: string }) => name === 'total').widget).toEqual({
      kind: 'money',
      currency: { field: 'currency' },
    });
    const [fresh] = (await get('/r/sales.Order/?status=cancelled&page_size=1')).results;
    expect((await as('admin').patch(`/r/sales.Order/${fresh.id}/`, { status: 'paid' })).status).toBe(200);
    const issued = await as('admin').post('/r/sales.Order/action/issue_tax_invoice/', { ids: [fresh.id] });
    expect(issued.body).toMatchObject({ succeeded: 1, failed: [] });
    const invoices = (await get('/r/billing.Invoice/?page_size=200')).results;
    expect(invoices.map(({ order }: { order: number }) => order)).toContain(fresh.id);
    expect(new Set(invoices.map(({ currency }: { currency: string }) => currency)).size).toBeGreaterThan(1);
    const ids = invoices.map(({ order }: { order: number }) => order).join(',');
    const orders = (await get(`/r/sales.Order/?id__in=${ids}&page_size=200`)).results;
    const billed = ({ customer, currency, total }: Record<string, unknown>): unknown => ({ customer, currency, total });
    const byOrder = new Map(orders.map((order: { id: number }) => [order.id, order]));
    expect(invoices.map(billed)).toEqual(
      invoices.map(({ order }: { order: number }) => billed(byOrder.get(order) as Record<string, unknown>)),
    );
    const suggested = await as('admin').post('/r/billing.Invoice/suggest/', { field: 'order', values: { order: fresh.id } });
    expect(suggested.body.values).toEqual({ customer: fresh.customer, currency: fresh.currency });
  });

  it('shows each account what it may see', async () => {
    const keys = async (username: string): Promise<string[]> =>
      (await get('/schema/', username)).models.map((entry: { model: string }) => entry.model);
    expect(await keys('vera')).not.toContain('sales.Order');
    expect((await as('vera').get('/r/sales.Order/')).status).toBe(404);
    const everywhere = (await get('/r/sales.Order/')).count;
    const north = (await get('/r/sales.Order/', 'nils')).count;
    expect(north).toBeGreaterThan(0);
    expect(north).toBeLessThan(everywhere);
    expect((await get('/r/sales.Order/?customer__region=north')).count).toBe(north);
    expect((await as('nils').get('/r/sales.Order/?margin__gte=0')).status).toBe(400);
    expect((await get('/r/sales.Order/?page_size=1', 'nils')).results[0]).not.toHaveProperty('margin');
  });
});
