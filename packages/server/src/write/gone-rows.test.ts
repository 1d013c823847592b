import { afterEach, describe, expect, it } from 'vitest';
import type { AdminConfig } from '../model/config/config.ts';
import { where } from '../model/config/row-rule.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, type Refusal, refusalOfAsync, root } from '../test-models/models.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { bulkUpdate } from './bulk.ts';
import { createRow } from './create.ts';
import { lockRows } from './lock.ts';
import type { RowInput } from './read-input.ts';
import { updateRow } from './update.ts';

/** Triggers that take finished orders out of their table, as one does that moves them to an archive. */
const archive = `CREATE TRIGGER taken AFTER UPDATE ON orders WHEN new.memo = 'done' BEGIN DELETE FROM orders WHERE id = new.id; END;
CREATE TRIGGER skipped AFTER INSERT ON orders WHEN new.memo = 'done' BEGIN DELETE FROM orders WHERE id = new.id; END;`;

let shop: Shop;
const open = async (config: AdminConfig = {}, sql = archive, redirects = { save: true, delete: false }): Promise<void> => {
  shop = await openShop({ described: { 'shop.Order': { redirects } }, configs: { 'shop.Order': config } }, `DELETE FROM payments;\n${sql}`);
};
afterEach(() => shop.close());

const order = (): ReturnType<typeof modelOf> => modelOf(shop.registry, 'shop.Order');
const create = (unit: UnitOfWork, input: RowInput = {}) => createRow(unit, order(), { number: 'N', customer: 2, memo: 'done', ...input });
const update = async (unit: UnitOfWork, input: RowInput) => {
  const [before] = await lockRows(unit, order(), [[2n]], 'change');
  if (!before) throw new Error('There is no order 2.');
  return updateRow(unit, { model: order(), before, input });
};
const updateAll = (unit: UnitOfWork, input: RowInput) => bulkUpdate(unit, order(), [2, 3], input);
const numbers = async (): Promise<unknown[]> => (await shop.sql('SELECT number FROM orders ORDER BY id')).map(([number]) => number);
const refused = (job: (unit: UnitOfWork) => Promise<unknown>, actor = root): Promise<Refusal | undefined> =>
  refusalOfAsync(() => shop.write(actor, job));
const outOfReach = 'This would put the row out of your reach.';

describe('a saved row that the database takes out of its table', () => {
  it('is recorded as an update to nothing', async () => {
    await open();
    expect(await shop.write(root, (unit) => update(unit, { memo: 'done' }))).toEqual({ isGone: true });
    expect(await numbers()).toEqual(['A1', 'A3']);
    expect(shop.entries()).toMatchObject([
      { action: 'update', model: 'shop.Order', key: '2', name: 'A2', targets: [], targetsCount: 0, status: 'ok' },
    ]);
    expect(shop.entries()[0]?.diff).toMatchObject({ number: ['A2', null], status: ['paid', null] });
    expect(shop.entries()).toHaveLength(1);
  });

  it('is recorded as a create of the row that was sent', async () => {
    await open();
    expect(await shop.write(root, (unit) => create(unit))).toMatchObject({ answer: null });
    expect(await numbers()).toEqual(['A1', 'A2', 'A3']);
    expect(shop.entries()).toMatchObject([{ action: 'create', key: '4', name: 'N', diff: { number: [null, 'N'], memo: [null, 'done'] } }]);
    expect(shop.entries()).toHaveLength(1);
  });

  it('is counted among several, and recorded', async () => {
    await open({}, archive.replace(`new.memo = 'done'`, `new.memo = 'done' AND new.id = 3`));
    expect(await shop.write(root, (unit) => updateAll(unit, { memo: 'done' }))).toEqual({ updated: 2, gone: 1 });
    expect(shop.entries().map(({ action, key, diff }) => [action, key, diff['memo']])).toEqual([
      ['bulk_update', '3', ['', null]],
      ['bulk_update', '2', ['', 'done']],
    ]);
  });

  it('is none for the hook after a save', async () => {
    const heard: unknown[] = [];
    await open(
      { hooks: { afterSave: ({ row }) => void heard.push(row['id']) } },
      archive.replace(`new.memo = 'done'`, `new.memo = 'done' AND new.id = 3`),
    );
    await shop.write(root, (unit) => updateAll(unit, { memo: 'done' }));
    expect(heard).toEqual([2]);
  });

  it('is out of reach where no trigger takes rows away', async () => {
    await open({}, archive, { save: false, delete: false });
    for (const job of [create, (unit: UnitOfWork) => update(unit, { memo: 'done' })])
      expect((await refused((unit) => job(unit)))?.fields).toEqual({ non_field_errors: [outOfReach] });
    expect((await refused((unit) => updateAll(unit, { memo: 'done' })))?.detail).toBe(`Row 2: ${outOfReach}`);
    expect(await numbers()).toEqual(['A1', 'A2', 'A3']);
  });
});

describe('a saved row that is still there, but out of the scope of the user', () => {
  const staff = clerk('order:change_order', 'order:view_order', 'order:add_order', 'customer:change_customer', 'customer:view_customer');

  it('is a 400 on the fields that decide that', async () => {
    await open({ rows: () => where('memo', '!=', 'done') }, '');
    for (const job of [create, (unit: UnitOfWork) => update(unit, { memo: 'done' })])
      expect((await refused((unit) => job(unit), staff))?.fields).toEqual({ memo: [outOfReach] });
    expect(await refused((unit) => updateAll(unit, { memo: 'done' }), staff)).toMatchObject({
      detail: `Row 2: memo: ${outOfReach}`,
      fields: { memo: [outOfReach] },
    });
    expect(shop.entries()).toEqual([]);
  });

  it('is a 400 also in the trash, where a trigger has moved it', async () => {
    const moving = `CREATE TRIGGER moved AFTER UPDATE ON orders WHEN new.memo = 'done' BEGIN UPDATE orders SET placed = '2026-01-01' WHERE id = new.id; END;`;
    await open({ softDelete: 'placed' }, moving);
    expect((await refused((unit) => update(unit, { memo: 'done' })))?.fields).toEqual({ non_field_errors: [outOfReach] });
  });
});

describe('a save that a trigger turns into another one', () => {
  it('is a save where the row has changed', async () => {
    const turning = `CREATE TRIGGER turned BEFORE UPDATE ON orders WHEN new.memo = 'x' BEGIN
      UPDATE orders SET memo = 'other' WHERE id = old.id; SELECT RAISE(IGNORE); END;`;
    await open({}, turning);
    expect(await shop.write(root, (unit) => updateAll(unit, { memo: 'x' }))).toEqual({ updated: 2 });
    expect(shop.entries().map(({ key, diff }) => [key, diff])).toEqual([
      ['2', { memo: ['', 'other'] }],
      ['3', { memo: ['', 'other'] }],
    ]);
  });

  it('is of no row where the trigger has ended the transaction', async () => {
    await open({}, `CREATE TRIGGER over BEFORE UPDATE ON orders WHEN old.id = 3 BEGIN SELECT RAISE(ROLLBACK, 'All is over.'); END;`);
    expect((await refused((unit) => updateAll(unit, { memo: 'x' })))?.detail).toBe('All is over.');
  });
});
