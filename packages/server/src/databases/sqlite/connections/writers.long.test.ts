import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../database.ts';
import { ProcessRunner } from './process-runner.ts';
import { sqlite } from '../sqlite.ts';

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

  afterEach(() => void vi.restoreAllMocks());

  it('are committed, also before one that ends before it has sent anything', async () => {
    const refused = () =>
      database.transaction(() => {
        throw new Error('not now');
      });
    const open = vi.spyOn(ProcessRunner, 'open');
    const outcomes = await Promise.allSettled([insert(1), refused(), insert(2), refused(), insert(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await database.read({ sql: 'SELECT id FROM item ORDER BY id', parameters: [] })).toEqual([[1n], [2n], [3n]]);
    // What is not begun is not rolled back, for which the process would be ended.
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
  });

  /** A transaction of one statement, which may not take long. */
  const brief = (sql: string) =>
    database.transaction(async (transaction) => void (await transaction.run({ sql, parameters: [] })), { statementTimeout: 300 });
  const endless = 'SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)';

  it('are each committed once, behind one that takes too long', async () => {
    const outcomes = await Promise.allSettled([
      brief(endless),
      brief('INSERT INTO item (id) VALUES (11)'),
      insert(12),
      brief('INSERT INTO item (id) VALUES (13)'),
    ]);
    expect(outcomes[0]).toHaveProperty('reason.code', 'timeout');
    expect(outcomes.slice(1).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await database.read({ sql: 'SELECT id FROM item WHERE id > 10 ORDER BY id', parameters: [] })).toEqual([[11n], [12n], [13n]]);
  });

  it('have all statements in their transaction, however they are given, behind one that takes too long', async () => {
    const slow = brief(endless);
    const both = database.transaction(async ({ queries }) => {
      await Promise.all([21, 22].map((id) => queries.insertInto('item').values({ id }).execute()));
    });
    const outcomes = await Promise.allSettled([slow, both, insert(23)]);
    expect(outcomes[0]).toHaveProperty('reason.code', 'timeout');
    expect(outcomes.slice(1).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await database.read({ sql: 'SELECT id FROM item WHERE id > 20 ORDER BY id', parameters: [] })).toEqual([[21n], [22n], [23n]]);
  });

  it('commit nothing by itself if their beginning fails', async () => {
    const error = Object.assign(new Error('database is locked'), { errcode: 5 });
    const locked = { rows: [], changes: 0, insertId: 0n, batch: { results: [], error } };
    vi.spyOn(ProcessRunner.prototype, 'perform').mockResolvedValueOnce(locked);
    const failing = database.transaction(async (transaction) => {
      const first = transaction.run({ sql: 'INSERT INTO item (id) VALUES (31)', parameters: [] });
      await Promise.resolve();
      const second = transaction.run({ sql: 'INSERT INTO item (id) VALUES (32)', parameters: [] });
      const third = transaction.queries.insertInto('item').values({ id: 33 }).execute();
      await Promise.allSettled([first, second, third]);
      await first;
    });
    await expect(failing).rejects.toThrow();
    expect(await database.read({ sql: 'SELECT id FROM item WHERE id > 30', parameters: [] })).toEqual([]);
  });

  it('leave nothing to the next one, if they end while their beginning is on its way', async () => {
    const failing = database.transaction(async (transaction) => {
      transaction.run({ sql: 'INSERT INTO item (id) VALUES (41)', parameters: [] }).catch(() => {});
      await Promise.resolve();
      throw new Error('not now');
    });
    const next = database.queries().insertInto('item').values({ id: 42 }).execute();
    const outcomes = await Promise.allSettled([failing, next, insert(43)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await database.read({ sql: 'SELECT id FROM item WHERE id > 40 ORDER BY id', parameters: [] })).toEqual([[42n], [43n]]);
  });

  it('commit nothing by itself after a statement that has rolled back', async () => {
    await database.transaction(async (transaction) => {
      const sql = "CREATE TRIGGER refused BEFORE INSERT ON item WHEN NEW.id = 51 BEGIN SELECT RAISE(ROLLBACK, 'no'); END";
      await transaction.run({ sql, parameters: [] });
    });
    const both = database.transaction(async (transaction) => {
      await transaction.run({ sql: 'SELECT 1', parameters: [] });
      await Promise.all([51, 52].map((id) => transaction.queries.insertInto('item').values({ id }).execute()));
    });
    await expect(both).rejects.toThrow();
    expect(await database.read({ sql: 'SELECT id FROM item WHERE id > 50', parameters: [] })).toEqual([]);
  });

  it('are each committed once, if the process is killed again and again', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => 100 + index);
    const { perform } = ProcessRunner.prototype;
    let sent = 0;
    const kill = (running: ProcessRunner): void => {
      if (++sent % 9 === 0) running.kill();
    };
    vi.spyOn(ProcessRunner.prototype, 'perform').mockImplementation(function killed(this: ProcessRunner, ...given) {
      const reply = perform.apply(this, given);
      kill(this);
      return reply;
    });
    const outcomes = await Promise.allSettled(ids.map((id) => (id % 3 === 0 ? insert(id) : brief(`INSERT INTO item (id) VALUES (${id})`))));
    vi.restoreAllMocks();
    const rows = await database.read({ sql: 'SELECT id FROM item WHERE id >= 100', parameters: [] });
    const storedIds = new Set(rows.map(([id]) => Number(id)));
    const endedBy = (code: string) => ids.filter((_, index) => (outcomes[index] as PromiseRejectedResult).reason?.code === code);
    // On a busy machine, some wait for more than 5 s.
    const refused = [...endedBy('unavailable'), ...endedBy('locked')];
    const unknown = endedBy('outcome_unknown');
    // An insert that was done twice would have failed, as its key is taken.
    const acknowledged = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(acknowledged.length + refused.length + unknown.length).toBe(ids.length);
    expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
    expect(refused.filter((id) => storedIds.has(id))).toEqual([]);
    expect(unknown.length).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(5);
  });
});
