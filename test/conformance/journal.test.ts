import type { ChangedRows, ChangeSets } from '@grimoire/protocol';
import { action, model, where } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { changesBetween, dump, type OracleTable, recordedChanges } from '../support/journal-oracle.ts';
import { type Answer, type Client, type TestService, startService } from '../support/service.ts';

const tables: readonly OracleTable[] = [
  { name: 'customer', key: ['id'], columns: ['id', 'name', 'sponsor_id'] },
  { name: 'orders', key: ['id'], columns: ['id', 'customer_id', 'total', 'note'] },
  { name: 'line', key: ['order_id', 'number'], columns: ['order_id', 'number', 'quantity'] },
  { name: 'tag', key: ['id'], columns: ['id', 'name'] },
  { name: 'order_tags', key: ['order_id', 'tag_id'], columns: ['order_id', 'tag_id'] },
];

const setup = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(100) NOT NULL, sponsor_id integer REFERENCES customer (id) ON DELETE SET NULL);
  CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customer (id) ON DELETE CASCADE, total numeric(10, 2), note text);
  CREATE TABLE line (order_id integer REFERENCES orders (id) ON DELETE CASCADE, number integer, quantity integer NOT NULL, PRIMARY KEY (order_id, number));
  CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20) NOT NULL);
  CREATE TABLE order_tags (order_id integer REFERENCES orders (id) ON DELETE CASCADE, tag_id integer REFERENCES tag (id) ON DELETE CASCADE, PRIMARY KEY (order_id, tag_id));
  INSERT INTO customer VALUES (1, 'Ada', NULL), (2, 'Ben', 1), (3, 'Cy', NULL);
  INSERT INTO orders VALUES (1, 1, 10.5, NULL), (2, 1, 3, 'soon'), (3, 2, 7.25, '');
  INSERT INTO line VALUES (1, 1, 2), (1, 2, 5), (2, 1, 1);
  INSERT INTO tag VALUES (1, 'new'), (2, 'late');
  INSERT INTO order_tags VALUES (1, 1), (3, 2);`;

const models = [
  model('customer', 'shop.Customer', {
    actions: {
      rename: action({ run: async (_context, rows) => void (await rows.update({ name: 'Renamed' })) }),
      remove: action({ run: async (_context, rows) => void (await rows.delete()) }),
      byHost: action({
        run: async ({ transaction }) => {
          await transaction.updateTable('customer').set({ name: 'by host' }).where('id', '=', 3).execute();
          await transaction.deleteFrom('order_tags').where('order_id', '=', 1).execute();
          const made = await transaction
            .insertInto('tag')
            .values([
              { id: 8, name: 'x' },
              { id: 9, name: 'y' },
            ])
            .returning('name')
            .execute();
          if (made.map(({ name }) => name).join() !== 'x,y') throw new Error(JSON.stringify(made));
          const { numInsertedOrUpdatedRows } = await transaction.insertInto('tag').values({ id: 10, name: 'z' }).executeTakeFirstOrThrow();
          if (numInsertedOrUpdatedRows !== 1n) throw new Error('not counted');
        },
      }),
      each: action({
        run: (_context, rows) =>
          rows.each(async (row, one) => {
            await one.update({ name: `${String(row['name'])}!` });
            if (row['id'] === 2) throw new Error('not this one');
          }),
      }),
    },
  }),
  model('orders', 'shop.Order', {
    manyToMany: { tags: { through: 'order_tags' } },
    inlines: [{ table: 'line', foreignKey: 'order' }],
  }),
  model('line', 'shop.Line'),
  model('tag', 'shop.Tag'),
];

/** A write of each kind, by its name. */
const writes: readonly [name: string, run: (root: Client) => Promise<Answer>][] = [
  ['a PATCH', (root) => root.patch('/r/shop.Customer/1/', { name: 'Ada L.' })],
  ['a PATCH of links', (root) => root.patch('/r/shop.Order/1/', { tags: [2], note: 'both' })],
  ['a POST', (root) => root.post('/r/shop.Order/', { id: 9, customer: 3, total: '1.10', tags: [1, 2] })],
  ['a DELETE with cascades and lost references', (root) => root.delete('/r/shop.Customer/1/')],
  ['a bulk update', (root) => root.post('/r/shop.Order/bulk/', { action: 'update', ids: [1, 2, 3], data: { note: 'all' } })],
  ['a bulk delete', (root) => root.post('/r/shop.Customer/bulk/', { action: 'delete', ids: [1, 3] })],
  ['an action that updates', (root) => root.post('/r/shop.Customer/action/rename/', { ids: [1, 2] })],
  ['an action that deletes', (root) => root.post('/r/shop.Customer/action/remove/', { ids: [1] })],
  ['an action that writes by its transaction', (root) => root.post('/r/shop.Customer/action/byHost/', { ids: [1] })],
  ['an action row by row, of which one fails', (root) => root.post('/r/shop.Customer/action/each/', { ids: [1, 2, 3] })],
];

describe.each(dialects)('the journal on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  it.each(writes)('has every row of %s', async (_, run) => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const before = await dump(service.database, tables);
    const answer = await run(root);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const expected = changesBetween(before, await dump(service.database, tables), tables);
    expect(expected).not.toEqual([]);
    expect(await recordedChanges(service.database, answer.headers.get('x-change-set') ?? '')).toEqual(expected);
  });

  it('answers what a delete has changed, with what the database did because of it', async () => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const id = Number((await root.delete('/r/shop.Customer/1/')).headers.get('x-change-set'));
    const set = (await root.get(`/changes/${id}/`)).body;
    expect(set).toMatchObject({
      id,
      action: 'delete',
      model: 'shop.Customer',
      rows: 8,
      complete: true,
      gaps: [],
      undo_of: null,
      undone_by: null,
    });
    const { count, results, other_records: others } = (await root.get(`/changes/${id}/rows/?page_size=100`)).body as ChangedRows;
    expect([count, others]).toEqual([results.length, 8 - results.length]);
    const short = results.map(({ model: key, pk, op, cause, label }) => `${op} ${key} ${pk} ${cause} ${label}`);
    expect(short.toSorted()).toEqual([
      'delete shop.Customer 1 request Ada',
      'delete shop.Line 1~1 database 1',
      'delete shop.Line 1~2 database 2',
      'delete shop.Line 2~1 database 1',
      'delete shop.Order 1 database order 1',
      'delete shop.Order 2 database order 2',
      'update shop.Customer 2 database Ben',
    ]);
    expect(results.find(({ op }) => op === 'update')?.diff).toEqual({ sponsor: [1, null] });
    expect(results.find(({ model: key, pk }) => key === 'shop.Order' && String(pk) === '1')?.diff).toEqual({
      id: [1, null],
      customer: [1, null],
      total: ['10.50', null],
      note: [null, null],
    });
    const list = (await root.get('/changes/')).body as ChangeSets;
    expect(list.results.map((one) => one.id)).toEqual([id]);
    expect((await root.get('/changes/999999/')).status).toBe(404);
  });

  it('is shown to those who may see a row of it now, and counts the others', async () => {
    const scoped = model('customer', 'shop.Customer', { rows: () => where('name', '=', 'Ada') });
    service = await startService({ dialect, setup, models: [scoped, ...models.slice(1)] });
    const root = await service.superuser();
    const reader = await service.user({ username: 'reader', isStaff: true, permissions: ['shop.customer:view_customer'] });
    const stranger = await service.user({ username: 'stranger', isStaff: true, permissions: ['shop.tag:view_tag'] });
    // A row rule is also that of superusers.
    const both = await root.post('/r/shop.Customer/bulk/', { action: 'update', ids: [1], data: { sponsor: 1 } });
    const id = both.headers.get('x-change-set') ?? '';
    expect((await reader.get(`/changes/${id}/rows/`)).body).toMatchObject({ count: 1, other_records: 0 });
    expect((await stranger.get(`/changes/${id}/`)).status).toBe(404);
    expect((await stranger.get(`/changes/${id}/rows/`)).status).toBe(404);
    expect((await reader.get('/changes/')).body.count).toBe(1);
    expect((await stranger.get('/changes/')).body.count).toBe(0);
    await service.database.execute("UPDATE customer SET name = 'Eve' WHERE id = 1");
    expect((await reader.get(`/changes/${id}/`)).status).toBe(404);
  });
});
