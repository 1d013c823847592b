import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LastingResults } from './lasting-results.ts';
import { LocalRunner } from './runner.ts';

describe('the result of a statement', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-lasting-'));
  const file = join(folder, 'a.sqlite');
  let runner: LocalRunner;
  let other: DatabaseSync;
  let results: LastingResults;
  let runs = 0;
  beforeAll(() => {
    runner = new LocalRunner(file, 1000);
    other = new DatabaseSync(file);
    other.exec('CREATE TABLE item (id integer PRIMARY KEY, kind text)');
    results = new LastingResults(runner);
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

  it('is another one after each commit while it is read', async () => {
    const reading = results.of({ do: 'run', sql: 'SELECT count(*) FROM item', parameters: [] }, async () => {
      const reply = await runner.perform({ do: 'run', sql: 'SELECT count(*) FROM item', parameters: [] });
      other.exec(`INSERT INTO item (kind) VALUES ('d')`);
      return reply;
    });
    const before = (await reading).rows as readonly (readonly bigint[])[];
    expect(await run('SELECT count(*) FROM item')).toEqual([[(before[0]?.[0] ?? 0n) + 1n]]);
  });

  it('is not kept where the statement or its rows are many', async () => {
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n`;
    for (const [statement, parameter] of [
      [many, 101],
      ['SELECT length(?)', 'x'.repeat(10_000)],
    ] as const) {
      runs = 0;
      await run(statement, parameter);
      await run(statement, parameter);
      expect([statement, runs]).toEqual([statement, 2]);
    }
    runs = 0;
    await run(many, 100);
    await run(many, 100);
    expect(runs).toBe(1);
  });
});
