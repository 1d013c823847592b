import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, type Refusal, refusalOf, refusalOfAsync, root, type ShopOptions, shopOf } from '../test-models/models.ts';
import { where } from '../model/config/row-rule.ts';
import { bulkUpdate, readIds, unknownIds } from './bulk.ts';
import type { RowInput } from './read-input.ts';

let shop: Shop;
const reopen = async (options: ShopOptions, sql = ''): Promise<void> => {
  await shop.close();
  shop = await openShop(options, sql);
};
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());
const refused = (ids: readonly unknown[], data: RowInput, ...permissions: string[]): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.bulkUpdate(permissions.length > 0 ? clerk(...permissions) : root, 'shop.Order', ids, data));

describe('readIds', () => {
  const registry = shopOf();
  const order = modelOf(registry, 'shop.Order');
  const line = modelOf(registry, 'shop.Line');

  it('reads each key once', () => {
    expect([...readIds(order, [1, '2', '1', '01'])]).toEqual([
      ['1', [1n]],
      ['2', [2n]],
    ]);
    expect([...readIds(line, ['1~a', '1~_61'])]).toEqual([['1~a', [1n, 'a']]]);
  });

  it('refuses an empty list, and names all that are no keys', () => {
    expect(refusalOf(() => readIds(order, []))?.fields).toEqual({ ids: ['At least one id is required.'] });
    expect(refusalOf(() => readIds(order, [1, 'x', null, { a: 1 }, true, 1.5]))?.fields).toEqual({
      ids: ['There is no row with these ids: x, null, {"a":1}, true, 1.5.'],
    });
  });

  it('names at most a hundred, with a hundred characters of each', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `x${index}`);
    const list = ids.join(', ');
    expect(unknownIds(ids).fields).toEqual({ ids: [`There is no row with these ids: ${list}.`] });
    expect(unknownIds([...ids, 'y', 'z']).fields).toEqual({ ids: [`There is no row with these ids: ${list}, and 2 more.`] });
    expect(unknownIds(['y'.repeat(101)]).fields).toEqual({ ids: [`There is no row with these ids: ${'y'.repeat(100)}.`] });
  });
});

describe('a bulk update', () => {
  it('changes the rows that differ, and counts all', async () => {
    expect(await shop.bulkUpdate(root, 'shop.Order', [1, 2, '3'], { status: 'paid', memo: 'x' })).toBe(3);
    expect(await shop.sql('SELECT status, memo FROM orders')).toEqual([
      ['paid', 'x'],
      ['paid', 'x'],
      ['paid', 'x'],
    ]);
    expect(shop.entries().map(({ action, key, name, diff }) => [action, key, name, diff])).toEqual([
      ['bulk_update', '1', 'A1', { status: ['open', 'paid'], memo: ['first', 'x'] }],
      ['bulk_update', '2', 'A2', { memo: ['', 'x'] }],
      ['bulk_update', '3', 'A3', { status: ['sent', 'paid'], memo: ['', 'x'] }],
    ]);
    expect(await shop.bulkUpdate(root, 'shop.Order', [1, 2], { status: 'paid' })).toBe(2);
    expect(shop.entries()).toEqual([]);
  });

  it('writes rows with the same change by one statement', async () => {
    const seen: number[] = [];
    await shop.write(root, async (session) => {
      const change = session.writes.change.bind(session.writes);
      session.writes.change = (plan) => {
        if (plan.plan.kind === 'update') seen.push(plan.plan.keys.length);
        return change(plan);
      };
      return bulkUpdate(session, modelOf(shop.registry, 'shop.Order'), [1, 2, 3], { memo: 'x', status: 'paid' });
    });
    expect(seen).toEqual([2, 1]);
  });

  it('links and unlinks', async () => {
    await shop.bulkUpdate(root, 'shop.Order', [1, 2], { tags: [3, 1] });
    expect(await shop.sql('SELECT order_id, tag_id FROM order_tags ORDER BY 1, 2')).toEqual([
      [1n, 1n],
      [1n, 3n],
      [2n, 1n],
      [2n, 3n],
    ]);
    expect(shop.entries().map(({ diff }) => diff)).toEqual([
      {
        tags: [
          [1, 2],
          [1, 3],
        ],
      },
      { tags: [[], [1, 3]] },
    ]);
  });

  it('is strict, and names the row of a problem', async () => {
    expect(await refused([1, 2], { quantity: 1 })).toMatchObject({
      detail: 'Row 1: quantity: This field can not be changed.',
      fields: { quantity: ['This field can not be changed.'] },
    });
    expect((await refused([2, 1], { number: 'A1' }))?.detail).toBe('Row 2: number: Order with this number already exists.');
    expect((await refused([1], { nothing: 1 }))?.detail).toBe('Row 1: nothing: Unknown field.');
  });

  it('needs the right, and rows that the actor reaches', async () => {
    expect((await refused([1], { memo: 'x' }, 'order:view_order'))?.code).toBe('permission_denied');
    expect((await refused([1], { memo: 'x' }, 'tag:view_tag'))?.code).toBe('not_found');
    expect((await refused(['x'], { memo: 'x' }, 'order:view_order'))?.code).toBe('permission_denied');
    expect(await refused([1], { memo: 'y' }, 'order:change_order')).toBeUndefined();
    await reopen({ configs: { 'shop.Order': { rows: () => where('status', '!=', 'paid') } } });
    expect((await refused([1, 2, 9], { memo: 'x' }))?.fields).toEqual({ ids: ['There is no row with these ids: 2, 9.'] });
    expect(await shop.sql('SELECT memo FROM orders WHERE id = 1')).toEqual([['first']]);
  });

  it('that the database refuses for one row names that row', async () => {
    await reopen({}, `CREATE TRIGGER two BEFORE UPDATE ON orders WHEN new.id = 2 BEGIN SELECT RAISE(ABORT, 'Not the second.'); END;`);
    expect(await refused([1, 2, 3], { memo: 'x' })).toMatchObject({ detail: 'Row 2: Not the second.' });
    expect(await refused([2], { memo: 'x' })).toMatchObject({ detail: 'Row 2: Not the second.' });
    expect(await shop.sql('SELECT memo FROM orders')).toEqual([['first'], [''], ['']]);
  });

  it('that the database refuses for the statement alone names no row', async () => {
    await reopen({}, `CREATE TRIGGER once BEFORE UPDATE ON orders WHEN new.memo <> 'ok' BEGIN SELECT RAISE(ABORT, 'Never.'); END;`);
    const refusal = await refusalOfAsync(() =>
      shop.write(root, async (session) => {
        Object.defineProperty(session.writes, 'isOver', { get: () => true });
        return bulkUpdate(session, modelOf(shop.registry, 'shop.Order'), [1, 2], { memo: 'x' });
      }),
    );
    expect(refusal?.detail).toBe('Never.');
  });

  it('that the database leaves undone says so', async () => {
    await reopen({}, `CREATE TRIGGER skip BEFORE UPDATE ON orders WHEN new.id = 2 BEGIN SELECT RAISE(IGNORE); END;`);
    expect(await refused([1, 2, 3], { memo: 'x' })).toEqual({ code: 'invalid', detail: 'The database left rows among 1, 2, 3 as it was.' });
    await reopen({}, `CREATE TRIGGER gone AFTER UPDATE ON tags WHEN new.id = 2 BEGIN DELETE FROM tags WHERE id = 2; END;`);
    expect(await refusalOfAsync(() => shop.bulkUpdate(root, 'shop.Tag', [2], { name: 'x' }))).toMatchObject({
      detail: 'Row 2: This would put the row out of your reach.',
    });
  });
});
