import { afterEach, describe, expect, it } from 'vitest';
import { ConstraintError } from '../databases/constraint-error.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { tables } from '../test-models/tables.ts';
import { bulkUpdate } from './bulk.ts';
import { createRow } from './create.ts';
import type { RowInput } from './read-input.ts';

let shop: Shop;
const open = async (options: ShopOptions = {}, sql = ''): Promise<void> => {
  shop = await openShop(options, sql);
};
afterEach(() => shop.close());

/** How many checks a change of order 1 asks of the database. */
const checkCount = async (input: RowInput): Promise<number> => {
  let count = 0;
  await shop.write(root, async (unit) => {
    const existing = unit.writes.existing.bind(unit.writes);
    unit.writes.existing = (authorized) => {
      count += authorized.plan.checks.length;
      return existing(authorized);
    };
    await bulkUpdate(unit, modelOf(shop.registry, 'shop.Order'), [1], input);
  });
  return count;
};

describe('no check is asked', () => {
  it('for a unique set with a null in it', async () => {
    await open();
    expect(await checkCount({ due: '2026-05-05' })).toBe(1);
    expect(await checkCount({ due: null })).toBe(0);
  });

  it('for links of which the change adds none', async () => {
    await open();
    expect(await checkCount({ tags: [1, 2, 3] })).toBe(1);
    expect(await checkCount({ tags: [1] })).toBe(0);
  });

  it('for a stored value that its field refuses, which counts as null', async () => {
    await open({}, `UPDATE orders SET due = 'soon' WHERE id = 1;`);
    expect(await checkCount({ customer: 2 })).toBe(1);
    expect(await shop.sql('SELECT customer_id FROM orders WHERE id = 1')).toEqual([[2n]]);
  });
});

describe('a foreign key', () => {
  const second = tables.reminders.columns
    .filter(({ name }) => name === 'order')
    .map((column) => ({ ...column, name: 'second', column: 'second' }));
  const twoOrders: ShopOptions = {
    configs: { 'shop.Order': { inlines: [{ table: tables.reminders, foreignKey: 'order' }] } },
    described: {
      'shop.Reminder': {
        columns: [...tables.reminders.columns, ...second],
        foreignKeys: tables.reminders.foreignKeys.flatMap((key) => [key, { ...key, columns: ['second'] }]),
      },
    },
  };
  const changes = clerk('reminder:view_reminder', 'reminder:change_reminder', 'order:view_order');
  const refused = async (input: RowInput): Promise<unknown> =>
    (await refusalOfAsync(() => shop.update(changes, 'shop.Reminder', '1', input)))?.fields;

  it('needs the right to change its target only where it is the one of the inline', async () => {
    await open(twoOrders, 'ALTER TABLE reminders ADD COLUMN second INTEGER REFERENCES orders (id);');
    expect(await refused({ order: 2 })).toEqual({ order: ['You do not have permission to change orders.'] });
    expect(await refused({ second: 2 })).toBeUndefined();
  });

  it('may be set to null without that right', async () => {
    await open(twoOrders, 'ALTER TABLE reminders ADD COLUMN second INTEGER REFERENCES orders (id);');
    expect(await refused({ order: null })).toBeUndefined();
    expect(await shop.sql('SELECT order_id FROM reminders')).toEqual([[null]]);
  });

  it('to a column that the model of its table leaves out is compared with the table', async () => {
    await open(
      {
        described: {
          'shop.Claim': {
            foreignKeys: [
              {
                columns: ['line_order', 'line_place'],
                table: tables.customers.table,
                targetColumns: ['id', 'code'],
                onDelete: 'no action',
              },
            ],
          },
        },
      },
      `ALTER TABLE customers ADD COLUMN code TEXT;
UPDATE customers SET code = 'c' || id;
DROP TABLE claims;
CREATE TABLE claims (id INTEGER PRIMARY KEY, line_order INTEGER, line_place TEXT, reason TEXT);`,
    );
    const claim = async (line_order: number, line_place: string): Promise<unknown> =>
      (await refusalOfAsync(() => shop.create(root, 'shop.Claim', { line_order, line_place, reason: 'r' })))?.fields;
    expect(await claim(1, 'c2')).toEqual({ line_order: ['Invalid pk "1, c2" - object does not exist.'] });
    expect(await claim(1, 'c1')).toBeUndefined();
  });
});

describe('a check that the database refuses', () => {
  it('is on the field of the change', async () => {
    await open();
    const refusal = await refusalOfAsync(() =>
      shop.write(root, async (unit) => {
        unit.writes.existing = () => Promise.reject(new ConstraintError('out of range', { cause: new Error('Too large.') }));
        await createRow(unit, modelOf(shop.registry, 'shop.Tag'), { name: 'x' });
      }),
    );
    expect(Object.keys(refusal?.fields ?? {})).toEqual(['name']);
  });
});
