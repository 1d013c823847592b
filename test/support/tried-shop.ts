import type { Preview } from '@grimoire/protocol';
import { action, model } from 'grimoire';
import type { Answer, Client } from './service.ts';

/** Tables of a shop, with rows that go along and lose references. */
export const setup = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(100) NOT NULL, region varchar(2), sponsor_id integer REFERENCES customer (id) ON DELETE SET NULL);
  CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customer (id) ON DELETE CASCADE, total numeric(10, 2), note text, updated_at timestamp);
  CREATE TABLE line (order_id integer REFERENCES orders (id) ON DELETE CASCADE, number integer, quantity integer NOT NULL, PRIMARY KEY (order_id, number));
  CREATE TABLE note (id integer PRIMARY KEY, text varchar(100), deleted_at timestamp);
  CREATE TABLE sent (id integer PRIMARY KEY, text varchar(100));
  CREATE TABLE part (id integer PRIMARY KEY, sent_id integer REFERENCES sent (id) ON DELETE CASCADE);
  CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20));
  CREATE TABLE order_tags (order_id integer REFERENCES orders (id) ON DELETE CASCADE, tag_id integer REFERENCES tag (id), PRIMARY KEY (order_id, tag_id));
  INSERT INTO customer VALUES (1, 'Ada', 'DE', NULL), (2, 'Ben', 'FR', 1), (3, 'Cy', 'DE', NULL);
  INSERT INTO orders VALUES (1, 1, 10.5, NULL, '2026-01-01 10:00:00'), (2, 1, 3, 'soon', '2026-01-01 10:00:00'), (3, 2, 7.25, '', '2026-01-01 10:00:00');
  INSERT INTO line VALUES (1, 1, 2), (1, 2, 5), (2, 1, 1);
  INSERT INTO note VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', '2026-01-01 10:00:00');
  INSERT INTO sent VALUES (1, 'first');
  INSERT INTO tag VALUES (1, 'new'), (2, 'late');
  INSERT INTO part VALUES (1, 1);
  INSERT INTO order_tags VALUES (1, 1);`;

/** What the code of the host has done outside of the database. */
export const outside: string[] = [];
/** Its models, with hooks and actions that are safe to be tried, and others. */
export const models = [
  model('customer', 'shop.Customer', {
    actions: {
      rename: action({ preview: 'safe', run: async (_context, rows) => void (await rows.update({ name: 'Renamed' })) }),
      remove: action({ preview: 'safe', run: async (_context, rows) => void (await rows.delete()) }),
      mail: action({
        run: async (_context, rows) => {
          outside.push('mail');
          await rows.update({ name: 'Mailed' });
        },
      }),
      tell: action({ preview: 'safe', run: (context) => void outside.push(`preview ${context.preview}`) }),
      wait: action({ preview: 'safe', run: () => new Promise(() => {}) }),
      list: action({ returns: 'file', run: () => ({}) }),
    },
  }),
  model('orders', 'shop.Order', {
    fields: { updated_at: { fill: 'updatedAt' } },
    inlines: [{ table: 'line', foreignKey: 'order' }],
    manyToMany: { tags: { through: 'order_tags' } },
  }),
  model('tag', 'shop.Tag'),
  model('line', 'shop.Line'),
  model('note', 'shop.Note', { softDelete: 'deleted_at' }),
  model('part', 'shop.Part'),
  model('sent', 'shop.Sent', {
    hooks: {
      beforeSave: ({ row }) => {
        outside.push('beforeSave');
        return { text: `${String(row['text']).toUpperCase()} by a hook` };
      },
      afterSave: () => void outside.push('afterSave'),
      beforeDelete: () => void outside.push('beforeDelete'),
      afterDelete: () => void outside.push('afterDelete'),
    },
  }),
];

/** How a request writes. */
export type How = { readonly dry_run?: boolean; readonly if_preview?: string; readonly reason?: string };

/** A write of one row. */
export const ofRow =
  (method: string, path: string, body?: object) =>
  (client: Client, how: How = {}): Promise<Answer> => {
    const query = Object.entries(how).map(([name, value]): [string, string] => [name, String(value)]);
    return client.request(method, `${path}?${new URLSearchParams(query).toString()}`, { body });
  };
/** A write whose options are in its body. */
export const ofBody =
  (path: string, body: object) =>
  (client: Client, how: How = {}): Promise<Answer> =>
    client.post(path, { ...body, ...how });

/** The numbers of created, updated and deleted rows of a preview, by model. */
export function countsOf({ counts }: Preview): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(counts.map((count) => [String(count.model), [count.create, count.update, count.delete]]));
}
