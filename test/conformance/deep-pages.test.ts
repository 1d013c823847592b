import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import type { Answer } from '../support/service.ts';
import { serviceOver } from '../support/started-service.ts';

const rowCount = 24_010;
const keysOf = ({ body }: Answer): number[] => body.results.map((row: { id: number }) => row.id);

/** Rows whose `rank` is shared by a hundred of them, or null. */
const tableOf = {
  sqlite: `CREATE TABLE entry (id INTEGER PRIMARY KEY, rank INTEGER);
    INSERT INTO entry WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount})
      SELECT i, CASE WHEN i % 10 = 0 THEN NULL ELSE i % 240 END FROM n`,
  postgres: `CREATE TABLE entry (id integer PRIMARY KEY, rank integer);
    INSERT INTO entry SELECT i, CASE WHEN i % 10 = 0 THEN NULL ELSE i % 240 END FROM generate_series(1, ${rowCount}) AS n(i)`,
} as const;

describe.each(dialects)('pages of a long list on %s', (dialect) => {
  it('are the same from either end, and end where the rows end', async () => {
    const { root } = await serviceOver(dialect, tableOf[dialect]);
    for (const ordering of ['pk', '-pk', 'rank', '-rank,pk']) {
      const list = `/r/m.Entry/?ordering=${ordering}&page_size=`;
      // Pages of 60 begin with row 15,001 and with row 24,001, which is the last page; those of 200 hold the same rows.
      const wide = [...keysOf(await root.get(`${list}200&page=76`)), ...keysOf(await root.get(`${list}200&page=121`))];
      const middle = await root.get(`${list}60&page=251`);
      const last = await root.get(`${list}60&page=401`);
      expect(keysOf(middle)).toHaveLength(60);
      expect([...keysOf(middle), ...keysOf(last)]).toEqual([...wide.slice(0, 60), ...wide.slice(200)]);
      expect(middle.body).toMatchObject({ count: rowCount, count_exact: true });
      expect(middle.body.next).toContain('page=252');
      expect(middle.body.previous).toContain('page=250');
      expect(keysOf(await root.get(middle.body.next))).toEqual(wide.slice(60, 120));
      expect(last.body).toMatchObject({ count: rowCount, next: null });
      expect(keysOf(await root.get(last.body.previous))).toHaveLength(60);
    }
    const sorted = Array.from({ length: 10 }, (_, index) => 10 - index);
    expect(keysOf(await root.get('/r/m.Entry/?ordering=-pk&page=241&page_size=100'))).toEqual(sorted);
    expect((await root.get('/r/m.Entry/?page=402&page_size=60')).status).toBe(404);
  });

  it('go by the rows that match a filter', async () => {
    const { root } = await serviceOver(dialect, tableOf[dialect]);
    const even = await root.get('/r/m.Entry/?id__gt=2&id__lte=22010&ordering=pk&page_size=200&page=100');
    expect(keysOf(even)[0]).toBe(19_803);
    expect(even.body.count).toBe(22_008);
    expect(keysOf(await root.get('/r/m.Entry/?id__gt=2&id__lte=22010&ordering=pk&page_size=200&page=111'))).toEqual([
      22_003, 22_004, 22_005, 22_006, 22_007, 22_008, 22_009, 22_010,
    ]);
  });
});
