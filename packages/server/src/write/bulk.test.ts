import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqliteConnection } from '../databases/sqlite/connections/connection.ts';
import { TextTooLong } from '../databases/statement.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, type Refusal, refusalOf, refusalOfAsync, root, type ShopOptions, shopOf } from '../test-models/models.ts';
import { where } from '../model/config/row-rule.ts';
import { bulkUpdate, readIds, unknownIds } from './bulk.ts';
import type { RowInput } from './read-input.ts';

const { perform: performed } = SqliteConnection.prototype;

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
    const batches: number[] = [];
    await shop.write(root, async (session) => {
      const change = session.writes.change.bind(session.writes);
      session.writes.change = (plan) => {
        if (plan.plan.kind === 'update') batches.push(plan.plan.keys.length);
        return change(plan);
      };
      return bulkUpdate(session, modelOf(shop.registry, 'shop.Order'), [1, 2, 3], { memo: 'x', status: 'paid' });
    });
    expect(batches).toEqual([2, 1]);
  });

  it('reads rows one by one that are too long together for one text', async () => {
    const perform = vi.spyOn(SqliteConnection.prototype, 'perform').mockImplementation(function (this: SqliteConnection, command) {
      const list = command.do === 'batch' ? command.statements.findIndex(({ sql }) => sql.includes('group_concat')) : -1;
      if (command.do !== 'batch' || list === -1) return performed.call(this, command);
      const { batch } = performed.call(this, { do: 'batch', statements: command.statements.slice(0, list) });
      return { rows: [], changes: 0, insertId: 0n, batch: { results: batch?.results ?? [], error: new TextTooLong() } };
    });
    try {
      expect(await shop.bulkUpdate(root, 'shop.Order', [1, 2, '3'], { status: 'paid', memo: 'x' })).toBe(3);
      expect(perform.mock.results.some(({ value }) => value.batch?.error instanceof TextTooLong)).toBe(true);
    } finally {
      perform.mockRestore();
    }
    expect(shop.entries().map(({ key, diff }) => [key, diff])).toEqual([
      ['1', { status: ['open', 'paid'], memo: ['first', 'x'] }],
      ['2', { memo: ['', 'x'] }],
      ['3', { status: ['sent', 'paid'], memo: ['', 'x'] }],
    ]);
  });

  it('records what a trigger changes in each row', async () => {
    await reopen({}, `CREATE TRIGGER doubled AFTER UPDATE ON orders BEGIN UPDATE orders SET quantity = 2 WHERE id = new.id; END;`);
    expect(await shop.bulkUpdate(root, 'shop.Order', [1, 2, 3], { memo: 'x' })).toBe(3);
    expect(shop.entries().map(({ diff }) => diff)).toEqual([
      { quantity: [3, 2], memo: ['first', 'x'] },
      { quantity: [null, 2], memo: ['', 'x'] },
      { quantity: [null, 2], memo: ['', 'x'] },
    ]);
  });

  it('is refused if it would put rows out of the scope of the actor', async () => {
    await reopen({ configs: { 'shop.Order': { rows: () => where('status', '!=', 'sent') } } });
    await shop.sql("UPDATE orders SET status = 'open' WHERE id = 3");
    expect(await refused([1, 2], { status: 'sent' }, 'order:view_order', 'order:change_order')).toMatchObject({
      detail: 'Row 1: status: This would put the row out of your reach.',
    });
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
    const helpers = { _label: 'x', pk: 1, customer_label: 'x', customer_fields: null, status_display: 'x' };
    expect((await refused([1], helpers))?.fields).toEqual(
      Object.fromEntries(Object.keys(helpers).map((name) => [name, ['This field can not be changed.']])),
    );
    expect((await refused([2, 1], { number: 'A1' }))?.detail).toBe('Row 2: number: Order with this number already exists.');
    expect((await refused([1], { nothing: 1 }))?.detail).toBe('Row 1: nothing: Unknown field.');
  });

  it('checks a reference of several columns for each row', async () => {
    await shop.sql("INSERT INTO lines (order_id, place, product) VALUES (2, 'a', 'pen')");
    await shop.sql("INSERT INTO claims (id, line_order, line_place, reason) VALUES (2, 2, 'a', 'wet')");
    const refusal = await refusalOfAsync(() => shop.bulkUpdate(root, 'shop.Claim', [1, 2], { line_place: 'b' }));
    expect(refusal?.fields).toEqual({ line_place: ['Invalid pk "2, b" - object does not exist.'] });
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
  });

  it('after which the database has taken rows out of their table is done', async () => {
    const described = { 'shop.Tag': { redirects: { save: true, delete: false } } };
    await reopen({ described }, `CREATE TRIGGER gone AFTER UPDATE ON tags WHEN new.id = 2 BEGIN DELETE FROM tags WHERE id = 2; END;`);
    expect(await shop.bulkUpdate(root, 'shop.Tag', [2], { name: 'x' })).toBe(1);
    expect(shop.entries().at(-1)).toMatchObject({ action: 'bulk_update', key: '2', diff: { id: [2, null] } });
  });
});
