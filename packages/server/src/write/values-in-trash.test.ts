import { afterEach, describe, expect, it } from 'vitest';
import { where } from '../model/config/row-rule.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, refusalOfAsync, root } from '../test-models/models.ts';
import type { AdminConfig } from '../model/config/config.ts';
import type { Actor } from '../model/actor.ts';
import type { RowInput } from './read-input.ts';

let shop: Shop;
/** A shop whose order 3 is in the trash. */
const open = async (config: AdminConfig = {}): Promise<void> => {
  shop = await openShop(
    { configs: { 'shop.Order': { softDelete: 'placed', ...config } } },
    `UPDATE orders SET placed = '2026-01-01', due = '2026-03-03' WHERE id = 3;`,
  );
};
afterEach(() => shop.close());

const taken = { number: ['Order with this number already exists.'] };
const inTrash = { number: [expect.stringContaining('in the trash has this number.') as string] };
const rights = ['order:add_order', 'order:change_order', 'order:view_order', 'customer:view_customer', 'customer:change_customer'];
const created = async (input: RowInput, actor: Actor = root): Promise<unknown> =>
  (await refusalOfAsync(() => shop.create(actor, 'shop.Order', { customer: 1, ...input })))?.fields;
const updated = async (input: RowInput): Promise<unknown> =>
  (await refusalOfAsync(() => shop.update(root, 'shop.Order', '1', input)))?.fields;

describe('a unique value of a row in the trash', () => {
  it('is taken, and the user is told where it is', async () => {
    await open();
    expect(await created({ number: 'A3' })).toEqual(inTrash);
    expect(await updated({ number: 'A3' })).toEqual(inTrash);
    expect(await created({ number: 'A2' })).toEqual(taken);
    expect(await created({ number: 'N' })).toBeUndefined();
  });

  it('is taken in the usual words for a user who may not see the trash, or not all of it', async () => {
    await open();
    expect(await created({ number: 'A3' }, clerk(...rights))).toEqual(taken);
    expect(await created({ number: 'A3' }, clerk(...rights, 'order:restore_order'))).toEqual(inTrash);
    await shop.close();
    await open({ rows: () => where('memo', '!=', 'secret') });
    expect(await created({ number: 'A3' })).toEqual(taken);
  });

  it('is found together with the other values of a unique set', async () => {
    await open();
    expect(await created({ number: 'N', due: '2026-03-03' })).toEqual({
      non_field_errors: [expect.stringContaining('in the trash') as string],
    });
    expect(await created({ number: 'N', due: '2026-03-03', customer: 2 })).toBeUndefined();
  });
});
