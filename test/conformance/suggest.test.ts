/** `suggest` of a config: values for a form, once one of its fields has a new value (CONTRACT §15). */
import { all, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const setup = `
  CREATE TABLE product (id integer PRIMARY KEY, name varchar(20), price decimal(12,2), cost integer);
  CREATE TABLE line (id integer PRIMARY KEY, product integer REFERENCES product (id), other integer REFERENCES product (id), quantity integer, price decimal(12,2),
    margin integer, note varchar(10), made varchar(20));
  CREATE TABLE suggestion (code varchar(20) PRIMARY KEY);
  INSERT INTO suggestion VALUES ('suggest');
  INSERT INTO product VALUES (1, 'Cup', 12.5, 4), (2, 'Pot', 99, 50);`;

const seen: unknown[] = [];

const models = [
  model('product', 'shop.Product', { rows: ({ actor }) => (actor.isSuperuser ? all : where('id', '=', 1)) }),
  model('suggestion', 'shop.Suggestion'),
  model('line', 'shop.Line', {
    fields: { margin: { view: 'shop.see_margin' }, made: { readonly: true } },
    suggest: {
      async product({ value, row, actor, database }) {
        seen.push({ value, row, actor: actor.username });
        if (value === null) return { price: null };
        const [product] = await database.selectFrom('product').select(['price', 'cost']).where('id', '=', value).execute();
        return { price: Number(product?.['price']).toFixed(2), margin: 3, note: undefined };
      },
      quantity: ({ value }) => (value === 7 ? { note: 'far too long for it' } : value === 8 ? { made: 'x' } : undefined),
      async note({ value, database }) {
        if (value === 'write') await database.insertInto('product').values({ id: 9 }).execute();
        return {};
      },
    },
  }),
];

const path = '/r/shop.Line/suggest/';

describe.each(dialects)('suggested values on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startService({ dialect, setup, models }));
  const user = (name: string, permissions: readonly string[]) => service.user({ username: name, permissions });

  it('are in the form of the API, by the value of a field and those of the rest of the form', async () => {
    seen.length = 0;
    const { status, body } = await root.post(path, { field: 'product', values: { product: 1, quantity: '3', price: 'not yet', other: 2 } });
    expect([status, body]).toEqual([200, { values: { price: '12.50', margin: 3 } }]);
    const row = { product: 1, other: 2, quantity: 3, price: null, margin: null, note: null };
    expect(seen).toMatchObject([{ value: 1, row, actor: 'root' }]);
    expect((await root.post(path, { field: 'product', values: {} })).body).toEqual({ values: { price: null } });
    expect((await root.post(path, { field: 'quantity', values: { quantity: 1 } })).body).toEqual({ values: {} });
  });

  it('are only of fields that the user sees and writes, and know nothing of rows that the user may not view', async () => {
    const clerk = await user('clerk', ['shop.line:add_line', 'shop.line:view_line', 'shop.product:view_product']);
    seen.length = 0;
    const { body } = await clerk.post(path, { field: 'product', values: { product: 1, other: 2, margin: 1 } });
    expect(body).toEqual({ values: { price: '12.50' } });
    // Neither the key of the hidden row nor the hidden field.
    expect(seen).toMatchObject([{ row: { product: 1, other: null } }]);
    expect(Object.keys((seen[0] as { row: object }).row)).not.toContain('margin');
    const hidden = await clerk.post(path, { field: 'product', values: { product: 2 } });
    const missing = await clerk.post(path, { field: 'product', values: { product: 3 } });
    expect([hidden.status, missing.status, seen.length]).toEqual([400, 400, 1]);
    expect(JSON.stringify(hidden.body).replaceAll('2', '3')).toBe(JSON.stringify(missing.body));
    const blind = await user('blind', ['shop.line:change_line']);
    expect((await blind.post(path, { field: 'product', values: { product: 1 } })).status).toBe(400);
  });

  it('need the right to add or to change', async () => {
    const reader = await user('reader', ['shop.line:view_line', 'shop.product:view_product']);
    expect((await reader.post(path, { field: 'product', values: { product: 1 } })).status).toBe(403);
    const stranger = await user('stranger', ['shop.product:view_product']);
    expect((await stranger.post(path, { field: 'product', values: { product: 1 } })).status).toBe(404);
    expect((await stranger.post('/r/shop.Product/suggest/', { field: 'name', values: {} })).status).toBe(404);
    expect((await root.post('/r/shop.Product/suggest/', { field: 'name', values: {} })).status).toBe(404);
    const changer = await user('changer', ['shop.line:change_line', 'shop.product:view_product']);
    expect((await changer.post(path, { field: 'product', values: { product: 1 } })).status).toBe(200);
  });

  it('refuse what is wrong with the request', async () => {
    const refused = async (body: unknown) => {
      const { status, body: problem } = await root.post(path, body);
      return [status, Object.keys(problem).filter((name) => name !== 'detail' && name !== 'code')];
    };
    expect(await refused({ field: 'price', values: {} })).toEqual([400, ['field']]);
    expect(await refused({ field: 'nothing', values: {} })).toEqual([400, ['field']]);
    expect(await refused({ field: 'product', values: { product: 'x' } })).toEqual([400, ['values.product']]);
    expect(await refused({ field: 'product', values: { nothing: 1 } })).toEqual([400, ['values.nothing']]);
    expect(await refused({ field: 'product' })).toEqual([400, ['values']]);
    expect(await refused({ field: 'product', values: {}, more: 1 })).toEqual([400, ['more']]);
  });

  it('fail if the config is wrong, and write nothing', async () => {
    for (const quantity of [7, 8]) expect((await root.post(path, { field: 'quantity', values: { quantity } })).status).toBe(500);
    expect((await root.post(path, { field: 'note', values: { note: 'write' } })).status).toBe(500);
    expect((await root.get('/r/shop.Product/')).body.count).toBe(2);
  });

  it('are told of in the schema and in the document, to those who write', async () => {
    const { body } = await root.get('/schema/shop.Line/');
    const suggesting = body.fields.filter((field: { suggests?: true }) => field.suggests === true);
    expect(suggesting.map(({ name }: { name: string }) => name)).toEqual(['product', 'quantity', 'note']);
    expect((await root.get('/openapi.json')).body.paths).toHaveProperty(['/r/shop.Line/suggest/', 'post']);
    const reader = await user('viewer', ['shop.line:view_line']);
    expect((await reader.get('/openapi.json')).body.paths).not.toHaveProperty(['/r/shop.Line/suggest/']);
  });

  it('leave a row with the key "suggest" to its encoded address', async () => {
    expect((await root.get('/r/shop.Suggestion/%73uggest/')).body).toMatchObject({ code: 'suggest' });
  });

  it.each([
    ['E010', { nothing: () => ({}) }],
    ['E042', { made: () => ({}) }],
  ])('are checked at the start: %s', async (id, suggest) => {
    const wrong = model('line', 'shop.Line', { fields: { made: { readonly: true } }, suggest });
    await expect(startService({ dialect, setup, models: [wrong] })).rejects.toThrow(id);
  });
});
