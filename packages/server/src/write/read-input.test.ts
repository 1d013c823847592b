import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AdminConfig } from '../model/config/config.ts';
import type { ColumnDescription } from '../model/table.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, type Refusal, refusalOfAsync, root } from '../test-models/models.ts';
import { tables } from '../test-models/tables.ts';
import type { RowInput } from './read-input.ts';

let shop: Shop;
/** @param more what the descriptions of some columns have in addition. @param added columns that the table has in addition. */
const open = async (
  config: AdminConfig = {},
  more: Readonly<Record<string, Partial<ColumnDescription>>> = {},
  { added = [], sql = '' }: { readonly added?: readonly ColumnDescription[]; readonly sql?: string } = {},
): Promise<void> => {
  const columns = [...tables.orders.columns.map((column) => ({ ...column, ...more[column.name] })), ...added];
  shop = await openShop({ configs: { 'shop.Order': config }, described: { 'shop.Order': { columns } } }, sql);
};
afterEach(() => shop.close());

const fresh = { number: 'N', customer: 2 };
const create = (input: RowInput, actor = root): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.create(actor, 'shop.Order', input));
const update = (input: RowInput, actor = root): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.update(actor, 'shop.Order', '1', input));
const updateAll = (input: RowInput, actor = root): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.bulkUpdate(actor, 'shop.Order', [1], input));

describe('names that a request sends', () => {
  const listDisplay = ['number', 'customer.name', 'customer.vip', 'customer.region', 'shop.Line.count'];
  const unknown = ['Unknown field.'];

  it('are ignored where a row carries them for columns of related rows', async () => {
    await open({ listDisplay });
    expect(await update({ customer__name: 'x', customer__vip: true, shop__Line__count: 7, memo: 'new' })).toBeUndefined();
    expect(await shop.sql('SELECT memo FROM orders WHERE id = 1')).toEqual([['new']]);
    expect(await shop.sql('SELECT name FROM customers WHERE id = 1')).toEqual([['Ann']]);
    expect((await update({ customer__email: 'x', shop__Claim__count: 1 }))?.fields).toEqual({
      customer__email: unknown,
      shop__Claim__count: unknown,
    });
    expect((await updateAll({ customer__name: 'x' }))?.fields).toEqual({ customer__name: ['This field can not be changed.'] });
  });

  it('are unknown where the user may not see the related rows', async () => {
    await open({ listDisplay });
    const changes = clerk('order:change_order', 'order:view_order');
    expect((await update({ customer__name: 'x' }, changes))?.fields).toEqual({ customer__name: unknown });
  });

  it('are ignored for the text beside a column of related rows that is a choice', async () => {
    await shopWithOrderColumns();
    expect(
      await refusalOfAsync(() => shop.update(root, 'shop.Line', '1~a', { order__status: 'x', order__status_display: 'x' })),
    ).toBeUndefined();
    expect((await refusalOfAsync(() => shop.update(root, 'shop.Line', '1~a', { order__status_label: 'x' })))?.fields).toEqual({
      order__status_label: unknown,
    });
  });

  it('are read up to the hundredth problem', async () => {
    await open();
    const names = Array.from({ length: 120 }, (_, index) => `f${index}`);
    const input = Object.fromEntries(names.map((name) => [name, 1]));
    expect(Object.keys((await create(input))?.fields ?? {})).toEqual(names.slice(0, 100));
  });
});

async function shopWithOrderColumns(): Promise<void> {
  shop = await openShop({ configs: { 'shop.Line': { listDisplay: ['place', 'order.status'] } } });
}

describe('required fields', () => {
  it('are not named to a user who may not see them', async () => {
    await open({ fields: { number: { view: 'shop.see_number' } }, label: 'status', searchFields: [], autocompleteFields: [] });
    const adds = clerk('order:add_order', 'order:view_order', 'customer:view_customer', 'customer:change_customer');
    expect((await create({}, adds))?.fields).toEqual({ customer: ['This field is required.'] });
    expect((await create({ customer: 2 }, adds))?.fields).toEqual({
      non_field_errors: ['A column that can not be set here needs a value.'],
    });
  });

  it('are named where they are only written', async () => {
    await open({ fields: { number: { writeOnly: true } }, label: 'status', searchFields: [], autocompleteFields: [] });
    expect((await create({ customer: 2 }))?.fields).toEqual({ number: ['This field is required.'] });
  });
});

describe('a column that the database does not let the service write', () => {
  const due = { due: { refused: { insert: 'only later', update: 'only once' } } };

  it('is refused with the reason', async () => {
    await open({}, { due: { refused: { insert: 'only later' } }, total: { refused: { update: 'only once' } } });
    expect((await create({ ...fresh, due: '2026-01-01' }))?.fields).toEqual({ due: ['Not possible: only later.'] });
    expect((await update({ total: '11' }))?.fields).toEqual({ total: ['Not possible: only once.'] });
    expect((await update({ total: null }))?.fields).toEqual({ total: ['Not possible: only once.'] });
    expect(await update({ due: '2026-02-01', total: '10.0' })).toBeUndefined();
    expect(await create({ ...fresh, total: '7' })).toBeUndefined();
  });

  it('may be sent empty with a new row', async () => {
    await open({}, { due: { refused: { insert: 'only later' } } });
    expect(await create({ ...fresh, due: null })).toBeUndefined();
    expect(await shop.sql('SELECT due FROM orders WHERE id = 4')).toEqual([[null]]);
  });

  it('is no field that can be changed where both are refused', async () => {
    await open({}, due);
    expect(await create({ ...fresh, due: '2026-01-01' })).toBeUndefined();
    expect((await updateAll({ due: null }))?.fields).toEqual({ due: ['This field can not be changed.'] });
  });
});

describe('null', () => {
  const integer = { type: 'IntegerField', dbType: 'integer', null: true, hasDefault: true } as const;
  const added = [
    { ...integer, name: 'unseen', column: 'unseen' },
    { ...integer, name: 'seen', column: 'seen', constant: '5' },
    { ...integer, name: 'none', column: 'none', hasDefault: false },
    {
      ...integer,
      name: 'marks',
      column: 'marks',
      type: 'ArrayField',
      dbType: 'json',
      element: { type: 'CharField', dbType: 'varchar' },
    } as const,
  ];
  const sql = `ALTER TABLE orders ADD COLUMN unseen INTEGER DEFAULT 7;
    ALTER TABLE orders ADD COLUMN seen INTEGER DEFAULT 5;
    ALTER TABLE orders ADD COLUMN none INTEGER DEFAULT 9;
    ALTER TABLE orders ADD COLUMN marks JSON DEFAULT '["a"]';`;

  it('leaves a new value to the database only where no form can show it beforehand', async () => {
    await open({}, {}, { added, sql });
    expect(await create({ ...fresh, unseen: null, seen: null, none: null, marks: null })).toBeUndefined();
    expect(await shop.sql('SELECT unseen, seen, none, marks FROM orders WHERE id = 4')).toEqual([[7n, null, null, null]]);
    expect(await create({ ...fresh, number: 'M' })).toBeUndefined();
    expect(await shop.sql('SELECT unseen, seen FROM orders WHERE id = 5')).toEqual([[7n, 5n]]);
  });

  it('is stored by an update', async () => {
    await open({}, {}, { added, sql });
    expect(await update({ unseen: null, seen: null })).toBeUndefined();
    expect(await shop.sql('SELECT unseen, seen FROM orders WHERE id = 1')).toEqual([[null, null]]);
  });
});

describe('a value that is sent back', () => {
  it('is no change where the schema of the field makes the stored value of it', async () => {
    const written: unknown[] = [];
    const schema = z.object({ size: z.number().default(1) });
    const hooks = { afterSave: () => void written.push(1) };
    await open({ fields: { data: { schema } }, hooks }, {}, { sql: `UPDATE orders SET data = '{"size":1}' WHERE id = 1;` });
    expect(await update({ data: {} })).toBeUndefined();
    expect(written).toEqual([]);
    expect(await update({ data: { size: 2 } })).toBeUndefined();
    expect(await update({ data: {} })).toBeUndefined();
    expect(written).toHaveLength(2);
    expect(await shop.sql('SELECT data FROM orders WHERE id = 1')).toEqual([['{"size":1}']]);
    expect(await create({ ...fresh, data: {} })).toBeUndefined();
    expect(await shop.sql('SELECT data FROM orders WHERE id = 4')).toEqual([['{"size":1}']]);
  });

  it('is not checked', async () => {
    const labels = { labels: { element: { type: 'CharField', dbType: 'varchar', maxLength: 3 } } } as const;
    await open({}, labels, { sql: `UPDATE orders SET labels = '["longer","b"]' WHERE id = 1;` });
    expect(await update({ labels: ['longer', 'b'], memo: 'y' })).toBeUndefined();
    expect((await update({ labels: ['b', 'longer'] }))?.fields).toHaveProperty('labels');
  });

  it('is a new value where a text looks like a stored list of a JSON field', async () => {
    await open({}, {}, { sql: `UPDATE orders SET data = '[1,2]' WHERE id = 1;` });
    expect(await update({ data: '1,2' })).toBeUndefined();
    expect(await shop.sql('SELECT data FROM orders WHERE id = 1')).toEqual([['"1,2"']]);
  });

  it('is written again where it is a secret', async () => {
    const saved: unknown[] = [];
    shop = await openShop({
      configs: {
        'shop.Customer': { fields: { pin: { writeOnly: true } }, hooks: { afterSave: ({ changed }) => void saved.push([...changed]) } },
      },
    });
    await shop.update(root, 'shop.Customer', '1', { pin: '1234', name: 'Ann' });
    expect(saved).toEqual([['pin']]);
  });

  it('is no change of links, in any order', async () => {
    const saved: unknown[] = [];
    await open({ hooks: { afterSave: ({ changed }) => void saved.push([...changed]) } });
    for (const tags of [[1, 2], [2, 1], '2, 1', ['2', '1', '1']]) expect(await update({ tags })).toBeUndefined();
    expect(saved).toEqual([]);
    for (const tags of [[1], [1, 2], [1, 3], []]) expect(await update({ tags })).toBeUndefined();
    expect(saved).toHaveLength(4);
  });
});
