import { action, model } from 'grimoire';
import type { OracleTable } from './journal-oracle.ts';
import type { Answer, Client } from './service.ts';

/** The tables of the shop, whose every row is compared. */
export const tables: readonly OracleTable[] = [
  { name: 'customer', key: ['id'], columns: ['id', 'name', 'sponsor_id'] },
  { name: 'orders', key: ['id'], columns: ['id', 'customer_id', 'total', 'note'] },
  { name: 'line', key: ['order_id', 'number'], columns: ['order_id', 'number', 'quantity'] },
  { name: 'tag', key: ['id'], columns: ['id', 'name'] },
  { name: 'order_tags', key: ['order_id', 'tag_id'], columns: ['order_id', 'tag_id'] },
];

export const setup: string = `
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

/** Its models, with an action of each kind. */
export const models = [
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
export const writes: readonly [name: string, run: (root: Client) => Promise<Answer>][] = [
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
