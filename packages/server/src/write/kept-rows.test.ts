import { afterEach, describe, expect, it } from 'vitest';
import type { AdminConfig } from '../model/config/config.ts';
import type { DeleteContext } from '../model/config/hooks.ts';
import { where } from '../model/config/row-rule.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, type Refusal, refusalOfAsync, root } from '../test-models/models.ts';
import { bulkDelete } from './bulk.ts';
import { createRow } from './create.ts';
import { deleteRows } from './delete.ts';
import { lockRows } from './lock.ts';

/** A trigger that keeps some of the orders that are deleted, and changes them instead. */
const keeping = (which: string): string =>
  `CREATE TRIGGER keep BEFORE DELETE ON orders WHEN ${which} BEGIN
     UPDATE orders SET memo = 'kept' WHERE id = old.id; SELECT RAISE(IGNORE); END;`;
/** A trigger that does not delete any order, but does this. */
const doing = (what: string): string => `CREATE TRIGGER keep BEFORE DELETE ON orders BEGIN SELECT RAISE(${what}); END;`;

let shop: Shop;
const open = async (sql: string, config: AdminConfig = {}): Promise<void> => {
  const described = { 'shop.Order': { redirects: { delete: true, save: false } } };
  shop = await openShop({ described, configs: { 'shop.Order': config } }, sql);
};
afterEach(() => shop.close());

const removed = (key: string, ...permissions: string[]): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.remove(permissions.length > 0 ? clerk(...permissions) : root, 'shop.Order', key));
const rowsIn = async (table: string): Promise<unknown> => (await shop.sql(`SELECT count(*) FROM ${table}`))[0]?.[0];

describe('a delete that a trigger turns into a change', () => {
  it('is noted as what the row has become, and touches no other row', async () => {
    await open(keeping('1'));
    expect(await removed('1')).toBeUndefined();
    expect(await shop.sql('SELECT memo FROM orders WHERE id = 1')).toEqual([['kept']]);
    expect([await rowsIn('lines'), await rowsIn('order_tags')]).toEqual([2n, 2n]);
    expect(await shop.sql('SELECT order_id FROM reminders')).toEqual([[1n]]);
    expect(shop.entries()).toEqual([
      {
        action: 'delete',
        model: 'shop.Order',
        key: '1',
        name: 'A1',
        diff: { memo: ['first', 'kept'] },
        targets: [],
        targetsCount: 0,
        status: 'ok',
      },
    ]);
  });

  it('is forbidden by no row that needs the kept one', async () => {
    await open(keeping('1'));
    expect(await removed('2')).toBeUndefined();
    expect(await rowsIn('payments')).toBe(1n);
  });

  it('needs the rights on rows that would go along, before it is tried', async () => {
    await open(keeping('1'));
    const rights = ['order:delete_order', 'reminder:change_reminder', 'claim:change_claim'];
    expect(await removed('1', ...rights)).toEqual({
      code: 'permission_denied',
      detail: 'You do not have permission to delete shop.Line, which would be deleted too.',
    });
    expect(await shop.sql('SELECT memo FROM orders WHERE id = 1')).toEqual([['first']]);
    expect(await removed('1', ...rights, 'line:delete_line')).toBeUndefined();
  });

  it('is an ordinary delete for the rows that the trigger lets go', async () => {
    await open(`${keeping('old.id = 1')}\nINSERT INTO reminders (id, order_id, text) VALUES (2, 3, 'write');
      INSERT INTO lines (order_id, place, product) VALUES (3, 'c', 'cap')`);
    const done = await shop.write(root, (unit) => bulkDelete(unit, modelOf(shop.registry, 'shop.Order'), [1, 3]));
    expect(done).toEqual({ deleted: 1, kept: 1 });
    expect(await shop.sql('SELECT id, memo FROM orders ORDER BY id')).toEqual([
      [1n, 'kept'],
      [2n, ''],
    ]);
    expect(await shop.sql('SELECT order_id FROM reminders ORDER BY id')).toEqual([[1n], [null]]);
    expect(await shop.sql('SELECT order_id, place FROM lines ORDER BY place')).toEqual([
      [1n, 'a'],
      [1n, 'b'],
    ]);
    expect(shop.entries()).toMatchObject([
      { action: 'update', model: 'shop.Reminder', key: '2', diff: { order: [3, null] } },
      { action: 'bulk_delete', key: '1', diff: { memo: ['first', 'kept'] }, targets: [], targetsCount: 0 },
      { action: 'bulk_delete', key: '3', diff: { number: ['A3', null] }, targets: ['shop.Line:3~c'], targetsCount: 1 },
    ]);
    expect(shop.entries()).toHaveLength(3);
  });

  it('is a 409 where another row needs the one that the trigger lets go', async () => {
    await open(keeping('old.id = 1'));
    expect(await removed('2')).toMatchObject({ code: 'protected', detail: 'Other rows need this one: payment (1).' });
    expect(await rowsIn('orders')).toBe(3n);
  });

  it('counts rows that are all deleted as deleted', async () => {
    await open(`${keeping('old.id = 2')}\nDELETE FROM payments;`);
    const done = await shop.write(root, (unit) => bulkDelete(unit, modelOf(shop.registry, 'shop.Order'), [1, 3]));
    expect(done).toEqual({ deleted: 2 });
    expect(shop.entries().map(({ model, action }) => [model, action])).toEqual([
      ['shop.Reminder', 'update'],
      ['shop.Claim', 'update'],
      ['shop.Order', 'bulk_delete'],
      ['shop.Order', 'bulk_delete'],
    ]);
  });

  it.each(['1', '2', '3'])('is refused with the words of a trigger that forbids it (order %s)', async (key) => {
    await open(`${doing(`ABORT, 'Keep it.'`)}\nDELETE FROM payments;`);
    expect(await removed(key)).toMatchObject({ fields: { non_field_errors: ['Keep it.'] } });
    expect(await rowsIn('orders')).toBe(3n);
  });

  it('is refused with the words of a trigger that ends the transaction', async () => {
    await open(doing(`ROLLBACK, 'All is over.'`));
    expect(await removed('1')).toMatchObject({ fields: { non_field_errors: ['All is over.'] } });
    expect(await rowsIn('lines')).toBe(2n);
  });

  it('is a 409 where the trigger leaves the row as it was', async () => {
    await open(doing('IGNORE'));
    expect(await removed('1')).toEqual({ code: 'protected', detail: 'The database did not delete a row.' });
    expect(await rowsIn('audit')).toBe(0n);
  });

  it('is not final for the hook after it', async () => {
    const heard: unknown[] = [];
    const hook = (when: string) => (context: DeleteContext) => void heard.push([when, context.row['id'], context.isFinal]);
    await open(keeping('old.id = 1'), { hooks: { beforeDelete: hook('before'), afterDelete: hook('after') } });
    await shop.bulkDelete(root, 'shop.Order', [1, 3]);
    expect(heard).toEqual([
      ['before', 1, true],
      ['before', 3, true],
      ['after', 1, false],
      ['after', 3, true],
    ]);
  });

  it.each([
    [[1n], false],
    [[1n, 3n], true],
    [[3n], true],
  ] as const)('erases rows only if one of them is gone (of %s)', async (keys, isErased) => {
    await open(keeping('old.id = 1'));
    const hasErased = await shop.write(root, async (unit) => {
      const model = modelOf(shop.registry, 'shop.Order');
      const rows = await lockRows(
        unit,
        model,
        keys.map((key) => [key]),
        'delete',
      );
      await deleteRows(unit, { model, rows, action: 'bulk_delete' });
      return unit.hasErased;
    });
    expect(hasErased).toBe(isErased);
  });

  it('may take a row out of reach, for what the same request does later', async () => {
    await open(keeping('1'), { rows: () => where('memo', '!=', 'kept') });
    const refusal = await refusalOfAsync(() =>
      shop.write(root, async (unit) => {
        const [order, reminder] = ['shop.Order', 'shop.Reminder'].map((key) => modelOf(shop.registry, key));
        if (!order || !reminder) throw new Error('There is no such model.');
        await createRow(unit, reminder, { order: 1, text: 'before' });
        const rows = await lockRows(unit, order, [[1n]], 'delete');
        await deleteRows(unit, { model: order, rows, action: 'delete' });
        await createRow(unit, reminder, { order: 1, text: 'after' });
      }),
    );
    expect(refusal?.fields).toEqual({ order: ['Invalid pk "1" - object does not exist.'] });
  });
});
