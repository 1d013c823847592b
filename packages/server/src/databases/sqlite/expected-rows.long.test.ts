import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnexpectedRow } from '../statement.ts';
import type { SqliteStatement } from './connections/connection.ts';
import { ProcessRunner } from './connections/process-runner.ts';
import { LocalRunner, type SqliteRunner } from './connections/runner.ts';

describe.each(['this process', 'another process'])('a statement whose row is expected, in %s', (place) => {
  let folder: string;
  let runner: SqliteRunner & { close(): void | Promise<void> };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-expected-'));
    const file = join(folder, 'a.sqlite');
    runner =
      place === 'this process'
        ? new LocalRunner(file, 5000)
        : await ProcessRunner.open({ file, timeout: 5000, isReadOnly: false, isUrgent: true });
    await runner.perform({ do: 'exec', sql: "CREATE TABLE a (x); INSERT INTO a VALUES ('secret')" });
  });
  afterEach(async () => {
    await runner.close();
    rmSync(folder, { recursive: true });
  });

  const plain = (sql: string): SqliteStatement => ({ sql, parameters: [] });
  const run = async (...statements: SqliteStatement[]) => {
    const { batch } = await runner.perform({ do: 'batch', statements: [plain('BEGIN'), ...statements, plain('COMMIT')] });
    return { batch, rows: (await runner.perform({ do: 'run', ...plain('SELECT x FROM a ORDER BY x') })).rows.flat() };
  };
  const insert = plain("INSERT INTO a VALUES ('new')");

  it('lets what comes after it run', async () => {
    const { batch, rows } = await run({ ...plain('SELECT x FROM a'), expected: 'secret' }, insert);
    expect(batch?.error).toBeUndefined();
    expect(batch?.results).toHaveLength(4);
    expect(rows).toEqual(['new', 'secret']);
  });

  it.each([
    ['is another one', 'SELECT x FROM a'],
    ['is no text', 'SELECT 1'],
    ['is not there', 'SELECT x FROM a WHERE false'],
  ])('ends the transaction if its row %s', async (_, sql) => {
    const { batch, rows } = await run(insert, { ...plain(sql), expected: 'Secret' }, plain('DELETE FROM a'));
    expect(batch?.results).toHaveLength(2);
    expect(batch?.error).toBeInstanceOf(UnexpectedRow);
    expect(batch?.error).toHaveProperty('expected', 'Secret');
    expect(rows).toEqual(['secret']);
    expect(runner.isInTransaction).toBe(false);
    // A logger writes the message and the properties.
    expect(inspect(batch?.error, { showHidden: true, getters: false })).not.toContain('Secret');
  });
});
