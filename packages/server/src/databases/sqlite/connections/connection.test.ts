import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TextTooLong } from '../../statement.ts';
import { LocalRunner, type SqliteRunner } from './runner.ts';
import { ProcessRunner } from './process-runner.ts';
import { rolledBack } from './writer.ts';

const tooLong = 'SELECT zeroblob(1000000001)';

async function expectTooLong(runner: SqliteRunner): Promise<void> {
  await expect(runner.perform({ do: 'run', sql: tooLong, parameters: [] })).rejects.toBeInstanceOf(TextTooLong);
  const { batch } = await runner.perform({ do: 'batch', statements: ['SELECT 1', tooLong].map((sql) => ({ sql, parameters: [] })) });
  expect(batch?.results.map(({ rows }) => rows)).toEqual([[[1n]]]);
  expect(batch?.error).toBeInstanceOf(TextTooLong);
}

/** Calls with a connection in this process, and with one in another process. */
async function withBoth(call: (runner: SqliteRunner) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-connection-'));
  const file = join(folder, 'a.sqlite');
  const here = new LocalRunner(file, 5000);
  const there = await ProcessRunner.open({ file, timeout: 5000, isReadOnly: false, isUrgent: true });
  try {
    await call(here);
    await call(there);
  } finally {
    here.close();
    await there.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

it('names a value that is too long, in this process and in another one', () => withBoth(expectTooLong));

it('ends an iteration with the transaction in which it has begun, and refuses to go on with it', () =>
  withBoth(async (runner) => {
    const sql = 'SELECT value FROM json_each(?)';
    const walk = (cursor: number) =>
      runner.perform({ do: 'walk', cursor, sql, parameters: ['[1,2,3]'], asObjects: false, isReadAtOnce: false });
    const next = async (cursor: number) => (await runner.perform({ do: 'fetch', cursor, count: 1 })).rows;
    await walk(1);
    await runner.perform({ do: 'exec', sql: 'BEGIN' });
    await walk(2);
    expect([await next(1), await next(2)]).toEqual([[[1n]], [[1n]]]);
    await runner.perform({ do: 'exec', sql: 'COMMIT' });
    expect(await next(1)).toEqual([[2n]]);
    await expect(next(2)).rejects.toThrow('The stream has ended with its transaction');
    await runner.perform({ do: 'leave', cursor: 'all' });
    await expect(next(1)).rejects.toThrow('The stream has ended');
  }));

it('whose file was closed while it was lent is not rolled back, and throws nothing', async () => {
  const runner = new LocalRunner(':memory:', 5000);
  runner.close();
  await expect(rolledBack(runner)).resolves.toBe(false);
});
