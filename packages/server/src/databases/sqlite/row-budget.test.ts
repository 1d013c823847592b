import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalRunner } from './runner.ts';

describe('a statement in the process of the service', () => {
  let runner: LocalRunner;
  beforeAll(() => {
    runner = new LocalRunner(':memory:', 0);
    runner.performNow({ do: 'exec', sql: 'CREATE TABLE item (id integer PRIMARY KEY, kind text, name text)' });
    const items = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i, 'k' || (i % 2), 'n' || i FROM n`;
    runner.performNow({ do: 'exec', sql: `INSERT INTO item ${items}; CREATE INDEX item_kind ON item (kind)` });
  });
  afterAll(() => runner.close());

  const perform = (sql: string, ...parameters: unknown[]) => runner.performIfFew({ do: 'run', sql, parameters });
  const where = 'SELECT id FROM item AS t WHERE grimoire_row_counted() AND';

  it('has its rows if it reads few', async () => {
    const reply = await perform(`${where} kind = ? ORDER BY id LIMIT 3`, 'k1');
    expect(reply?.rows).toEqual([[1n], [3n], [5n]]);
  });

  it.each([
    ['that no index finds', `${where} name LIKE '%9999%'`],
    ['of an index with a condition on another column', `${where} kind = 'k1' AND name = 'n2'`],
    ['of an index with a condition on its own column', `${where} kind LIKE '%x%' ORDER BY kind LIMIT 3`],
    ['that are sorted', `${where} kind = 'k1' ORDER BY name LIMIT 3`],
    ['that an offset skips', `${where} 1 = 1 ORDER BY id LIMIT 3 OFFSET 900`],
    ['that are counted', `SELECT count(*) FROM (${where} kind = 'k1' LIMIT 1000)`],
    [
      'that each of a few others leads to',
      `SELECT (SELECT count(*) FROM item AS r WHERE grimoire_row_counted() AND r.kind = t.kind) FROM item AS t WHERE t.id < 9`,
    ],
  ])('is ended if it reads many rows %s', async (_, sql) => {
    expect(await perform(sql)).toBeNull();
  });

  it('is not tried for a while after it has read many, and then is', async () => {
    const sql = `${where} kind = ? AND name > ''`;
    const tries = async (kind: string): Promise<boolean> => (await perform(sql, kind)) !== null;
    expect(await tries('k1')).toBe(false);
    const later: boolean[] = [];
    for (let index = 0; index < 10; index++) later.push(await tries('none'));
    expect([later.indexOf(true) > 1, later.at(-1)]).toEqual([true, true]);
  });

  it('throws its own errors', async () => {
    await expect(perform(`${where} missing = 1`)).rejects.toThrow('no such column');
    await expect(perform(`SELECT json_extract('{', '$.a') FROM item AS t WHERE grimoire_row_counted() AND id = 1`)).rejects.toThrow('JSON');
  });
});
