import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database.ts';
import { SqliteProcess } from './process.ts';
import { sqlite } from './sqlite.ts';

describe('writes on a file of SQLite, one after the other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-writers-'));
  let database: Database;
  const insert = (id: number) =>
    database.transaction(async (transaction) => {
      await transaction.run({ sql: 'INSERT INTO item (id) VALUES (?)', parameters: [id] });
    });
  beforeAll(async () => {
    database = await sqlite(join(folder, 'a.sqlite')).open();
    await database.transaction(async (transaction) => {
      await transaction.run({ sql: 'CREATE TABLE item (id integer PRIMARY KEY)', parameters: [] });
    });
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are committed, also before one that ends before it has sent anything', async () => {
    const refused = () =>
      database.transaction(() => {
        throw new Error('not now');
      });
    const open = vi.spyOn(SqliteProcess, 'open');
    const outcomes = await Promise.allSettled([insert(1), refused(), insert(2), refused(), insert(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await database.read({ sql: 'SELECT id FROM item ORDER BY id', parameters: [] })).toEqual([[1n], [2n], [3n]]);
    // What is not begun is not rolled back, for which the process would be ended.
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
  });
});
