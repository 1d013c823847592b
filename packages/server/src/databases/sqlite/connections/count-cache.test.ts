import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CountCache } from './count-cache.ts';
import { LocalRunner } from './runner.ts';

describe('the result of a statement', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-lasting-'));
  const file = join(folder, 'a.sqlite');
  let runner: LocalRunner;
  let other: DatabaseSync;
  let results: CountCache;
  let runs = 0;
  beforeAll(() => {
    runner = new LocalRunner(file, 1000);
    other = new DatabaseSync(file);
    other.exec('CREATE TABLE item (id integer PRIMARY KEY, kind text)');
    results = new CountCache(runner);
  });
  afterAll(() => {
    runner.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (sql: string, ...parameters: unknown[]): Promise<unknown> => {
    const command = { do: 'run', sql, parameters } as const;
    const { rows } = await results.of(command, () => {
      runs += 1;
      return runner.perform(command);
    });
    return rows;
  };
  const count = (kind: string): Promise<unknown> => run('SELECT count(*) FROM item WHERE kind = ?', kind);

  it('is given again until something is committed, for each statement and its parameters', async () => {
    runs = 0;
    for (let index = 0; index < 3; index++) expect([await count('a'), await count('b')]).toEqual([[[0n]], [[0n]]]);
    expect(runs).toBe(2);
    other.exec(`INSERT INTO item (kind) VALUES ('a')`);
    expect([await count('a'), await count('b'), runs]).toEqual([[[1n]], [[0n]], 4]);
  });

  it('does not change by what is not committed', async () => {
    other.exec(`BEGIN; INSERT INTO item (kind) VALUES ('c')`);
    expect(await count('c')).toEqual([[0n]]);
    other.exec('COMMIT');
    expect(await count('c')).toEqual([[1n]]);
    other.exec(`BEGIN; INSERT INTO item (kind) VALUES ('c'); ROLLBACK`);
    expect(await count('c')).toEqual([[1n]]);
  });

  it('is read again if something was committed while it was read', async () => {
    const reading = results.of({ do: 'run', sql: 'SELECT count(*) FROM item', parameters: [] }, async () => {
      const reply = await runner.perform({ do: 'run', sql: 'SELECT count(*) FROM item', parameters: [] });
      other.exec(`INSERT INTO item (kind) VALUES ('d')`);
      return reply;
    });
    const before = (await reading).rows as readonly (readonly bigint[])[];
    expect(await run('SELECT count(*) FROM item')).toEqual([[(before[0]?.[0] ?? 0n) + 1n]]);
  });

  it('is another one for each value, of whatever type', async () => {
    const values = [Infinity, -Infinity, NaN, null, 'null', 5, 5n, '5', '5n', new Uint8Array([53]), ''];
    const types = async (): Promise<unknown[]> => {
      const replies: unknown[] = [];
      for (const value of values) replies.push(await run('SELECT typeof(?1), quote(?1)', value));
      return replies;
    };
    const first = await types();
    runs = 0;
    expect([await types(), runs]).toEqual([first, 0]);
    expect(new Set(first.map((rows) => JSON.stringify(rows))).size).toBeGreaterThan(7);
    expect([first[0], first[1]]).toEqual([[['real', '9.0e+999']], [['real', '-9.0e+999']]]);
  });

  it('is not kept if it is long, or its statement with the parameters is', async () => {
    for (const [statement, parameter] of [
      [`SELECT printf('%.*c', ?, 'x')`, 20_000],
      ['SELECT length(?)', 'x'.repeat(20_000)],
    ] as const) {
      runs = 0;
      await run(statement, parameter);
      await run(statement, parameter);
      expect([statement, runs]).toEqual([statement, 2]);
    }
    runs = 0;
    await run(`SELECT printf('%.*c', ?, 'x')`, 10_000);
    await run(`SELECT printf('%.*c', ?, 'x')`, 10_000);
    expect(runs).toBe(1);
  });
});
