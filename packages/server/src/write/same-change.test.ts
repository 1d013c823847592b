import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminConfig } from '../model/config/config.ts';
import { where } from '../model/config/row-rule.ts';
import type { ColumnDescription } from '../model/table.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { tables } from '../test-models/tables.ts';

let shop: Shop;
const reopen = async (options: ShopOptions, sql = ''): Promise<void> => {
  await shop.close();
  shop = await openShop(options, sql);
};
const withOrder = (config: AdminConfig): Promise<void> => reopen({ configs: { 'shop.Order': config } });
const described = (more: Readonly<Record<string, Partial<ColumnDescription>>>): ShopOptions => ({
  described: { 'shop.Order': { columns: tables.orders.columns.map((column) => ({ ...column, ...more[column.name] })) } },
});
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());
const stored = (columns: string): Promise<readonly (readonly unknown[])[]> => shop.sql(`SELECT ${columns} FROM orders ORDER BY id`);

describe('a change of many rows', () => {
  it('writes into each row the fields that differ there', async () => {
    expect(await shop.bulkUpdate(root, 'shop.Order', [1, 2, 3], { status: 'open', memo: '' })).toBe(3);
    expect(await stored('status, memo')).toEqual([
      ['open', ''],
      ['open', ''],
      ['open', ''],
    ]);
    expect(shop.entries().map(({ key, diff }) => [key, diff])).toEqual([
      ['1', { memo: ['first', ''] }],
      ['2', { status: ['paid', 'open'] }],
      ['3', { status: ['sent', 'open'] }],
    ]);
  });

  it('leaves out the rows that it does not change, also where each row is checked', async () => {
    await withOrder({ validate: () => undefined });
    expect(await shop.bulkUpdate(root, 'shop.Order', [1, 2, 3], { memo: '' })).toBe(3);
    expect(shop.entries().map(({ key }) => key)).toEqual(['1']);
  });

  it('treats rows with long texts alike too', async () => {
    const long = 'x'.repeat(1200);
    await shop.sql(`UPDATE orders SET memo = '${long}'`);
    await shop.bulkUpdate(root, 'shop.Order', [1, 2], { memo: 'short' });
    expect(shop.entries().map(({ key, diff }) => [key, diff])).toEqual([
      ['1', { memo: [long, 'short'] }],
      ['2', { memo: [long, 'short'] }],
    ]);
    expect((await stored('memo'))[2]).toEqual([long]);
  });

  it('gets from beforeSave values for each row', async () => {
    await withOrder({ hooks: { beforeSave: ({ row }) => ({ data: row['number'] }) } });
    await shop.bulkUpdate(root, 'shop.Order', [2, 3], { memo: 'x' });
    expect((await stored('data, memo')).slice(1)).toEqual([
      ['"A2"', 'x'],
      ['"A3"', 'x'],
    ]);
  });

  it('is validated for each row', async () => {
    await withOrder({ validate: ({ number }) => (number === 'A3' ? { memo: 'Not this one.' } : undefined) });
    const refusal = await refusalOfAsync(() => shop.bulkUpdate(root, 'shop.Order', [2, 3], { memo: 'x' }));
    expect(refusal).toMatchObject({ detail: 'Row 3: memo: Not this one.', fields: { memo: ['Not this one.'] } });
  });

  it('gets from the source values for each row', async () => {
    let times = 0;
    await reopen(described({ placed: { makeUpdate: () => `2026-01-0${++times} 00:00:00` } }));
    await shop.bulkUpdate(root, 'shop.Order', [2, 3], { memo: 'x' });
    expect((await stored('placed')).slice(1)).toEqual([['2026-01-01 00:00:00'], ['2026-01-02 00:00:00']]);
    await reopen(described({ memo: { toDriver: (value) => `${String(value)} ${++times}` } }));
    await shop.bulkUpdate(root, 'shop.Order', [2, 3], { memo: 'x' });
    expect((await stored('memo')).slice(1)).toEqual([['x 3'], ['x 4']]);
  });

  it('compares each row with the others that have its unique values', async () => {
    const refusal = await refusalOfAsync(() => shop.bulkUpdate(root, 'shop.Order', [2, 3], { due: '2026-01-01' }));
    expect(refusal?.detail).toBe('Row 3: The fields customer, due must make a unique set.');
    expect((await stored('due'))[1]).toEqual([null]);
  });

  it('keeps in each row the links that the user does not see', async () => {
    await reopen({ configs: { 'shop.Tag': { rows: ({ actor }) => where('name', '!=', actor.isSuperuser ? 'x' : 'red') } } });
    const changes = clerk('order:change_order', 'order:view_order', 'tag:view_tag');
    expect(await shop.bulkUpdate(changes, 'shop.Order', [1, 2], { tags: [3] })).toBe(2);
    expect(await shop.sql('SELECT order_id, tag_id FROM order_tags ORDER BY 1, 2')).toEqual([
      [1n, 1n],
      [1n, 3n],
      [2n, 3n],
    ]);
  });
});
