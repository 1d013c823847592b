import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteReply, SqliteRun } from './connection.ts';
import { LocalRunner } from './runner.ts';

const count: SqliteRun = { do: 'run', sql: 'SELECT count(*) FROM item', parameters: [] };

function numberOf({ rows }: SqliteReply): number {
  return Number((rows as readonly (readonly bigint[])[])[0]?.[0]);
}

describe('joined reads', () => {
  let folder: string;
  let runner: LocalRunner;
  let other: DatabaseSync;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-runner-'));
    const file = join(folder, 'a.sqlite');
    runner = new LocalRunner(file, 1000);
    other = new DatabaseSync(file);
    other.exec('CREATE TABLE item (id integer PRIMARY KEY)');
  });
  afterEach(() => {
    runner.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const insert = (): void => other.exec('INSERT INTO item DEFAULT VALUES');

  it('see the file as it is when the first of them begins, until the event loop goes on', async () => {
    const seen = [await runner.joined(count)];
    insert();
    seen.push(await runner.joined(count), runner.joinedNow(count));
    await nextTurn();
    seen.push(await runner.joined(count));
    expect(seen.map(numberOf)).toEqual([0, 0, 0, 1]);
  });

  it('are followed by reads of their own, which see what was committed since', async () => {
    const seen = [await runner.joined(count)];
    insert();
    seen.push(await runner.perform(count));
    insert();
    seen.push(await runner.joined(count));
    insert();
    seen.push(runner.performNow(count));
    expect(seen.map(numberOf)).toEqual([0, 1, 2, 3]);
  });

  it('leave no transaction open for a checkpoint to wait for', async () => {
    await runner.joined(count);
    insert();
    const checkpoint = (): unknown => other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'];
    other.exec('PRAGMA busy_timeout = 0');
    expect(checkpoint()).toBe(1);
    await nextTurn();
    expect(checkpoint()).toBe(0);
  });

  it('go on after a statement that fails, and end with the connection', async () => {
    await expect(runner.joined({ ...count, sql: 'SELECT abs(-9223372036854775808) FROM item' })).resolves.toMatchObject({ rows: [] });
    insert();
    await nextTurn();
    await expect(runner.joined({ ...count, sql: 'SELECT abs(-9223372036854775808) FROM item' })).rejects.toThrow('integer overflow');
    expect(numberOf(await runner.joined(count))).toBe(1);
    expect(runner.isInTransaction).toBe(true);
    await nextTurn();
    expect(runner.isInTransaction).toBe(false);
    await runner.joined(count);
    runner.close();
    await nextTurn();
    runner = new LocalRunner(join(folder, 'a.sqlite'), 1000);
  });
});
