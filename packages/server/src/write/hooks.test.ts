import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, fieldOf, modelOf, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import type { AdminConfig } from '../model/config/config.ts';
import type { SaveContext } from '../model/config/hooks.ts';
import type { ColumnDescription } from '../model/table.ts';
import { tables } from '../test-models/tables.ts';
import { keyOfRow, keyOfValues, mergedRow, nameOfRow } from './row.ts';
import { writtenValue } from './service-values.ts';
import type { Model } from '../model/model.ts';

let shop: Shop;
const reopen = async (options: ShopOptions, text = ''): Promise<void> => {
  await shop.close();
  shop = await openShop(options, text);
};
const withTag = (config: AdminConfig, text = ''): Promise<void> => reopen({ configs: { 'shop.Tag': config } }, text);
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());
const fieldsOf = async (run: () => Promise<unknown>): Promise<unknown> => (await refusalOfAsync(run))?.fields;

describe('beforeSave', () => {
  it('gets the row as it will be, the row before, and what the request changes', async () => {
    const heard: unknown[] = [];
    const beforeSave = ({ row, before, changed, actor, requestId, transaction }: SaveContext): void => {
      heard.push([row, before, [...changed], actor.username, requestId, typeof transaction.selectFrom]);
    };
    await withTag({ hooks: { beforeSave } });
    await shop.create(root, 'shop.Tag', { name: 'new' });
    await shop.update(root, 'shop.Tag', '1', { name: 'pink' });
    await shop.update(root, 'shop.Tag', '1', { name: 'pink' });
    expect(heard).toEqual([
      [{ id: null, name: 'new' }, null, ['name'], 'root', 'request', 'function'],
      [{ id: 1, name: 'pink' }, { id: 1, name: 'red' }, ['name'], 'root', 'request', 'function'],
    ]);
  });

  it('gives further values, also for fields that no user may edit', async () => {
    await reopen({
      configs: {
        'shop.Order': {
          hooks: { beforeSave: ({ row }) => ({ quantity: 9, margin: '1.5', memo: undefined, number: `${String(row['number'])}!` }) },
        },
      },
    });
    const adds = clerk('order:add_order', 'order:view_order', 'customer:change_customer');
    expect(await shop.create(adds, 'shop.Order', { number: 'N', customer: 1, memo: 'm' })).toMatchObject({
      quantity: 9,
      memo: 'm',
      number: 'N!',
    });
    expect(await shop.sql('SELECT margin FROM orders WHERE id = 4')).toEqual([[1.5]]);
  });

  it('is not run where the request has problems', async () => {
    let times = 0;
    await withTag({ hooks: { beforeSave: () => void (times += 1) } });
    expect(await fieldsOf(() => shop.create(root, 'shop.Tag', { name: 'x'.repeat(21) }))).toHaveProperty('name');
    expect(times).toBe(0);
  });

  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ nothing: 1 }, 'beforeSave of shop.Order gives "nothing", which is no field of its table.'],
    [{ tags: [1] }, 'beforeSave of shop.Order gives "tags", which is no field of its table.'],
    [{ id: 7 }, 'beforeSave of shop.Order changes its key.'],
  ])('throws for %j', async (given, message) => {
    await reopen({ configs: { 'shop.Order': { hooks: { beforeSave: () => given } } } });
    await expect(shop.update(root, 'shop.Order', '1', { memo: 'x' })).rejects.toThrow(message);
  });

  it('may give a new row its key', async () => {
    await withTag({ hooks: { beforeSave: ({ before }) => (before ? undefined : { id: 70 }) } });
    expect(await shop.create(root, 'shop.Tag', { name: 'x' })).toMatchObject({ id: 70 });
  });

  it('reports a value that its field does not take', async () => {
    await reopen({ configs: { 'shop.Order': { hooks: { beforeSave: () => ({ total: 'x', number: 'x'.repeat(21) }) } } } });
    expect(await fieldsOf(() => shop.update(root, 'shop.Order', '1', { memo: 'x' }))).toEqual({
      total: ['A valid number is required.'],
      number: ['Ensure this field has no more than 20 characters.'],
    });
  });

  it('throws its own errors', async () => {
    await withTag({
      hooks: {
        beforeSave: () => {
          throw new RangeError('a bug');
        },
      },
    });
    await expect(shop.create(root, 'shop.Tag', { name: 'x' })).rejects.toThrow(RangeError);
  });
});

describe('validate', () => {
  it('reports problems by field, of the row as it will be', async () => {
    const heard: unknown[] = [];
    await withTag({
      validate: (row, { actor, before }) => {
        heard.push([row, actor.username, before]);
        return row['name'] === 'ok' ? undefined : { name: ['Too red.', 'Too long.'], non_field_errors: 'No.', id: undefined };
      },
    });
    expect(await fieldsOf(() => shop.update(root, 'shop.Tag', '1', { name: 'x' }))).toEqual({
      name: ['Too red.', 'Too long.'],
      non_field_errors: ['No.'],
    });
    expect(await fieldsOf(() => shop.update(root, 'shop.Tag', '1', { name: 'ok' }))).toBeUndefined();
    expect(heard[0]).toEqual([{ id: 1, name: 'x' }, 'root', { id: 1, name: 'red' }]);
  });

  it('is not run where there are problems already', async () => {
    let times = 0;
    await withTag({ validate: () => void (times += 1) });
    expect(await fieldsOf(() => shop.create(root, 'shop.Tag', { name: 'red' }))).toHaveProperty('name');
    expect(times).toBe(0);
    await shop.create(root, 'shop.Tag', { name: 'x' });
    expect(times).toBe(1);
  });
});

describe('afterSave', () => {
  it('gets the row as it is, and its changes are in the answer', async () => {
    const heard: unknown[] = [];
    await withTag({
      hooks: {
        async afterSave({ row, before, changed, transaction }) {
          heard.push([row, before, [...changed]]);
          await sql`UPDATE tags SET name = name || '!' WHERE id = ${row['id']}`.execute(transaction);
        },
      },
    });
    expect(await shop.create(root, 'shop.Tag', { name: 'new' })).toMatchObject({ name: 'new!' });
    expect(await shop.update(root, 'shop.Tag', '1', { name: 'pink' })).toMatchObject({ name: 'pink!' });
    await shop.bulkUpdate(root, 'shop.Tag', [2], { name: 'sky' });
    expect(heard).toEqual([
      [{ id: 4, name: 'new' }, null, ['name']],
      [{ id: 1, name: 'pink' }, { id: 1, name: 'red' }, ['name']],
      [{ id: 2, name: 'sky' }, { id: 2, name: 'blue' }, ['name']],
    ]);
  });
});

describe('values of the service and of the source', () => {
  const described = (more: Readonly<Record<string, Partial<ColumnDescription>>>): NonNullable<ShopOptions['described']> => ({
    'shop.Order': { columns: tables.orders.columns.map((column) => ({ ...column, ...more[column.name] })) },
  });
  const order = { number: 'N', customer: 1, memo: '' };

  it('are the time and the user of a save', async () => {
    const fields = {
      placed: { fill: 'createdAt' },
      due: { fill: 'updatedAt' },
      memo: { fill: 'createdBy' },
      warehouse: { fill: 'updatedBy' },
    } as const;
    await reopen({ configs: { 'shop.Order': { fields } } });
    const today = new Date().toISOString().slice(0, 10);
    const row = await shop.create(root, 'shop.Order', { number: 'N', customer: 2 });
    expect(row).toMatchObject({ due: today, memo: 'root', warehouse: 1 });
    expect(String(row['placed']).slice(0, 10)).toBe(today);
    // The clerk has the key 2, which is no warehouse: the value belongs to no request, so the database finds it.
    const changes = clerk('order:change_order', 'order:view_order');
    expect((await refusalOfAsync(() => shop.update(changes, 'shop.Order', '1', { total: 11 })))?.detail).toContain('does not exist');
    expect(await shop.update(root, 'shop.Order', '1', { total: 11 })).toMatchObject({
      memo: 'first',
      placed: null,
      due: today,
      warehouse: 1,
    });
    const system = { ...root, id: null, username: 'system' };
    expect(await shop.update(system, 'shop.Order', '1', { total: 12 })).toMatchObject({ warehouse: null });
  });

  it('are made by the source where the request gives none', async () => {
    await reopen({
      described: described({ memo: { makeDefault: () => 'made', makeUpdate: () => 'changed' }, quantity: { makeDefault: () => 5 } }),
    });
    expect(await shop.create(root, 'shop.Order', { number: 'N', customer: 2 })).toMatchObject({ memo: 'made', quantity: 5 });
    expect(await shop.create(root, 'shop.Order', { ...order, memo: 'own', number: 'M' })).toMatchObject({ memo: 'own' });
    expect(await shop.update(root, 'shop.Order', '1', { total: 1 })).toMatchObject({ memo: 'changed', quantity: 3 });
  });

  it('are converted by the source, which may refuse them', async () => {
    const toDriver = (value: unknown): unknown => {
      if (value === 'bad') throw new Error('a bad value');
      return value === 'now' ? sql`'from ' || 'sql'` : `<${String(value)}>`;
    };
    await reopen({ described: described({ memo: { toDriver }, number: { toDriver: () => null } }) });
    expect(await shop.update(root, 'shop.Order', '1', { memo: 'x' })).toMatchObject({ memo: '<x>' });
    expect(await shop.update(root, 'shop.Order', '1', { memo: 'now' })).toMatchObject({ memo: 'from sql' });
    expect(await fieldsOf(() => shop.update(root, 'shop.Order', '1', { memo: 'bad' }))).toEqual({
      memo: ['Not a value that this field takes.'],
    });
    const memo = fieldOf(modelOf(shop.registry, 'shop.Order'), 'memo');
    expect(writtenValue(memo, null)).toMatchObject({ kind: 'stored', binding: { given: null } });
    expect(writtenValue(memo, 'x')).toMatchObject({ kind: 'driver', binding: { given: '<x>' } });
    expect(writtenValue(memo, 'bad')).toBeNull();
    expect(writtenValue({ ...memo, source: {} }, 'x')).toMatchObject({ kind: 'stored', binding: { given: 'x' } });
    expect(writtenValue({ ...memo, source: { toDriver: () => 'toOperationNode' } }, 'x')).toMatchObject({ kind: 'driver' });
    expect(writtenValue({ ...memo, source: { toDriver: () => null } }, 'x')).toMatchObject({ kind: 'driver', binding: { given: null } });
    expect(writtenValue({ ...memo, source: { toDriver: () => ({}) } }, 'x')).toMatchObject({ kind: 'driver' });
    const [one, same, other] = [sql`a`, sql`a`, sql`b`].map((text) => writtenValue({ ...memo, source: { toDriver: () => text } }, 'x'));
    expect(one).toMatchObject({ text: (same as { readonly text?: unknown }).text });
    expect(one).not.toMatchObject({ text: (other as { readonly text?: unknown }).text });
  });
});

describe('a row', () => {
  const order = (): Model => modelOf(shop.registry, 'shop.Order');

  it('has its key', () => {
    expect(keyOfRow(order(), { id: 7 })).toEqual([7n]);
    expect(keyOfRow(modelOf(shop.registry, 'shop.Line'), { order: 1, place: 'a' })).toEqual([1n, 'a']);
    expect(keyOfValues(order(), [null])).toEqual([null]);
    expect(keyOfValues(order(), [{}])).toEqual([null]);
    expect(keyOfValues(order(), ['7'])).toEqual([7n]);
    const vip = fieldOf(modelOf(shop.registry, 'shop.Customer'), 'vip');
    expect(keyOfValues({ ...order(), primaryKey: [vip] }, [true])).toEqual([true]);
  });

  it('is merged with a change, in the form of the API', () => {
    const fields = (name: string) => fieldOf(order(), name);
    const change = { values: new Map([[fields('customer'), 5n]]), links: new Map([[fields('tags'), [1n, 2n]]]) };
    expect(mergedRow(order(), { id: 1, memo: 'x' }, change)).toEqual({ id: 1, memo: 'x', customer: 5, tags: [1, 2] });
    expect(mergedRow(order(), null, { values: new Map(), links: new Map() })).toMatchObject({
      id: null,
      status: 'open',
      memo: '',
      tags: [],
      total: null,
    });
  });

  it('is named in the log by what every user may see who may view the model', () => {
    const customer = modelOf(shop.registry, 'shop.Customer');
    const of = (names: readonly (readonly [string, ...string[]])[]): Model => ({
      ...customer,
      label: {
        kind: 'fields',
        candidates: names.map(([first, ...rest]) => [fieldOf(customer, first), ...rest.map((name) => fieldOf(customer, name))] as const),
      },
    });
    const row = { name: ' Ann ', email: null, note: 'secret', vip: true, region: '' };
    expect(nameOfRow(of([['name']]), row, '7')).toBe('Ann');
    expect(nameOfRow(of([['email'], ['region'], ['name', 'vip']]), row, '7')).toBe('Ann  true');
    expect(nameOfRow(of([['email', 'name']]), row, '7')).toBe('Ann');
    expect(nameOfRow(of([['note'], ['ssn']]), row, '7')).toBe('customer 7');
    expect(nameOfRow(of([['email']]), row, '7')).toBe('customer 7');
    expect(nameOfRow(of([['vip']]), { vip: undefined }, '7')).toBe('customer 7');
    expect(nameOfRow({ ...customer, label: { kind: 'key' } }, row, '7')).toBe('customer 7');
  });

  it('is named by a function of the fields that all may see', () => {
    const named = (compute: (row: Readonly<Record<string, unknown>>) => string): string =>
      nameOfRow(
        { ...order(), label: { kind: 'computed', compute, failed: () => {} } },
        { id: 7, number: 'A', margin: '1', tags: [1] },
        '7',
      );
    expect(named((row) => Object.keys(row).join(' '))).toBe(
      'pk id number customer status total quantity placed due memo data labels warehouse',
    );
    expect(named((row) => JSON.stringify([row['pk'], row['number'], row['status']]))).toBe('["7","A",null]');
    expect(named(() => 7 as unknown as string)).toBe('order 7');
    expect(
      named(() => {
        throw new Error('a bug');
      }),
    ).toBe('order 7');
  });
});
