import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteCommand } from './connection.ts';
import { NotBegun, ProcessRunner } from './process-runner.ts';

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
  /** Any command counts as a whole transaction here. */
  const whole = (command = insert, limit = 5000) => running.performWhole(command, limit, () => {});
  const settled = async (...given: Promise<unknown>[]): Promise<unknown[]> =>
    (await Promise.allSettled(given)).map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason));

  it('has not begun with what it was given behind a command that took too long', async () => {
    const [slow, next, last] = await settled(running.perform(endless, 200), whole(), whole());
    expect(slow).toHaveProperty('code', 'timeout');
    expect(slow).not.toBeInstanceOf(NotBegun);
    expect([next, last]).toEqual([expect.any(NotBegun), expect.any(NotBegun)]);
    expect(next).toHaveProperty('code', 'unavailable');
  });

  it('may have begun with the first command that it did not answer, though not with the next one', async () => {
    const [first, slow, next] = await settled(running.perform(insert, 5000), whole(endless, 200), whole());
    expect(first).toBe('done');
    expect(slow).toHaveProperty('code', 'timeout');
    expect(slow).not.toBeInstanceOf(NotBegun);
    expect(next).toBeInstanceOf(NotBegun);
  });

  it('begins with nothing while a long answer is on its way', async () => {
    const long = run("SELECT printf('%.*c', 600000, 'x')");
    const other = await ProcessRunner.open({ file: join(folder, 'a.sqlite'), timeout: 5000, isReadOnly: false, isUrgent: true });
    const given = settled(
      other.performWhole(long, 100, () => {}),
      other.performWhole(insert, 5000, () => {}),
    );
    // The service does not read while it is busy; the answer is longer than what the system keeps.
    const until = performance.now() + 400;
    while (performance.now() < until);
    const [, last] = await given;
    const { rows } = await readOf('SELECT count(*) FROM a');
    expect(Number((rows[0] as unknown[])[0])).toBe(last === 'done' ? 1 : 0);
    await other.close();
  });

  it('has for each command the time that it was given, from when it begins with it', async () => {
    const slow = run(
      'SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000) SELECT i FROM n)',
    );
    const begun: string[] = [];
    const outcomes = settled(
      running.performWhole(slow, 30_000, () => begun.push('first')),
      running.performWhole(insert, 50, () => begun.push('second')),
    );
    expect(begun).toEqual(['first']);
    expect(await outcomes).toEqual(['done', 'done']);
    expect(begun).toEqual(['first', 'second']);
  });

  it('has another file when it has closed the first one, which then does not reach it', async () => {
    await running.close();
    const other = await ProcessRunner.open({ file: join(folder, 'b.sqlite'), timeout: 5000, isReadOnly: false, isUrgent: true });
    running.kill();
    await expect(running.perform(run('CREATE TABLE a (y)'))).rejects.toHaveProperty('code', 'unavailable');
    expect(await other.perform(run('SELECT name FROM sqlite_schema'))).toHaveProperty('rows', []);
    await other.close();
  });

  it('refuses what is given to it while it closes its file, and does what was given before', async () => {
    const before = settled(running.perform(insert), whole());
    const [first, second] = [running.close(), running.close()];
    const late = settled(running.perform(insert), whole());
    await Promise.all([first, second]);
    expect(await before).toEqual(['done', 'done']);
    const [command, wholeCommand] = await late;
    expect(command).toHaveProperty('code', 'unavailable');
    expect(wholeCommand).toBeInstanceOf(NotBegun);
    expect(await readOf('SELECT count(*) FROM a')).toHaveProperty('rows', [[2n]]);
  });

  it('is told of as ended by everything that was given to it, if it was killed', async () => {
    const outcomes = settled(running.perform(endless), whole());
    running.kill();
    const [first, second] = await outcomes;
    expect(first).toHaveProperty('code', 'unavailable');
    expect(first).not.toBeInstanceOf(NotBegun);
    expect(second).toBeInstanceOf(NotBegun);
    await expect(running.perform(insert)).rejects.toHaveProperty('code', 'unavailable');
    await expect(whole()).rejects.toBeInstanceOf(NotBegun);
  });
});
