import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Sql } from '../sql-fragments.ts';
import { sqliteJournalSize } from './journal-size.ts';
import { sqliteFragments } from './sql-fragments.ts';

const name = (table: string): { readonly schema: undefined; readonly name: string } => ({ schema: undefined, name: table });
const size = sqliteJournalSize({ tables: [], own: [], all: [], changeSet: name('change_set'), changeRow: name('change_row') });

describe('the size of a journal on SQLite', () => {
  it.each([20, 300, 2000, 9000])('is estimated where values have %i bytes', (length) => {
    const database = new DatabaseSync(':memory:');
    database.exec(`CREATE TABLE change_set (id integer PRIMARY KEY);
      CREATE TABLE change_row (change_set integer, tab text, row_key text, op char(1), indirect integer, before text, after text, omitted text,
        PRIMARY KEY (change_set, tab, row_key)) WITHOUT ROWID;
      CREATE INDEX row_idx ON change_row (tab, row_key, change_set);
      INSERT INTO change_row SELECT value / 10, 'item', '{"id":"i' || value || '"}', 'D', 0, hex(randomblob(${length / 2})), NULL, NULL
        FROM (WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < 4000) SELECT value FROM s)`);
    const valueOf = (query: Sql): number => Number(Object.values(database.prepare(sqliteFragments.compile(query).sql).get() ?? {})[0]);
    const { rows, bytes, estimatedBytes } = size;
    expect(valueOf(rows)).toBe(4000);
    const [exact, estimate] = [valueOf(bytes), estimatedBytes ? valueOf(estimatedBytes) : 0];
    expect(exact).toBeGreaterThan(4000 * length);
    expect(estimate / exact).toBeGreaterThan(0.75);
    expect(estimate / exact).toBeLessThan(1.35);
    database.close();
  });
});
