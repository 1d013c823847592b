import { afterEach, describe, expect, it } from 'vitest';
import type { RelatedRows } from '@grimoire/protocol';
import { Policy } from '../authorize/policy.ts';
import { where } from '../model/config/row-rule.ts';
import { parseKey } from '../request/key.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, policyOf, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { countImpact, type DeleteImpact, describeImpact } from './impact.ts';

let shop: Shop;
const open = async (options: ShopOptions = {}, sql = ''): Promise<void> => {
  shop = await openShop(options, sql);
};
afterEach(() => shop.close());

const ofRoot = (): Policy => new Policy(root, shop.registry);
const counted = (key: string, ids: readonly string[], right: 'view' | 'delete' | 'purge', policy = ofRoot()): Promise<DeleteImpact> =>
  shop.write(root, ({ writes }) => {
    const model = modelOf(shop.registry, key);
    return countImpact(writes, policy, { model, keys: ids.map((id) => parseKey(model, id) ?? []), right });
  });
const described = async (id: string, policy = ofRoot()): Promise<RelatedRows> =>
  describeImpact(await counted('shop.Order', [id], 'view', policy), policy);
const others = (count: number): unknown => ({ model: null, verbose_name: 'other records', count });

describe('the rows of a preview', () => {
  it.each([
    ['shop.Claim', ['1', '9'], 1],
    ['shop.Order', ['1', '3', '9'], 2],
  ] as const)('are counted as far as they are there (%s)', async (key, ids, found) => {
    await open();
    expect((await counted(key, ids, 'view')).counts.found).toBe(found);
  });

  it('are those in the scope of the user', async () => {
    await open({ configs: { 'shop.Claim': { rows: () => where('reason', '!=', 'dry') } } });
    expect((await counted('shop.Claim', ['1'], 'view')).counts.found).toBe(0);
  });
});

describe('a delete that moves rows to the trash', () => {
  const configs = { 'shop.Order': { softDelete: 'placed' } };

  it('affects no other row, and one that takes rows out of the trash for good does', async () => {
    await open({ configs }, `UPDATE orders SET placed = '2026-01-01' WHERE id = 1;`);
    expect((await counted('shop.Order', ['2'], 'delete')).counts).toMatchObject({ cascaded: [], referencing: [] });
    const order = modelOf(shop.registry, 'shop.Order');
    const inTrash = ofRoot().inTrash(order);
    const related = describeImpact(await counted('shop.Order', ['1'], 'purge', inTrash), inTrash);
    expect(related.related).toEqual([{ model: 'shop.Line', verbose_name: 'line', count: 2 }, others(2)]);
  });

  it('is no right to delete rows for good by a cascade, which passes over the trash', async () => {
    await open({ configs }, 'DELETE FROM payments;');
    const rights = ['customer:delete_customer', 'line:delete_line', 'reminder:change_reminder', 'claim:change_claim'];
    const removed = (right: string) => refusalOfAsync(() => shop.remove(clerk(...rights, right), 'shop.Customer', '1'));
    expect((await removed('order:delete_order'))?.detail).toBe(
      'You do not have permission to delete orders (shop.Order), which would be deleted too.',
    );
    expect(await removed('order:purge_order')).toBeUndefined();
    expect(await shop.sql('SELECT count(*) FROM orders')).toEqual([[1n]]);
  });
});

describe('tables without a model', () => {
  const without = ['shop.Line', 'shop.Reminder', 'shop.Payment'] as const;

  it('are counted as other records', async () => {
    await open({ without });
    expect(await described('1')).toEqual({
      related: [others(4)],
      blocked_by: [],
      unlinked: [{ model: 'shop.Claim', verbose_name: 'claim', count: 1 }, others(1)],
    });
    expect((await described('2')).blocked_by).toEqual([others(1)]);
  });

  it('need no right, and have no entry of their own', async () => {
    await open({ without });
    expect(await refusalOfAsync(() => shop.remove(clerk('order:delete_order', 'claim:change_claim'), 'shop.Order', '1'))).toBeUndefined();
    expect(await shop.sql('SELECT order_id FROM reminders')).toEqual([[null]]);
    expect(shop.entries().map(({ model }) => model)).toEqual(['shop.Claim', 'shop.Order']);
  });

  it('forbid a delete without a name', async () => {
    await open({ without });
    expect(await refusalOfAsync(() => shop.remove(root, 'shop.Order', '2'))).toMatchObject({
      code: 'protected',
      detail: 'Other rows need this one: other records (1).',
    });
  });
});

describe('other records', () => {
  it('are counted together, each model up to the limit', async () => {
    const many = (table: string, columns: string, values: string): string =>
      `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1100) INSERT INTO ${table} (${columns}) SELECT ${values} FROM n;`;
    await open({}, many('reminders', 'order_id, text', `3, 't'`));
    await shop.sql(`INSERT INTO lines (order_id, place, product) VALUES (3, 'z', 'cap')`);
    await shop.sql(`INSERT INTO claims (line_order, line_place, reason) VALUES (3, 'z', 'wet')`);
    const strangers = policyOf(shop.registry, 'order:view_order');
    expect((await described('3', strangers)).unlinked).toEqual([{ ...(others(1001) as object), capped: true }]);
    expect((await described('3', policyOf(shop.registry, 'order:view_order', 'claim:view_claim'))).unlinked).toEqual([
      { model: 'shop.Claim', verbose_name: 'claim', count: 1 },
      { ...(others(1000) as object), capped: true },
    ]);
    expect((await described('3')).unlinked).toContainEqual({
      model: 'shop.Reminder',
      verbose_name: 'reminder',
      count: 1000,
      capped: true,
    });
  });
});
