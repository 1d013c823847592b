import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { where } from '../model/config/row-rule.ts';
import type { ColumnDescription } from '../model/table.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { tables } from '../test-models/tables.ts';
import { createRow } from './create.ts';

let shop: Shop;
const open = async (options: ShopOptions = {}, text = ''): Promise<void> => {
  shop = await openShop(options, text);
};
const described = (more: Readonly<Record<string, Partial<ColumnDescription>>>): ShopOptions => ({
  described: { 'shop.Order': { columns: tables.orders.columns.map((column) => ({ ...column, ...more[column.name] })) } },
});
afterEach(() => shop.close());

describe('a refusal by the database', () => {
  it('of a link is on its field, and names the row of a change of many', async () => {
    await open({}, `CREATE TRIGGER no BEFORE INSERT ON order_tags WHEN new.tag_id = 3 BEGIN SELECT RAISE(ABORT, 'No link.'); END;`);
    expect(await refusalOfAsync(() => shop.update(root, 'shop.Order', '1', { tags: [3] }))).toMatchObject({
      detail: 'tags: No link.',
      fields: { tags: ['No link.'] },
    });
    expect((await refusalOfAsync(() => shop.bulkUpdate(root, 'shop.Order', [1], { tags: [3] })))?.detail).toBe('Row 1: tags: No link.');
  });

  it('names no row where the request is about one', async () => {
    await open({ configs: { 'shop.Order': { rows: () => where('memo', '!=', 'done') } } });
    await shop.sql(`CREATE TRIGGER no BEFORE UPDATE ON orders WHEN new.memo = 'x' BEGIN SELECT RAISE(ABORT, 'No.'); END`);
    expect((await refusalOfAsync(() => shop.update(root, 'shop.Order', '1', { memo: 'x', total: '1' })))?.detail).toBe('No.');
    expect((await refusalOfAsync(() => shop.update(root, 'shop.Order', '1', { memo: 'done' })))?.detail).toBe(
      'memo: This would put the row out of your reach.',
    );
  });
});

describe('a guard of a model', () => {
  const guarded = (): Promise<void> =>
    open({
      more: [
        {
          key: 'shop.Guarded',
          description: tables.tags,
          config: {},
          guard: async ({ row, before, changed }, refuse) => {
            if (row['name'] === 'red') refuse('name', `Not red: ${String(before?.['name'])}, ${[...changed].join()}.`);
            return row['name'] === 'x' ? { name: 'guarded' } : undefined;
          },
        },
      ],
    });

  it('refuses a value, which is then compared with no other row', async () => {
    await guarded();
    expect((await refusalOfAsync(() => shop.update(root, 'shop.Guarded', '2', { name: 'red' })))?.fields).toEqual({
      name: ['Not red: blue, name.'],
    });
  });

  it('gives values', async () => {
    await guarded();
    expect(await shop.create(root, 'shop.Guarded', { name: 'x' })).toMatchObject({ name: 'guarded' });
    expect(await shop.create(root, 'shop.Guarded', { name: 'y' })).toMatchObject({ name: 'y' });
  });

  it('is asked for each of many rows', async () => {
    await guarded();
    expect((await refusalOfAsync(() => shop.bulkUpdate(root, 'shop.Guarded', [1, 2], { name: 'red' })))?.detail).toBe(
      'Row 2: name: Not red: blue, name.',
    );
  });
});

describe('the answer', () => {
  it('without the right to view has the key of several columns, and the fields of the request', async () => {
    await open();
    const changes = clerk('line:change_line', 'order:change_order');
    expect(await shop.update(changes, 'shop.Line', '1~a', { product: 'pen' })).toEqual({
      id: '1~a',
      pk: '1~a',
      order: 1,
      place: 'a',
      product: 'pen',
    });
  });

  it('is a 404 where a hook has put the row out of reach', async () => {
    const afterSave = async ({ transaction }: { readonly transaction: unknown }): Promise<void> => {
      await sql`UPDATE tags SET name = 'hidden' WHERE id = 1`.execute(transaction as never);
    };
    await open({ configs: { 'shop.Tag': { rows: () => where('name', '!=', 'hidden'), hooks: { afterSave } } } });
    expect((await refusalOfAsync(() => shop.update(root, 'shop.Tag', '1', { name: 'x' })))?.code).toBe('not_found');
  });

  it('is none for a row that a trigger has taken out of its table', async () => {
    await open(
      { described: { 'shop.Tag': { redirects: { save: true, delete: false } } } },
      `CREATE TRIGGER taken AFTER INSERT ON tags BEGIN DELETE FROM tags WHERE id = new.id; END;`,
    );
    const created = await shop.write(root, (unit) => createRow(unit, modelOf(shop.registry, 'shop.Tag'), { name: 'x' }));
    expect(created).toEqual({ key: [4n], answer: null });
  });
});

describe('the audit log', () => {
  it('has what is unlinked by a delete, and nothing else of these rows', async () => {
    await open();
    await shop.remove(root, 'shop.Order', '1');
    expect(
      shop
        .entries()
        .slice(0, 2)
        .map(({ diff }) => diff),
    ).toEqual([{ order: [1, null] }, { line_order: [1, null], line_place: ['a', null] }]);
  });

  it('has a change of many rows as such, also where a hook runs after each', async () => {
    await open({ configs: { 'shop.Order': { hooks: { afterSave: () => {} } } } });
    await shop.bulkUpdate(root, 'shop.Order', [1, 2], { memo: 'x' });
    expect(shop.entries().map(({ action }) => action)).toEqual(['bulk_update', 'bulk_update']);
  });
});

describe('values that the service writes', () => {
  it('give way to those of a hook', async () => {
    await open({ configs: { 'shop.Order': { fields: { memo: { fill: 'updatedBy' } }, hooks: { beforeSave: () => ({ memo: 'hook' }) } } } });
    expect(await shop.update(root, 'shop.Order', '1', { total: '3' })).toMatchObject({ memo: 'hook' });
  });

  it('are the time to the second in a column of times', async () => {
    await open({ configs: { 'shop.Order': { fields: { placed: { fill: 'createdAt' } } } } });
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { placed } = await shop.create(root, 'shop.Order', { number: 'N', customer: 2 });
    expect(Date.parse(String(placed))).toBeGreaterThanOrEqual(before);
  });

  it('are keys that the source makes', async () => {
    const columns = tables.tags.columns.map((column) => (column.name === 'id' ? { ...column, makeKey: () => '77' } : column));
    await open({ described: { 'shop.Tag': { columns } } });
    expect(await shop.create(root, 'shop.Tag', { name: 'x' })).toMatchObject({ id: 77 });
  });

  it('are pieces of SQL, each for its row', async () => {
    let times = 0;
    await open(described({ memo: { toDriver: () => sql`${`v${++times}`}` } }));
    await shop.bulkUpdate(root, 'shop.Order', [2, 3], { memo: 'x' });
    expect(await shop.sql('SELECT memo FROM orders WHERE id > 1')).toEqual([['v1'], ['v2']]);
  });
});
