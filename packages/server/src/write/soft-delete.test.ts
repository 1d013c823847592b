import { afterEach, describe, expect, it } from 'vitest';
import type { AdminConfig } from '../model/config/config.ts';
import type { HookContext, StoredRow } from '../model/config/hooks.ts';
import { where } from '../model/config/row-rule.ts';
import type { Actor } from '../model/actor.ts';
import { parseKey } from '../request/key.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, fieldOf, modelOf, type Refusal, refusalOfAsync, root } from '../test-models/models.ts';
import { createRow } from './create.ts';
import { deleteRows, purgeRows } from './delete.ts';
import { lockRows } from './lock.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { takeOutOfTrash } from './soft-delete.ts';

let shop: Shop;
afterEach(() => shop.close());

/** Orders whose date of placement marks them as deleted; no order of the shop has one. */
const open = async (config: AdminConfig = {}, sql = ''): Promise<void> => {
  shop = await openShop({ configs: { 'shop.Order': { softDelete: 'placed', ...config } } }, sql);
};
const placed = async (): Promise<unknown[]> => (await shop.sql('SELECT placed IS NOT NULL FROM orders ORDER BY id')).map(([is]) => is);
const order = (): ReturnType<typeof modelOf> => modelOf(shop.registry, 'shop.Order');

/** The locked rows of these keys, under the policy of the trash or under the usual one. */
async function locked(unit: UnitOfWork, keys: readonly string[], right: 'delete' | 'restore' | 'purge'): Promise<StoredRow[]> {
  const model = order();
  return lockRows(
    unit,
    model,
    keys.map((key) => parseKey(model, key) ?? []),
    right,
  );
}

/** Runs a job in the trash, as a request does whose policy is that of the trash. */
const inTrash = (actor: Actor, job: (unit: UnitOfWork) => Promise<void>): Promise<void> =>
  shop.write(actor, async ({ policy, writes, trace, uniqueTaken, entries }) => {
    const unit = new UnitOfWork(policy.inTrash(order()), writes, trace, { uniqueTaken });
    await job(unit);
    entries.push(...unit.entries);
  });

const remove = (keys: readonly string[], actor: Actor = root): Promise<unknown> =>
  shop.write(actor, async (unit) =>
    deleteRows(unit, {
      model: order(),
      rows: await locked(unit, keys, 'delete'),
      action: keys.length > 1 ? 'bulk_delete' : 'delete',
    }),
  );
const restore = (keys: readonly string[], actor: Actor = root): Promise<void> =>
  inTrash(actor, async (unit) => {
    const rows = await locked(unit, keys, 'restore');
    await takeOutOfTrash(unit, { model: order(), field: fieldOf(order(), 'placed'), rows });
  });
const purge = (keys: readonly string[], actor: Actor = root): Promise<void> =>
  inTrash(actor, async (unit) => {
    await purgeRows(unit, { model: order(), rows: await locked(unit, keys, 'purge') });
  });
const refused = (run: () => Promise<unknown>): Promise<Refusal | undefined> => refusalOfAsync(run);

describe('a delete of a model with a trash', () => {
  it('marks the rows, takes nothing along, and notes the mark', async () => {
    await open();
    await remove(['1', '3']);
    expect(await placed()).toEqual([1n, 0n, 1n]);
    expect(await shop.sql('SELECT count(*) FROM lines')).toEqual([[2n]]);
    const mark = [null, expect.stringMatching(/^\d{4}-\d\d-\d\dT/)];
    expect(shop.entries()).toEqual([
      expect.objectContaining({ action: 'bulk_delete', model: 'shop.Order', key: '1', name: 'A1', diff: { placed: mark }, status: 'ok' }),
      expect.objectContaining({ action: 'bulk_delete', key: '3', targets: [], targetsCount: 0 }),
    ]);
  });

  it('needs the right to delete, and no other', async () => {
    await open();
    expect((await refused(() => remove(['1'], clerk('order:view_order', 'order:change_order'))))?.code).toBe('permission_denied');
    expect(await refused(() => remove(['1'], clerk('order:view_order', 'order:delete_order')))).toBeUndefined();
    expect(await placed()).toEqual([1n, 0n, 0n]);
  });

  it('finds no row that is in the trash', async () => {
    await open();
    await remove(['1']);
    await remove(['1']);
    expect(shop.entries()).toEqual([]);
  });

  it('is refused where the database leaves the row as it was', async () => {
    await open({}, 'CREATE TRIGGER keep BEFORE UPDATE OF placed ON orders BEGIN SELECT RAISE(IGNORE); END');
    expect(await refused(() => remove(['1']))).toEqual({ code: 'protected', detail: 'The database left a row as it was.' });
  });

  it('calls the hooks of a delete, which learn that it is not final', async () => {
    const calls: unknown[] = [];
    const note =
      (what: string) =>
      ({ row, isFinal }: HookContext & { readonly row: StoredRow; readonly isFinal?: boolean }): void =>
        void calls.push([what, row['number'], row['placed'] === null, isFinal]);
    await open({
      hooks: {
        beforeDelete: note('before'),
        afterDelete: note('after'),
        beforeRestore: note('before restore'),
        afterRestore: note('after restore'),
      },
    });
    await remove(['1']);
    await restore(['1']);
    expect(calls).toEqual([
      ['before', 'A1', true, false],
      ['after', 'A1', true, false],
      ['before restore', 'A1', false, undefined],
      ['after restore', 'A1', true, undefined],
    ]);
  });
});

describe('the rest of a request that moves a row to the trash', () => {
  it('does not find the row as a target that was found before', async () => {
    await open();
    const refusal = await refused(() =>
      shop.write(root, async (unit) => {
        const pay = () => createRow(unit, modelOf(shop.registry, 'shop.Payment'), { order: 1, code: 'c' });
        await pay();
        await deleteRows(unit, { model: order(), rows: await locked(unit, ['1'], 'delete'), action: 'delete' });
        await pay();
      }),
    );
    expect(refusal?.fields).toEqual({ order: ['Invalid pk "1" - object does not exist.'] });
  });

  it('has read the row once after the move', async () => {
    await open();
    let reads = 0;
    await shop.write(root, async (unit) => {
      const rows = await locked(unit, ['1'], 'delete');
      const rowsForWrite = unit.writes.rowsForWrite.bind(unit.writes);
      unit.writes.rowsForWrite = (authorized) => {
        reads += 1;
        return rowsForWrite(authorized);
      };
      await deleteRows(unit, { model: order(), rows, action: 'delete' });
    });
    expect(reads).toBe(1);
  });
});

describe('a restore', () => {
  it('takes the mark away, and notes it', async () => {
    await open();
    await remove(['1', '3']);
    await restore(['3']);
    expect(await placed()).toEqual([1n, 0n, 0n]);
    expect(shop.entries()).toEqual([
      expect.objectContaining({ action: 'restore', key: '3', diff: { placed: [expect.stringMatching(/T/), null] } }),
    ]);
  });

  it('needs its own right, and finds no row outside the trash', async () => {
    await open();
    await remove(['1']);
    const may = (...rights: string[]): Actor => clerk('order:view_order', ...rights);
    expect((await refused(() => restore(['1'], may('order:delete_order', 'order:change_order'))))?.code).toBe('permission_denied');
    await restore(['2'], may('order:restore_order'));
    expect(shop.entries()).toEqual([]);
    expect(await refused(() => restore(['1'], may('order:restore_order')))).toBeUndefined();
    expect(await placed()).toEqual([0n, 0n, 0n]);
  });

  it('is refused where a trigger moves the row out of the row scope', async () => {
    await open(
      { rows: ({ actor }) => where('status', '!=', actor.isSuperuser ? 'none' : 'sent') },
      "CREATE TRIGGER moved AFTER UPDATE OF placed ON orders WHEN new.placed IS NULL BEGIN UPDATE orders SET status = 'sent' WHERE id = new.id; END",
    );
    await remove(['1', '2']);
    const actor = clerk('order:view_order', 'order:restore_order');
    const outside = 'This would put the row out of your reach.';
    expect((await refused(() => restore(['1'], actor)))?.detail).toBe(outside);
    expect((await refused(() => restore(['1', '2'], actor)))?.detail).toBe(`Row 1: ${outside}`);
    expect(await placed()).toEqual([1n, 1n, 0n]);
    await restore(['1']);
    expect(await placed()).toEqual([0n, 1n, 0n]);
  });
});

describe('a purge', () => {
  it('deletes the rows of the trash for good, with what the database deletes along', async () => {
    await open();
    await remove(['1']);
    await purge(['1', '2']);
    expect(await shop.sql('SELECT id FROM orders ORDER BY id')).toEqual([[2n], [3n]]);
    expect(await shop.sql('SELECT count(*) FROM lines')).toEqual([[0n]]);
    expect(shop.entries().map(({ action, model, key }) => [action, model, key])).toContainEqual(['purge', 'shop.Order', '1']);
  });

  it('needs its own right', async () => {
    await open();
    await remove(['3']);
    const may = (...rights: string[]): Actor => clerk('order:view_order', ...rights);
    expect((await refused(() => purge(['3'], may('order:delete_order', 'order:restore_order'))))?.code).toBe('permission_denied');
    expect(await refused(() => purge(['3'], may('order:purge_order')))).toBeUndefined();
    expect(await shop.sql('SELECT count(*) FROM orders')).toEqual([[2n]]);
  });
});
