import { prepareData } from '@grimoire/example-shop/data';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, dialects } from '../support/databases.ts';

const day = 86_400_000;
const first = new Date('2026-11-21T10:30:00Z');
const later = (days: number): Date => new Date(first.getTime() + days * day);

describe.each(dialects)('the data of the demo on %s', (dialect) => {
  it('goes on until now at each start, once for all processes, behind what staff have added', async () => {
    const database = await createTestDatabase(dialect);
    onTestFinished(() => database.close());
    const target = dialect === 'sqlite' ? { sqlite: database.address.slice('sqlite:'.length) } : { postgres: database.address };
    const milliseconds = dialect === 'sqlite' ? 'placed_at' : 'extract(epoch FROM placed_at) * 1000';
    const placed = async (): Promise<number[]> =>
      (await database.query(`SELECT ${milliseconds} AS at FROM sales_order ORDER BY placed_at`)).map(({ at }) => Number(at));
    const count = async (table: string): Promise<number> => Number((await database.query(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);
    /** The orders of some days before another day. */
    const between = (times: readonly number[], now: Date, from: number, to: number): number =>
      times.filter((time) => time >= now.getTime() - from * day && time < now.getTime() - to * day).length;

    expect(await prepareData(target, { orders: 4000, until: first })).toMatchObject({ orders: 4000, added: 0 });
    const fresh = await placed();
    const midnight = Date.parse('2026-11-21T00:00:00Z');
    expect(fresh.some((time) => time >= midnight && time <= first.getTime())).toBe(true);
    expect(Math.abs(between(fresh, first, 30, 0) - between(fresh, first, 60, 30))).toBeLessThanOrEqual(1);

    await database.execute(`INSERT INTO sales_order (id, number, customer_id, channel_code, placed_at, status)
      SELECT 4001, 'SO-0004001', customer_id, channel_code, placed_at, 'new' FROM sales_order WHERE id = 1`);
    await database.execute(`UPDATE sales_order SET coupon_code = NULL; DELETE FROM sales_coupon`);
    const [rows, logs] = [await count('sales_order'), await count('ops_event_log')];
    const start = (): ReturnType<typeof prepareData> => prepareData(target, { until: later(8) });
    // In one process, SQLite's driver would wait for itself.
    const starts = dialect === 'sqlite' ? [await start(), await start()] : await Promise.all([start(), start()]);
    const added = Math.floor((8 * 4000) / 730);
    expect(starts.map((each) => each.added).toSorted((a, b) => a - b)).toEqual([0, added]);
    expect([await count('sales_order'), (await count('ops_event_log')) - logs]).toEqual([rows + added, Math.floor((8 * 2000) / 90)]);
    const times = await placed();
    for (let back = 0; back < 8; back += 1) expect([back, between(times, later(8), back + 1, back) > 0]).toEqual([back, true]);
    expect(times.at(-1)).toBeLessThanOrEqual(later(8).getTime());
    expect(Math.abs(between(times, later(8), 30, 0) - between(times, later(8), 60, 30))).toBeLessThanOrEqual(2);

    for (const table of ['sales_order_line', 'billing_invoice'])
      expect([table, await count(`${table} WHERE order_id NOT IN (SELECT id FROM sales_order)`)]).toEqual([table, 0]);
    expect(await count('sales_order WHERE coupon_code IS NOT NULL')).toBe(0);
    const [last] = await database.query('SELECT id, number FROM sales_order ORDER BY id DESC LIMIT 1');
    expect([Number(last?.['id']), last?.['number']]).toEqual([4001 + added, `SO-${String(4001 + added).padStart(7, '0')}`]);
    expect(await prepareData(target, { until: later(8) })).toMatchObject({ made: null, added: 0 });
    // The clock went back.
    expect(await prepareData(target, { until: later(3) })).toMatchObject({ added: 0 });
    expect(await prepareData(target, { until: later(1000) })).toMatchObject({ added: Math.floor((1000 * 4000) / 730) - added });
  });
});
