import { afterEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test-models/database.ts';
import { modelOf, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { bulkUpdate } from './bulk.ts';
import type { RowInput } from './read-input.ts';

let shop: Shop;
const open = async (options: ShopOptions = {}, sql = ''): Promise<void> => {
  shop = await openShop(options, sql);
};
const withHook = (beforeSave: (context: { readonly row: RowInput }) => RowInput): ShopOptions => ({
  configs: { 'shop.Order': { hooks: { beforeSave } } },
});
afterEach(() => shop.close());

/** What a change of orders asks of the database: how many rows each update has, how often rows are read, and the refusal. */
interface Traffic {
  readonly updates: readonly number[];
  readonly reads: number;
  readonly detail: string | undefined;
}

const traffic = async (ids: readonly number[], input: RowInput): Promise<Traffic> => {
  const updates: number[] = [];
  let reads = 0;
  const refusal = await refusalOfAsync(() =>
    shop.write(root, async (unit) => {
      const change = unit.writes.change.bind(unit.writes);
      unit.writes.change = (authorized) => {
        if (authorized.plan.kind === 'update') updates.push(authorized.plan.keys.length);
        return change(authorized);
      };
      const rowsForWrite = unit.writes.rowsForWrite.bind(unit.writes);
      unit.writes.rowsForWrite = (authorized) => {
        if (authorized.plan.mode === 'read') reads += 1;
        return rowsForWrite(authorized);
      };
      await bulkUpdate(unit, modelOf(shop.registry, 'shop.Order'), ids, input);
    }),
  );
  return { updates, reads, detail: refusal?.detail };
};

describe('rows of one change', () => {
  it('are one statement where a hook gives them the same values', async () => {
    await open(withHook(() => ({ total: '7' })));
    expect((await traffic([1, 2, 3], { memo: 'x' })).updates).toEqual([3]);
    expect(await shop.sql('SELECT total, memo FROM orders WHERE id = 3')).toEqual([[7n, 'x']]);
  });

  it('are a statement each where a hook gives each a value of its own', async () => {
    await open(withHook(({ row }) => ({ data: { number: row['number'] } })));
    expect((await traffic([2, 3], { memo: 'x' })).updates).toEqual([1, 1]);
    expect(await shop.sql('SELECT data FROM orders WHERE id > 1')).toEqual([['{"number":"A2"}'], ['{"number":"A3"}']]);
  });

  it('are neither written nor read again where the input changes none', async () => {
    await open();
    expect(await traffic([2, 3], { memo: '' })).toEqual({ updates: [], reads: 1, detail: undefined });
  });
});

describe('a refused statement', () => {
  it('for one row is not tried again', async () => {
    await open({}, `CREATE TRIGGER no BEFORE UPDATE ON orders BEGIN SELECT RAISE(ABORT, 'No.'); END;`);
    expect(await traffic([2], { memo: 'x' })).toMatchObject({ updates: [1], detail: 'Row 2: No.' });
  });

  it('for several is tried row by row, and each row is compared with itself alone', async () => {
    await open(
      {},
      `CREATE TRIGGER turned BEFORE UPDATE ON orders WHEN old.id = 2 AND new.memo = 'x' BEGIN
         UPDATE orders SET memo = 'other' WHERE id = 2; SELECT RAISE(IGNORE); END;
CREATE TRIGGER no BEFORE UPDATE ON orders WHEN old.id = 3 BEGIN SELECT RAISE(ABORT, 'No.'); END;`,
    );
    expect(await traffic([2, 3], { memo: 'x' })).toMatchObject({ updates: [2, 1, 1], detail: 'Row 3: No.' });
  });

  it('names rows with at most a thousand characters', async () => {
    await open(
      {},
      `WITH RECURSIVE n(x) AS (SELECT 1000 UNION ALL SELECT x + 1 FROM n WHERE x < 1200)
         INSERT INTO orders (id, number, customer_id, memo) SELECT x, 'N' || x, 1, '' FROM n;
CREATE TRIGGER skip BEFORE UPDATE ON orders BEGIN SELECT RAISE(IGNORE); END;`,
    );
    const ids = Array.from({ length: 200 }, (_, index) => index + 1000);
    const names = ids.join(', ').slice(0, 1000);
    expect((await traffic(ids, { memo: 'x' })).detail).toBe(`The database left rows among ${names} as it was.`);
  });
});
