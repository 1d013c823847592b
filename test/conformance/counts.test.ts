import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const rowCount = 1_100_000;

const fill = {
  sqlite: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount}) INSERT INTO entry SELECT i FROM n`,
  postgres: `INSERT INTO entry SELECT generate_series(1, ${rowCount})`,
} as const;

describe.each(dialects)('counts on %s', (dialect) => {
  it('of more than a million rows are given again for a minute, as estimates, and those of fewer rows are exact', async () => {
    const setup = `CREATE TABLE entry (id integer PRIMARY KEY); ${fill[dialect]}`;
    const settings = { countBudget: 10_000 };
    const { root } = await serviceOfTest(startService({ dialect, setup, models: [model('entry', 'm.Entry')], settings }));
    const counts = async (): Promise<readonly unknown[]> => {
      const lists = ['/r/m.Entry/', '/r/m.Entry/?id__lte=1000'].map((list) => root.get(list));
      return (await Promise.all(lists)).map(({ body }) => [body.count, body.count_exact]);
    };
    expect(await counts()).toEqual([
      [rowCount, true],
      [1000, true],
    ]);
    expect((await root.delete('/r/m.Entry/50/')).status).toBe(204);
    expect(await counts()).toEqual([
      [rowCount, false],
      [999, true],
    ]);
    // What is far inside is counted for its page: the last one is read from the end, and one past it is none.
    const last = await root.get('/r/m.Entry/?page_size=100&page=11000');
    expect(last.body).toMatchObject({ count: rowCount - 1, count_exact: true, next: null });
    expect((await root.get('/r/m.Entry/?page_size=100&page=11001')).status).toBe(404);
  });
});
