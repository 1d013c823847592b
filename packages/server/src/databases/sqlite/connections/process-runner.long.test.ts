import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteCommand } from './connection.ts';
import { ProcessRunner } from './process-runner.ts';

describe('a process of SQLite', () => {
  let folder: string;
  let running: ProcessRunner;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-process-'));
    running = await ProcessRunner.open({ file: join(folder, 'a.sqlite'), timeout: 5000, isReadOnly: false, isUrgent: true });
    await running.perform({ do: 'exec', sql: 'CREATE TABLE a (x)' });
  });
  afterEach(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  const run = (sql: string): SqliteCommand => ({ do: 'run', sql, parameters: [] });
  const insert = run('INSERT INTO a VALUES (1)');
  const endless = run('SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)');
  const readOf = async (sql: string) => {
    const reader = await ProcessRunner.open({ file: join(folder, 'a.sqlite'), timeout: 5000, isReadOnly: true, isUrgent: true });
    const reply = await reader.perform(run(sql));
    await reader.close();
    return reply;
  };
  const settled = async (...given: Promise<unknown>[]): Promise<unknown[]> =>
    (await Promise.allSettled(given)).map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason));

  it('refuses what is given to it while it closes its file, and does what was given before', async () => {
    const before = settled(running.perform(insert), running.perform(insert));
    const [first, second] = [running.close(), running.close()];
    const [late] = await settled(running.perform(insert));
    await Promise.all([first, second]);
    expect(await before).toEqual(['done', 'done']);
    expect(late).toHaveProperty('code', 'unavailable');
    expect(await readOf('SELECT count(*) FROM a')).toHaveProperty('rows', [[2n]]);
  });

  it('is told of as ended by everything that was given to it, if it was killed or took too long', async () => {
    const outcomes = settled(running.perform(endless), running.perform(insert));
    running.kill();
    for (const outcome of await outcomes) expect(outcome).toHaveProperty('code', 'unavailable');
    await expect(running.perform(insert)).rejects.toHaveProperty('code', 'unavailable');
    const other = await ProcessRunner.open({ file: join(folder, 'a.sqlite'), timeout: 5000, isReadOnly: false, isUrgent: true });
    for (const outcome of await settled(other.perform(endless, 200), other.perform(insert)))
      expect(outcome).toHaveProperty('code', 'timeout');
    expect(await readOf('SELECT count(*) FROM a')).toHaveProperty('rows', [[0n]]);
  });
});
