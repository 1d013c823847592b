import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
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
const required = ['This field is required.'];
const fieldsOf = async (run: () => Promise<unknown>): Promise<unknown> => (await refusalOfAsync(run))?.fields;
const created = (input: RowInput, actor: Actor = root) => fieldsOf(() => shop.create(actor, 'shop.Order', input));
const updated = (input: RowInput, actor: Actor = root) => fieldsOf(() => shop.update(actor, 'shop.Order', '1', input));
const missing = (key: unknown): string[] => [`Invalid pk "${String(key)}" - object does not exist.`];

describe('a create', () => {
  it('stores the row, and answers with it', async () => {
    const row = await shop.create(root, 'shop.Order', { ...fresh, total: '5.5', tags: [2, 1], data: { a: [1] } });
    expect(row).toMatchObject({ id: 4, number: 'N', customer: 1, status: 'open', total: '5.50', tags: [1, 2], data: { a: [1] }, memo: '' });
    expect(row).toMatchObject({ _label: 'N', customer_label: 'Ann' });
    expect(await shop.sql('SELECT number, customer_id, total FROM orders WHERE id = 4')).toEqual([['N', 1n, 5.5]]);
  });

  it('is in the audit log', async () => {
    await shop.create(root, 'shop.Order', { ...fresh, tags: [1] });
    const [entry, ...others] = shop.entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: 'create', model: 'shop.Order', key: '4', name: 'N', targets: [], targetsCount: 0, status: 'ok' });
    expect(entry?.diff).toMatchObject({ number: [null, 'N'], customer: [null, 1], tags: [null, [1]] });
    expect(await shop.sql('SELECT action, object_pk, actor_repr, request_id FROM audit')).toEqual([['create', '4', 'root', 'request']]);
  });

  it('needs the right to add', async () => {
    const refusal = (...permissions: string[]) => refusalOfAsync(() => shop.create(clerk(...permissions), 'shop.Tag', { name: 'x' }));
    expect(await refusal('tag:view_tag', 'tag:change_tag')).toMatchObject({ code: 'permission_denied' });
    expect(await refusal()).toMatchObject({ code: 'not_found' });
    expect(await refusal('tag:add_tag')).toBeUndefined();
  });

  it('answers to those who may not view, too', async () => {
    expect(await shop.create(clerk('tag:add_tag'), 'shop.Tag', { name: 'x' })).toMatchObject({ id: 4, name: 'x' });
  });

  it('names every problem at once', async () => {
    expect(await created({ customer: 9, total: 'x', nothing: 1, tags: [9] })).toEqual({
      number: required,
      customer: missing(9),
      total: ['A valid number is required.'],
      nothing: ['Unknown field.'],
      tags: missing(9),
    });
    expect(await created({})).toEqual({ number: required, customer: required });
    expect(await created({ number: null, customer: '' })).toEqual({
      number: ['This field may not be null.'],
      customer: ['This field may not be null.'],
    });
    expect(await shop.sql('SELECT count(*) FROM orders')).toEqual([[3n]]);
    expect(await shop.sql('SELECT count(*) FROM audit')).toEqual([[0n]]);
  });

  it('takes false for a flag that is left out, and null for "left out" where there is a default', async () => {
    expect(await shop.create(root, 'shop.Customer', { name: 'Eve', region: 'DE' })).toMatchObject({ vip: false });
    expect(await shop.create(root, 'shop.Order', { ...fresh, status: null })).toMatchObject({ status: 'open' });
  });

  it('ignores fields that can not be changed, and what rows carry beside their fields', async () => {
    const more = { id: 77, quantity: 5, _label: 'x', pk: 1, customer_label: 'y', customer_fields: null, status_display: 'z' };
    expect(await shop.create(root, 'shop.Order', { ...fresh, ...more })).toMatchObject({ id: 4, quantity: null });
    const others = ['number_label', 'number_fields', 'customer_display', 'x_label', 'label', 'status_label', 'tags_label', 'tags_fields'];
    const unknown = Object.fromEntries(others.map((name) => [name, ['Unknown field.']]));
    expect(await created({ ...fresh, number: 'P', ...Object.fromEntries(others.map((name) => [name, 1])) })).toEqual(unknown);
  });

  it('knows no field that the actor may not see', async () => {
    const adds = clerk('order:add_order', 'customer:view_customer', 'customer:change_customer');
    expect(await created({ ...fresh, margin: 1 }, adds)).toEqual({ margin: ['Unknown field.'] });
    expect(await fieldsOf(() => shop.create(root, 'shop.Customer', { name: 'a', region: 'DE', ssn: '1' }))).toEqual({
      ssn: ['Unknown field.'],
    });
    expect(await shop.create(root, 'shop.Customer', { name: 'a', region: 'DE', pin: '77' })).not.toHaveProperty('pin');
    expect(await shop.sql(`SELECT pin FROM customers WHERE name = 'a'`)).toEqual([['77']]);
  });

  it('checks values against their fields', async () => {
    expect(await created({ ...fresh, number: 'x'.repeat(21) })).toEqual({ number: ['Ensure this field has no more than 20 characters.'] });
    expect(await created({ ...fresh, status: 'lost' })).toEqual({ status: ['"lost" is not a valid choice.'] });
    expect(await created({ ...fresh, tags: 'a' })).toEqual({ tags: ['A valid integer is required.'] });
    expect(await created({ ...fresh, tags: 7 })).toEqual({ tags: ['A list of keys is required.'] });
    expect(await created({ ...fresh, tags: [null] })).toEqual({ tags: ['A list of keys is required.'] });
    expect(await shop.create(root, 'shop.Order', { ...fresh, tags: '1, 2,1' })).toMatchObject({ tags: [1, 2] });
    expect(await shop.create(root, 'shop.Order', { ...fresh, number: 'M', tags: '' })).toMatchObject({ tags: [] });
    expect(await shop.create(root, 'shop.Order', { ...fresh, number: 'O', tags: null })).toMatchObject({ tags: [] });
  });

  it('has a composite key, of which no part is empty or a dot', async () => {
    expect(await shop.create(root, 'shop.Line', { order: 2, place: 'z', product: 'cap' })).toMatchObject({ pk: '2~z' });
    for (const place of ['.', '..'])
      expect(await fieldsOf(() => shop.create(root, 'shop.Line', { order: 2, place, product: 'p' }))).toEqual({
        place: ['This can not be a key.'],
      });
    expect(await fieldsOf(() => shop.create(root, 'shop.Line', { order: 2, place: '', product: 'p' }))).toEqual({
      place: ['This can not be a key.'],
    });
  });

  it('says that the database skipped the row', async () => {
    await reopen({}, `CREATE TRIGGER skip BEFORE INSERT ON tags BEGIN SELECT RAISE(IGNORE); END;`);
    expect(await refusalOfAsync(() => shop.create(root, 'shop.Tag', { name: 'x' }))).toEqual({
      code: 'invalid',
      detail: 'The database did not take the row.',
    });
  });
});

describe('an update', () => {
  it('stores what has changed, and notes that', async () => {
    const row = await shop.update(root, 'shop.Order', '1', { memo: 'new', total: '10.00', status: 'open', tags: [2, 3] });
    expect(row).toMatchObject({ memo: 'new', tags: [2, 3] });
    expect(shop.entries()).toHaveLength(1);
    expect(shop.entries()[0]).toMatchObject({
      action: 'update',
      key: '1',
      name: 'A1',
      diff: {
        memo: ['first', 'new'],
        tags: [
          [1, 2],
          [2, 3],
        ],
      },
    });
    expect(Object.keys(shop.entries()[0]?.diff ?? {})).toEqual(['memo', 'tags']);
    expect(await shop.sql('SELECT tag_id FROM order_tags WHERE order_id = 1 ORDER BY 1')).toEqual([[2n], [3n]]);
  });

  it('that changes nothing writes nothing', async () => {
    await reopen({}, `CREATE TRIGGER no BEFORE UPDATE ON orders BEGIN SELECT RAISE(ABORT, 'written'); END;`);
    for (const input of [
      {},
      { memo: 'first' },
      { total: '10.0' },
      { total: 10 },
      { tags: [2, 1] },
      { tags: '1,2' },
      { quantity: 3 },
      { number: 'A1', id: 1 },
      { customer: '1' },
    ])
      expect(await shop.update(root, 'shop.Order', '1', input)).toMatchObject({ memo: 'first', id: 1 });
    expect(shop.entries()).toEqual([]);
    expect(await updated({ memo: 'x' })).toEqual({ non_field_errors: ['written'] });
  });

  it('answers without "view" with the key and the fields of the request', async () => {
    const changes = clerk('order:change_order');
    expect(await shop.update(changes, 'shop.Order', '1', { memo: 'first', quantity: 9 })).toEqual({ id: 1, memo: 'first' });
    expect(await shop.update(clerk('order:change_order', 'order:view_order'), 'shop.Order', '1', { memo: 'first' })).toHaveProperty(
      'status',
    );
    expect(await shop.update(changes, 'shop.Order', '1', { memo: 'other' })).toHaveProperty('status');
  });

  it('names every problem at once', async () => {
    expect(await updated({ number: null, total: 'x', customer: 9, nothing: 1, tags: [1, 9] })).toEqual({
      number: ['This field may not be null.'],
      total: ['A valid number is required.'],
      customer: missing(9),
      nothing: ['Unknown field.'],
      tags: missing(9),
    });
    expect(await updated({ tags: [8, 9] })).toEqual({ tags: ['At least one of these does not exist.'] });
    expect(await updated({ tags: [1, 2, 8] })).toEqual({ tags: missing(8) });
  });

  it('takes null for the empty text where that is the default', async () => {
    expect(await shop.update(root, 'shop.Order', '1', { memo: null })).toMatchObject({ memo: '' });
  });

  it('ignores what can not be changed', async () => {
    expect(await shop.update(root, 'shop.Order', '1', { quantity: 4, memo: 'x' })).toMatchObject({ quantity: 3, memo: 'x' });
  });

  it('changes no key', async () => {
    const line = (input: RowInput) => fieldsOf(() => shop.update(root, 'shop.Line', '1~a', input));
    expect(await line({ place: 'c' })).toEqual({ place: ['A key can not be changed.'] });
    expect(await line({ place: 'a', order: 1, product: 'cap' })).toBeUndefined();
  });

  it('keeps a secret that is sent empty, and does not show it', async () => {
    for (const pin of ['', null]) await shop.update(root, 'shop.Customer', '1', { pin, name: `Ann ${String(pin)}` });
    expect(await shop.sql('SELECT pin FROM customers WHERE id = 1')).toEqual([['1234']]);
    await shop.update(root, 'shop.Customer', '1', { pin: '1234' });
    await shop.update(root, 'shop.Customer', '1', { pin: '99' });
    expect(await shop.sql('SELECT pin FROM customers WHERE id = 1')).toEqual([['99']]);
    expect(shop.entries()[0]?.diff).toEqual({ pin: ['********', '********'] });
  });

  it('does not validate a value that is sent back as it was read', async () => {
    await reopen({}, `UPDATE orders SET status = 'strange', total = 'many', labels = '["a","b"]' WHERE id = 1;`);
    expect(await shop.update(root, 'shop.Order', '1', { status: 'strange', total: 'many', labels: 'a,b', memo: 'x' })).toMatchObject({
      memo: 'x',
      status: 'strange',
    });
    expect(await updated({ status: 'stranger' })).toEqual({ status: ['"stranger" is not a valid choice.'] });
  });

  it('says that the database left the row as it was', async () => {
    await reopen({}, `CREATE TRIGGER skip BEFORE UPDATE ON tags BEGIN SELECT RAISE(IGNORE); END;`);
    expect(await refusalOfAsync(() => shop.update(root, 'shop.Tag', '1', { name: 'x' }))).toEqual({
      code: 'invalid',
      detail: 'The database left the row as it was.',
    });
  });

  it('shows what a trigger has changed', async () => {
    await reopen({}, `CREATE TRIGGER upper AFTER UPDATE ON tags BEGIN UPDATE tags SET name = upper(new.name) WHERE id = new.id; END;`);
    expect(await shop.update(root, 'shop.Tag', '1', { name: 'x' })).toMatchObject({ name: 'X' });
    expect(shop.entries()[0]?.diff).toEqual({ name: ['red', 'X'] });
  });
});

describe('unique values', () => {
  it('are taken once', async () => {
    expect(await created({ ...fresh, number: 'A1' })).toEqual({ number: ['Order with this number already exists.'] });
    expect(await updated({ number: 'A2' })).toEqual({ number: ['Order with this number already exists.'] });
    expect(await updated({ number: 'A1' })).toBeUndefined();
    expect(await created({ ...fresh, due: '2026-01-01' })).toEqual({
      non_field_errors: ['The fields customer, due must make a unique set.'],
    });
    expect(await created({ ...fresh, due: '2026-01-02' })).toBeUndefined();
    expect(await created({ ...fresh, number: 'M', customer: 2, due: '2026-01-01' })).toBeUndefined();
    expect(await fieldsOf(() => shop.update(root, 'shop.Order', '3', { due: '2026-01-01' }))).toEqual({
      non_field_errors: ['The fields customer, due must make a unique set.'],
    });
    expect(await fieldsOf(() => shop.update(root, 'shop.Customer', '2', { email: null, name: 'x' }))).toBeUndefined();
  });

  it('of fields that the actor may not see are named without them', async () => {
    const config = { fields: { due: { view: 'shop.see_due' }, number: { view: 'shop.see_number' } } };
    await reopen({
      configs: {
        'shop.Order': {
          ...config,
          label: 'memo',
          searchFields: [],
          hooks: { beforeSave: ({ row }) => ({ due: '2026-01-01', number: row['memo'] }) },
        },
      },
    });
    const adds = clerk('order:add_order', 'order:view_order', 'customer:change_customer');
    expect(await created({ customer: 1, memo: 'N' }, adds)).toEqual({ customer: ['Order with this customer already exists.'] });
    expect(await created({ customer: 2, memo: 'A1' }, adds)).toEqual({ non_field_errors: ['The fields  must make a unique set.'] });
  });

  it('that are refused are logged, where the actor does not see all rows or fields', async () => {
    await reopen({ configs: { 'shop.Tag': { rows: ({ actor }) => where('name', '!=', actor.isSuperuser ? 'x' : 'red') } } });
    const adds = clerk('tag:add_tag');
    for (let time = 0; time < 2; time++) await fieldsOf(() => shop.create(adds, 'shop.Tag', { name: 'red' }));
    expect(shop.warnings).toEqual([
      { actor: 'clerk', model: 'shop.Tag', count: 1, requestId: 'request' },
      { actor: 'clerk', model: 'shop.Tag', count: 2, requestId: 'request' },
    ]);
    await fieldsOf(() => shop.create(root, 'shop.Tag', { name: 'red' }));
    expect(shop.warnings[2]).toMatchObject({ actor: 'root', count: 1 });
    await fieldsOf(() => shop.create(root, 'shop.Customer', { name: 'x', region: 'DE', email: 'ann@example.com' }));
    expect(shop.warnings[3]).toMatchObject({ model: 'shop.Customer', count: 2 });
    await fieldsOf(() => shop.create(root, 'shop.Order', { ...fresh, number: 'A1' }));
    await fieldsOf(() => shop.create(adds, 'shop.Tag', {}));
    expect(shop.warnings).toHaveLength(4);
  });
});
