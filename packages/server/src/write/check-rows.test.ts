import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { tables } from '../test-models/tables.ts';
import { createRow } from './create.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { lockRows } from './lock.ts';
import { updateRow } from './update.ts';
import { where } from '../model/config/row-rule.ts';
import type { Actor } from '../model/actor.ts';
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

const fresh = { number: 'N', customer: 1, memo: '' };
const fieldsOf = async (run: () => Promise<unknown>): Promise<unknown> => (await refusalOfAsync(run))?.fields;
const created = (input: RowInput, actor: Actor = root) => fieldsOf(() => shop.create(actor, 'shop.Order', input));
const updated = (input: RowInput, actor: Actor = root) => fieldsOf(() => shop.update(actor, 'shop.Order', '1', input));
const missing = (key: unknown): string[] => [`Invalid pk "${String(key)}" - object does not exist.`];

describe('references', () => {
  const adds = (...more: string[]): Actor => clerk('order:add_order', 'order:view_order', 'order:change_order', ...more);

  it('of an inline need the right to change the parent', async () => {
    const denied = { customer: ['You do not have permission to change customers.'] };
    expect(await created(fresh, adds('customer:view_customer'))).toEqual(denied);
    expect(await created(fresh, adds('customer:change_customer'))).toBeUndefined();
    expect(await updated({ customer: 2 }, adds('customer:view_customer'))).toEqual(denied);
    expect(await updated({ memo: 'x' }, adds())).toBeUndefined();
    expect(await fieldsOf(() => shop.create(clerk('payment:add_payment'), 'shop.Payment', { order: 1, code: 'x' }))).toBeUndefined();
  });

  it('lead to rows in the actor’s scope only, in the same words as to rows that do not exist', async () => {
    await reopen({
      configs: {
        'shop.Customer': { rows: () => where('id', '=', 2) },
        'shop.Tag': { rows: () => where('name', '!=', 'red') },
        'shop.Order': { rows: () => where('id', '!=', 2) },
        'shop.Line': { rows: () => where('place', '!=', 'b') },
      },
    });
    expect(await created(fresh)).toEqual({ customer: missing(1) });
    expect(await created({ ...fresh, customer: 2, tags: [1] })).toEqual({ tags: missing(1) });
    expect(await created({ ...fresh, customer: 2, tags: [2, 1] })).toEqual({ tags: ['At least one of these does not exist.'] });
    expect(await created({ ...fresh, customer: 2, tags: [2] })).toBeUndefined();
    const claim = (line_order: unknown, line_place: unknown) =>
      fieldsOf(() => shop.create(root, 'shop.Claim', { line_order, line_place, reason: 'r' }));
    expect(await claim(1, 'b')).toEqual({ line_order: missing('1, b') });
    expect(await claim(1, 'a')).toBeUndefined();
  });

  it('to tables without a model are checked, too', async () => {
    expect(await created({ ...fresh, warehouse: 9 })).toEqual({ warehouse: missing(9) });
    expect(await created({ ...fresh, warehouse: 1 })).toBeUndefined();
    expect(await updated({ warehouse: 9 })).toEqual({ warehouse: missing(9) });
    expect(await updated({ warehouse: null, memo: 'x' })).toBeUndefined();
    await reopen({ without: ['shop.Line'] });
    const claim = (input: RowInput) => fieldsOf(() => shop.create(root, 'shop.Claim', { reason: 'r', ...input }));
    expect(await claim({ line_order: 1, line_place: 'x' })).toEqual({ line_order: missing('1, x') });
    expect(await claim({ line_place: 'x', line_order: 1 })).toEqual({ line_order: missing('1, x') });
    expect(await claim({ line_order: 1, line_place: 'a' })).toBeUndefined();
    expect(await claim({ line_order: 9 })).toBeUndefined();
    expect(await fieldsOf(() => shop.update(root, 'shop.Claim', '1', { line_place: 'x' }))).toEqual({ line_place: missing('1, x') });
    expect(await fieldsOf(() => shop.update(root, 'shop.Claim', '1', { reason: 'x' }))).toBeUndefined();
  });

  it('name no value that the actor may not see', async () => {
    await reopen({
      configs: { 'shop.Claim': { fields: { line_order: { view: 'shop.see_order' } }, hooks: { beforeSave: () => ({ line_order: 1 }) } } },
    });
    expect(await fieldsOf(() => shop.create(clerk('claim:add_claim'), 'shop.Claim', { line_place: 'x', reason: 'r' }))).toEqual({
      line_order: missing('x'),
    });
  });
});

describe('links to rows that the actor does not see', () => {
  const sees = { configs: { 'shop.Tag': { rows: () => where('name', '!=', 'red') } } };
  const tags = (): Promise<readonly (readonly unknown[])[]> => shop.sql('SELECT tag_id FROM order_tags WHERE order_id = 1 ORDER BY 1');
  beforeEach(() => reopen(sees));

  it('stay, whatever the request says about the others', async () => {
    await shop.update(root, 'shop.Order', '1', { tags: [3] });
    expect(await tags()).toEqual([[1n], [3n]]);
    await shop.update(root, 'shop.Order', '1', { tags: [] });
    expect(await tags()).toEqual([[1n]]);
    await shop.update(root, 'shop.Order', '1', { tags: '2,3' });
    expect(await tags()).toEqual([[1n], [2n], [3n]]);
  });

  it('are no change where the request sends back what it has read', async () => {
    await shop.update(root, 'shop.Order', '1', { tags: [2] });
    expect(shop.entries()).toEqual([]);
    expect(await tags()).toEqual([[1n], [2n]]);
  });

  it('can not be named', async () => {
    expect(await updated({ tags: [1, 2] })).toEqual({ tags: missing(1) });
    expect(await updated({ tags: [1, 3] })).toEqual({ tags: ['At least one of these does not exist.'] });
    expect(await tags()).toEqual([[1n], [2n]]);
  });

  it('are asked for once, for many rows', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => `(${index + 10}, 'tag ${index}')`).join();
    await reopen(
      sees,
      `INSERT INTO tags (id, name) VALUES ${many};\nINSERT INTO order_tags SELECT 1, id FROM tags WHERE id >= 10;\nINSERT INTO order_tags SELECT 2, id FROM tags WHERE id >= 10;\nINSERT INTO order_tags VALUES (2, 1);`,
    );
    expect(await shop.bulkUpdate(root, 'shop.Order', [1, 2], { tags: [3] })).toBe(2);
    expect(await shop.sql('SELECT order_id, tag_id FROM order_tags ORDER BY 1, 2')).toEqual([
      [1n, 1n],
      [1n, 3n],
      [2n, 1n],
      [2n, 3n],
    ]);
  });
});

describe('a row that would leave the actor’s scope', () => {
  const out = ['This would put the row out of your reach.'];
  beforeEach(() => reopen({ configs: { 'shop.Order': { rows: () => where('status', '!=', 'sent') } } }));

  it('is refused, on the field that decides that', async () => {
    expect(await updated({ status: 'sent', memo: 'x' })).toEqual({ status: out });
    expect(await created({ ...fresh, status: 'sent' })).toEqual({ status: out });
    expect(await shop.sql('SELECT status FROM orders WHERE id = 1')).toEqual([['open']]);
    expect(await refusalOfAsync(() => shop.bulkUpdate(root, 'shop.Order', [2, 1], { status: 'sent' }))).toMatchObject({
      fields: { status: out },
      detail: expect.stringMatching(/^Row \d: status: This would/),
    });
  });

  it('is refused without a field where the request names none that does', async () => {
    await reopen({
      configs: { 'shop.Order': { rows: () => where('status', '!=', 'sent'), hooks: { beforeSave: () => ({ status: 'sent' }) } } },
    });
    expect(await updated({ memo: 'x' })).toEqual({ non_field_errors: out });
  });

  it('was out of it before: there is no such row', async () => {
    expect(await refusalOfAsync(() => shop.update(root, 'shop.Order', '3', { memo: 'x' }))).toMatchObject({ code: 'not_found' });
    expect(await refusalOfAsync(() => shop.remove(root, 'shop.Order', '3'))).toMatchObject({ code: 'not_found' });
  });
});

describe('the checks of a write', () => {
  /** How often a job asks the database. */
  const queryCount = async (job: (unit: UnitOfWork) => Promise<unknown>): Promise<number> => {
    let times = 0;
    await shop.write(root, async (unit) => {
      const answers = unit.writes.existing.bind(unit.writes);
      unit.writes.existing = (plan) => {
        times += 1;
        return answers(plan);
      };
      await job(unit);
    });
    return times;
  };
  const add = (unit: UnitOfWork, key: string, input: RowInput) => createRow(unit, modelOf(shop.registry, key), input);
  const payment = { code: 'c' };

  it('are asked once for rows with the same target', async () => {
    const payments = (...orders: number[]) =>
      queryCount(async (unit) => {
        for (const order of orders) await add(unit, 'shop.Payment', { ...payment, order });
      });
    expect(await payments(1)).toBe(1);
    expect(await payments(1, 1, 1)).toBe(1);
    expect(await payments(1, 2, 1, 2)).toBe(2);
  });

  it('are asked for each other target', async () => {
    const second = (key: string, first: RowInput, next: RowInput) =>
      fieldsOf(() => shop.write(root, async (unit) => void [await add(unit, key, first), await add(unit, key, next)]));
    expect(await second('shop.Payment', { ...payment, order: 1 }, { ...payment, order: 9 })).toEqual({ order: missing(9) });
    expect(await second('shop.Order', { ...fresh, tags: [1] }, { ...fresh, number: 'M', tags: [9] })).toEqual({ tags: missing(9) });
    expect(await second('shop.Order', { ...fresh, warehouse: 1 }, { ...fresh, number: 'M', warehouse: 9 })).toEqual({
      warehouse: missing(9),
    });
  });

  it('are not asked where a change needs none', async () => {
    const update = (input: RowInput) =>
      queryCount(async (unit) => {
        const model = modelOf(shop.registry, 'shop.Order');
        const [before] = await lockRows(unit, model, [[1n]], 'change');
        if (before) await updateRow(unit, { model, before, input });
      });
    expect(await update({ memo: 'x', total: 3 })).toBe(0);
    expect(await update({ due: '2026-05-05' })).toBe(1);
  });

  it('find what is taken and what is missing together with all other problems', async () => {
    const total = ['A valid number is required.'];
    const taken = ['Order with this number already exists.'];
    const set = ['The fields customer, due must make a unique set.'];
    expect(await created({ ...fresh, number: 'A1', total: 'x' })).toEqual({ number: taken, total });
    expect(await created({ ...fresh, due: '2026-01-01', total: 'x' })).toEqual({ non_field_errors: set, total });
    expect(await fieldsOf(() => shop.update(root, 'shop.Order', '3', { due: '2026-01-01', total: 'x' }))).toEqual({
      non_field_errors: set,
      total,
    });
    expect(await created({ ...fresh, warehouse: 9, total: 'x' })).toEqual({ warehouse: missing(9), total });
    await reopen({ configs: { 'shop.Tag': { rows: () => where('name', '!=', 'red') } } });
    expect(await fieldsOf(() => shop.create(root, 'shop.Tag', { name: 'red', nothing: 1 }))).toEqual({
      name: ['Tag with this name already exists.'],
      nothing: ['Unknown field.'],
    });
  });

  it('do not find the row itself', async () => {
    await reopen({
      configs: { 'shop.Order': { hooks: { beforeSave: ({ before }) => ({ number: before?.['number'], due: before?.['due'] }) } } },
    });
    expect(await updated({ memo: 'x' })).toBeUndefined();
  });

  it('about a target that is missing are no probe for unique values', async () => {
    await created({ ...fresh, customer: 9 }, clerk('order:add_order', 'customer:change_customer'));
    expect(shop.warnings).toEqual([]);
  });

  it('ask for the right to change a parent for its inlines only', async () => {
    await reopen({ configs: { 'shop.Order': { inlines: [{ table: tables.lines, foreignKey: 'order' }] } } });
    const adds = clerk('payment:add_payment', 'line:add_line');
    expect(await fieldsOf(() => shop.create(adds, 'shop.Payment', { ...payment, order: 1 }))).toBeUndefined();
    expect(await fieldsOf(() => shop.create(adds, 'shop.Line', { order: 1, place: 'z', product: 'p' }))).toEqual({
      order: ['You do not have permission to change orders.'],
    });
  });
});
