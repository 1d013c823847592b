import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TextTooLong } from '../statement.ts';
import { LocalRunner, type SqliteRunner } from './runner.ts';
import { SqliteProcess } from './process.ts';

const tooLong = 'SELECT zeroblob(1000000001)';

async function expectTooLong(runner: SqliteRunner): Promise<void> {
  await expect(runner.perform({ do: 'run', sql: tooLong, parameters: [] })).rejects.toBeInstanceOf(TextTooLong);
  const { batch } = await runner.perform({ do: 'batch', statements: ['SELECT 1', tooLong].map((sql) => ({ sql, parameters: [] })) });
  expect(batch?.results.map(({ rows }) => rows)).toEqual([[[1n]]]);
  expect(batch?.error).toBeInstanceOf(TextTooLong);
}

it('names a value that is too long, in this process and in another one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-connection-'));
  const file = join(folder, 'a.sqlite');
  const here = new LocalRunner(file, 5000);
  const there = await SqliteProcess.open({ file, timeout: 5000, isReadOnly: false });
  try {
    await expectTooLong(here);
    await expectTooLong(there);
  } finally {
    here.close();
    await there.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
