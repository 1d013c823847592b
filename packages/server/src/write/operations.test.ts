import type { Operation } from '@grimoire/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AdminError } from '../errors/errors.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, refusalOfAsync, root } from '../test-models/models.ts';
import { FailedOperation } from './failed-operation.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

async function failure(operations: readonly Operation[], actor = root): Promise<AdminError> {
  const error: unknown = await shop.operate(actor, 'shop.Order', operations).catch((thrown: unknown) => thrown);
  if (!(error instanceof AdminError)) throw new Error('It did not fail as expected.', { cause: error });
  return error;
}
const problems = async (...operations: Operation[]): Promise<unknown> => (await failure(operations)).body?.['operations'];
const order = { number: 'N', customer: 1, memo: '' };
const line = { order: { $ref: 0 }, place: 'x', product: 'pen' };

describe('operations', () => {
  it('run one after the other, and refer to the rows of earlier ones', async () => {
    const done = await shop.operate(root, 'shop.Order', [
      { op: 'create', data: order },
      { op: 'create', model: 'shop.Line', data: line },
      { op: 'create', model: 'shop.Tag', data: { name: 'new' } },
      { op: 'update', pk: { $ref: 0 }, data: { memo: 'x', tags: [{ $ref: 2 }, 1] } },
      { op: 'update', pk: 2, data: { memo: 'y' } },
      { op: 'delete', model: 'shop.Claim', pk: '1' },
      { op: 'update', model: 'shop.Line', pk: { $ref: 1 }, data: { product: 'ink' } },
    ]);
    expect(done).toEqual(['shop.Order 4', 'shop.Line 4~x', 'shop.Tag 4', 'shop.Order 4', 'shop.Order 2', 'shop.Claim 1', 'shop.Line 4~x']);
    expect(await shop.sql('SELECT memo FROM orders WHERE id IN (2, 4) ORDER BY id')).toEqual([['y'], ['x']]);
    expect(await shop.sql('SELECT tag_id FROM order_tags WHERE order_id = 4 ORDER BY 1')).toEqual([[1n], [4n]]);
    expect(await shop.sql('SELECT product FROM lines WHERE order_id = 4')).toEqual([['ink']]);
    expect(await shop.sql('SELECT count(*) FROM claims')).toEqual([[0n]]);
    expect(shop.entries().map(({ action, model }) => `${action} ${model}`)).toEqual([
      'create shop.Order',
      'create shop.Line',
      'create shop.Tag',
      'update shop.Order',
      'update shop.Order',
      'delete shop.Claim',
      'update shop.Line',
    ]);
  });

  it('a child may be given a parent that this request creates, without the right to change others', async () => {
    const adds = clerk('customer:add_customer', 'order:add_order', 'customer:view_customer');
    const customer: Operation = { op: 'create', model: 'shop.Customer', data: { name: 'Eve', region: 'DE' } };
    expect(await shop.operate(adds, 'shop.Order', [customer, { op: 'create', data: { ...order, customer: { $ref: 0 } } }])).toHaveLength(2);
    expect((await failure([{ op: 'create', data: { ...order, number: 'M' } }], adds)).body?.['operations']).toEqual({
      0: { customer: ['You do not have permission to change customers.'] },
    });
  });

  it('report the problems of all of them, and change nothing', async () => {
    const error = await failure([
      { op: 'create', data: { number: 'N' } },
      { op: 'create', model: 'shop.Line', data: line },
      { op: 'update', pk: { $ref: 0 }, data: { memo: 'x' } },
      { op: 'update', pk: 2, data: { number: 'A1' } },
      { op: 'create', model: 'shop.Tag', data: { name: 'new' } },
    ]);
    expect(error).toMatchObject({ code: 'invalid', detail: 'Operation 0: customer: This field is required.' });
    expect(error.body).toEqual({
      operations: { 0: { customer: ['This field is required.'] }, 3: { number: ['Order with this number already exists.'] } },
    });
    expect(await shop.sql('SELECT count(*) FROM tags')).toEqual([[3n]]);
  });

  it('take the body of a row: what can not be changed is ignored, and what is no field is named', async () => {
    const more = { quantity: 1, id: 7, _label: 'x', customer_label: 'y', customer_fields: {}, status_display: 'z' };
    const stored = await shop.sql('SELECT * FROM orders WHERE id = 1');
    await shop.operate(root, 'shop.Order', [{ op: 'update', pk: 1, data: more }]);
    expect(await shop.sql('SELECT * FROM orders WHERE id = 1')).toEqual(stored);
    expect(await shop.sql('SELECT count(*) FROM audit')).toEqual([[0n]]);
    await shop.operate(root, 'shop.Order', [{ op: 'create', data: { ...order, ...more } }]);
    expect(await shop.sql('SELECT id, quantity FROM orders WHERE id > 3')).toEqual([[4n, null]]);
    expect(await problems({ op: 'update', pk: 1, data: { quantities: 1 } })).toEqual({ 0: { quantities: ['Unknown field.'] } });
  });

  it.each<[Operation, unknown]>([
    [{ op: 'create', data: order, pk: 7 }, { pk: ['A new row has none yet.'] }],
    [{ op: 'create', data: order, if_match: 'x' }, { if_match: ['A new row has no ETag yet.'] }],
    [{ op: 'create' }, { data: ['This field is required.'] }],
    [{ op: 'update', pk: 1 }, { data: ['This field is required.'] }],
    [{ op: 'update', data: {} }, { pk: ['This field is required.'] }],
    [{ op: 'delete' }, { pk: ['This field is required.'] }],
    [{ op: 'delete', pk: 1, data: {} }, { data: ['A delete takes none.'] }],
    [{ op: 'update', pk: 9, data: {} }, { pk: ['There is no row "9".'] }],
    [{ op: 'delete', pk: 9 }, { pk: ['There is no row "9".'] }],
    [{ op: 'update', pk: 'x'.repeat(101), data: {} }, { pk: [`There is no row "${'x'.repeat(100)}".`] }],
    [{ op: 'create', model: 'shop.Nothing', data: {} }, { model: ['There is no model "shop.Nothing".'] }],
    [{ op: 'create', model: 'x'.repeat(101), data: {} }, { model: [`There is no model "${'x'.repeat(100)}".`] }],
    [{ op: 'update', pk: { $ref: 0 }, data: {} }, { pk: ['There is no earlier operation 0.'] }],
    [{ op: 'update', pk: { $ref: 0.5 }, data: {} }, { pk: ['There is no earlier operation 0.5.'] }],
    [{ op: 'update', pk: { $ref: -1 }, data: {} }, { pk: ['There is no earlier operation -1.'] }],
    [{ op: 'create', data: { ...order, customer: { $ref: 5 } } }, { customer: ['There is no earlier operation 5.'] }],
    [
      { op: 'create', data: { ...order, customer: { $ref: 'x'.repeat(30) } } },
      { customer: [`There is no earlier operation ${'x'.repeat(20)}.`] },
    ],
    [{ op: 'create', data: { ...order, customer: { $ref: 0, more: 1 } } }, { customer: ['Must be a text or a number.'] }],
    [{ op: 'create', data: { ...order, customer: {} } }, { customer: ['Must be a text or a number.'] }],
    [{ op: 'create', data: { ...order, customer: ['x'] } }, { customer: ['Must be a text or a number.'] }],
    [{ op: 'create', data: { ...order, customer: null } }, { customer: ['This field may not be null.'] }],
    [{ op: 'create', data: { ...order, nothing: { $ref: 0 } } }, { nothing: ['Unknown field.'] }],
  ])('refuse %j', async (operation, expected) => expect(await problems(operation)).toEqual({ 0: expected }));

  it('keep an object in a field that refers to no row', async () => {
    await shop.operate(root, 'shop.Order', [{ op: 'create', data: { ...order, data: { $ref: 0 } } }]);
    expect(await shop.sql('SELECT data FROM orders WHERE id = 4')).toEqual([['{"$ref":0}']]);
  });

  it('refer to rows of the same table only', async () => {
    expect(await problems({ op: 'create', data: order }, { op: 'update', model: 'shop.Tag', pk: { $ref: 0 }, data: {} })).toEqual({
      1: { pk: ['Operation 0 is about another model.'] },
    });
    expect(await problems({ op: 'create', data: order }, { op: 'create', data: { ...order, number: 'M', customer: { $ref: 0 } } })).toEqual(
      {
        1: { customer: ['Operation 0 is about another model.'] },
      },
    );
  });

  it('need the right of each', async () => {
    const views = clerk('order:view_order', 'order:change_order', 'tag:view_tag');
    for (const [operation, right] of [
      [{ op: 'create', data: order }, 'add'],
      [{ op: 'delete', pk: 1 }, 'delete'],
    ] as const)
      expect(await failure([{ op: 'update', pk: 1, data: { memo: 'x' } }, operation], views)).toMatchObject({
        code: 'permission_denied',
        detail: `Operation 1: You do not have permission to ${right} orders.`,
      });
    expect((await failure([{ op: 'update', model: 'shop.Tag', pk: 1, data: {} }], views)).code).toBe('permission_denied');
    expect((await failure([{ op: 'update', model: 'shop.Customer', pk: 1, data: {} }], views)).body?.['operations']).toEqual({
      0: { model: ['There is no model "shop.Customer".'] },
    });
  });

  it('compare the row with the ETag that was sent, once it is locked', async () => {
    const requests: unknown[] = [];
    const operate = (operations: readonly Operation[]) =>
      refusalOfAsync(() =>
        shop.operate(root, 'shop.Order', operations, async (_, model, key, tag) => {
          requests.push([model.key, key, tag]);
          if (tag === 'old') throw new AdminError('conflict');
        }),
      );
    expect(
      await operate([
        { op: 'update', pk: 1, data: { memo: 'x' }, if_match: 'new' },
        { op: 'update', pk: 2, data: { memo: 'x' } },
      ]),
    ).toBeUndefined();
    expect(requests).toEqual([['shop.Order', [1n], 'new']]);
    const refusal = await operate([
      { op: 'update', pk: 2, data: { memo: 'x' } },
      { op: 'delete', pk: 1, if_match: 'old' },
    ]);
    expect(refusal?.code).toBe('conflict');
    expect(refusal?.detail).toMatch(/^Operation 1: /);
    expect(await shop.sql('SELECT count(*) FROM orders')).toEqual([[3n]]);
  });

  it('end with the first failure that the database has found', async () => {
    await shop.close();
    shop = await openShop({}, `CREATE TRIGGER no BEFORE INSERT ON tags BEGIN SELECT RAISE(ABORT, 'No more tags.'); END;`);
    const error = await failure([
      { op: 'create', model: 'shop.Tag', data: { name: 'x' } },
      { op: 'create', data: {} },
    ]);
    expect(error).toMatchObject({
      detail: 'Operation 0: No more tags.',
      body: { operations: { 0: { non_field_errors: ['No more tags.'] } } },
    });
  });

  it('throw errors of the host application', async () => {
    await shop.close();
    const afterSave = (): never => {
      throw new RangeError('a bug');
    };
    shop = await openShop({ configs: { 'shop.Tag': { hooks: { afterSave } } } });
    await expect(shop.operate(root, 'shop.Tag', [{ op: 'create', data: { name: 'x' } }])).rejects.toThrow(RangeError);
  });
});

describe('FailedOperation', () => {
  const failed = new FailedOperation(3, new Error('x'));
  it('names the operation in fields, or in the text', () => {
    expect([failed.message, failed.name, failed.index]).toEqual(['Operation 3 failed.', 'FailedOperation', 3]);
    expect(failed.cause).toBeInstanceOf(Error);
    const named = (error: unknown): AdminError => failed.named(error) as AdminError;
    expect(named(new AdminError('invalid', { fields: { a: ['b'] }, detail: 'a: b' }))).toMatchObject({
      code: 'invalid',
      detail: 'Operation 3: a: b',
      body: { operations: { 3: { a: ['b'] } } },
    });
    expect(named(new AdminError('invalid', { detail: 'no' })).body).toEqual({ operations: { 3: { non_field_errors: ['no'] } } });
    const locked = named(new AdminError('locked', { detail: 'wait', headers: { 'Retry-After': '2' }, body: { more: 1 } }));
    expect(locked).toMatchObject({ code: 'locked', detail: 'Operation 3: wait', headers: { 'Retry-After': '2' }, body: { more: 1 } });
    expect(named(new AdminError('permission_denied', { fields: { a: ['b'] } })).code).toBe('invalid');
    expect(named(new AdminError('locked')).body).toBeUndefined();
    expect(named(locked).cause).toBe(locked);
    const bug = new RangeError('a bug');
    expect(failed.named(bug)).toBe(bug);
  });
});
