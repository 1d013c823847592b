import { afterEach, describe, expect, it } from 'vitest';
import type { Actor } from '../model/actor.ts';
import type { AdminConfig } from '../model/config/config.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, refusalOf, refusalOfAsync, root } from '../test-models/models.ts';
import { bulkDelete, bulkPurge, bulkRestore, readIds } from './bulk.ts';
import { UnitOfWork } from './unit-of-work.ts';

let shop: Shop;
/** A shop whose orders 1 and 3 are in the trash. */
const open = async (config: AdminConfig = {}, sql = ''): Promise<void> => {
  shop = await openShop(
    {
      configs: { 'shop.Order': { softDelete: 'placed', ...config } },
      described: { 'shop.Order': { redirects: { delete: true, save: true } } },
    },
    `UPDATE orders SET placed = '2026-01-01' WHERE id IN (1, 3);\n${sql}`,
  );
};
afterEach(() => shop.close());

const order = (): ReturnType<typeof modelOf> => modelOf(shop.registry, 'shop.Order');
/** Runs a job as a request does whose policy is that of the trash. */
const inTrash = <T>(job: (unit: UnitOfWork) => Promise<T>, actor: Actor = root): Promise<T> =>
  shop.write(actor, async ({ policy, writes, trace, uniqueTaken, entries }) => {
    const unit = new UnitOfWork(policy.inTrash(order()), writes, trace, { uniqueTaken });
    const result = await job(unit);
    entries.push(...unit.entries);
    return result;
  });
const purge = (ids: readonly unknown[], actor: Actor = root) => inTrash((unit) => bulkPurge(unit, order(), ids), actor);
const restore = (ids: readonly unknown[], actor: Actor = root) => inTrash((unit) => bulkRestore(unit, order(), ids), actor);
const discard = (ids: readonly unknown[]) => shop.write(root, (unit) => bulkDelete(unit, order(), ids));
const marks = async (): Promise<unknown[]> =>
  (await shop.sql('SELECT id, placed IS NOT NULL FROM orders ORDER BY id')).map((row) => [...row]);
const unknown = (ids: string): unknown => ({ ids: [`There is no row with these ids: ${ids}.`] });

describe('a purge of many rows', () => {
  it('deletes those of the trash for good, and counts them', async () => {
    await open();
    expect(await purge([1, '3'])).toEqual({ purged: 2 });
    expect(await marks()).toEqual([[2n, 0n]]);
    expect(shop.entries().filter(({ action }) => action === 'purge')).toHaveLength(2);
  });

  it('counts apart those that a trigger keeps', async () => {
    await open(
      {},
      `CREATE TRIGGER keep BEFORE DELETE ON orders WHEN old.id = 1 BEGIN
         UPDATE orders SET memo = 'kept' WHERE id = old.id; SELECT RAISE(IGNORE); END;`,
    );
    expect(await purge([1, 3])).toEqual({ purged: 1, kept: 1 });
    expect(await marks()).toEqual([
      [1n, 1n],
      [2n, 0n],
    ]);
    expect(await shop.sql('SELECT count(*) FROM lines')).toEqual([[2n]]);
  });

  it('finds no row outside of the trash', async () => {
    await open();
    expect((await refusalOfAsync(() => purge([1, 2, 9])))?.fields).toEqual(unknown('2, 9'));
    expect(await marks()).toHaveLength(3);
  });

  it('needs its right before ids are looked up', async () => {
    await open();
    const may = (...rights: string[]): Actor => clerk('order:view_order', 'order:delete_order', ...rights);
    expect((await refusalOfAsync(() => purge(['x'], may('order:restore_order'))))?.code).toBe('permission_denied');
    expect((await refusalOfAsync(() => purge(['x'], may('order:purge_order'))))?.fields).toEqual(unknown('x'));
  });
});

describe('a restore of many rows', () => {
  it('counts them, and names those that are not in the trash', async () => {
    await open();
    expect(await restore([1, '3'])).toBe(2);
    expect(await marks()).toEqual([
      [1n, 0n],
      [2n, 0n],
      [3n, 0n],
    ]);
    expect((await refusalOfAsync(() => restore([1])))?.fields).toEqual(unknown('1'));
    expect((await refusalOfAsync(() => restore(['x'], clerk('order:view_order', 'order:purge_order'))))?.code).toBe('permission_denied');
  });

  it('of which a trigger takes a row out of the table calls no hook for that row', async () => {
    const heard: unknown[] = [];
    await open(
      { hooks: { afterRestore: ({ row }) => void heard.push(row['id']) } },
      `CREATE TRIGGER taken AFTER UPDATE ON orders WHEN new.id = 1 BEGIN DELETE FROM orders WHERE id = 1; END;`,
    );
    expect(await restore([1, 3])).toBe(2);
    expect(heard).toEqual([3]);
    expect(shop.entries()).toMatchObject([
      { action: 'restore', key: '1', name: 'A1', diff: { number: ['A1', null] } },
      { action: 'restore', key: '3', name: 'A3' },
    ]);
  });

  it('that a trigger turns into another change is done', async () => {
    await open(
      {},
      `CREATE TRIGGER turned BEFORE UPDATE ON orders WHEN new.placed IS NULL AND new.memo <> 'back' BEGIN
         UPDATE orders SET placed = NULL, memo = 'back' WHERE id = old.id; SELECT RAISE(IGNORE); END;`,
    );
    expect(await restore([1, 3])).toBe(2);
    expect(await shop.sql(`SELECT count(*) FROM orders WHERE memo = 'back' AND placed IS NULL`)).toEqual([[2n]]);
  });

  it('is refused where the database refuses a row, with the words of the trigger', async () => {
    await open({}, `CREATE TRIGGER no BEFORE UPDATE ON orders WHEN old.id = 3 BEGIN SELECT RAISE(ABORT, 'Not that one.'); END;`);
    expect((await refusalOfAsync(() => restore([1, 3])))?.detail).toContain('Not that one.');
    expect(await marks()).toEqual([
      [1n, 1n],
      [2n, 0n],
      [3n, 1n],
    ]);
  });
});

describe('a delete of many rows that move to the trash', () => {
  it('counts them as deleted, and writes what the service writes with each change', async () => {
    await open({ fields: { due: { fill: 'updatedAt' }, memo: { fill: 'createdBy' } } });
    expect(await discard([2])).toEqual({ deleted: 1 });
    const today = new Date().toISOString().slice(0, 10);
    expect(await shop.sql('SELECT due, memo FROM orders WHERE id = 2')).toEqual([[today, '']]);
    expect((await refusalOfAsync(() => discard([1, 2])))?.fields).toEqual(unknown('1, 2'));
  });

  it('is refused where a trigger leaves one of them as it was', async () => {
    await open(
      {},
      `UPDATE orders SET placed = NULL;\nCREATE TRIGGER kept BEFORE UPDATE ON orders WHEN old.id = 3 BEGIN SELECT RAISE(IGNORE); END;`,
    );
    expect(await refusalOfAsync(() => discard([1, 3]))).toMatchObject({ code: 'protected' });
    expect(await shop.sql('SELECT count(*) FROM orders WHERE placed IS NULL')).toEqual([[3n]]);
  });
});

describe('an id', () => {
  it('is refused as a number that may have been rounded', async () => {
    await open();
    expect(refusalOf(() => readIds(order(), [2 ** 53]))?.fields).toEqual({ ids: ['Too long for a JSON number: send a string.'] });
  });
});
