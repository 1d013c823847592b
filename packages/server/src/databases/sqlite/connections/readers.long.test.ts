import { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SqliteReaders } from './readers.ts';

/** Readers of an empty file, which are closed at the end of the test. */
function readersOfFile(): SqliteReaders {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-readers-'));
  new DatabaseSync(join(folder, 'a.sqlite')).close();
  const readers = new SqliteReaders(join(folder, 'a.sqlite'));
  onTestFinished(async () => {
    await readers.close();
    rmSync(folder, { recursive: true });
  });
  return readers;
}

it('a process that starts while the file is closed is not kept', async () => {
  const readers = readersOfFile();
  const leases = Promise.allSettled([readers.lease(), readers.open()]);
  await readers.close();
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'shutting_down' }) };
  expect(await leases).toEqual([refused, refused]);
});

it('an additional process ends when the file is closed', async () => {
  const readers = readersOfFile();
  const additional = await readers.open();
  await readers.close();
  expect(additional.hasEnded).toBe(true);
});

it('idle processes of a file end after a minute, and the last one after a quarter of an hour', async () => {
  const readers = readersOfFile();
  const killed = vi.spyOn(ChildProcess.prototype, 'kill');
  onTestFinished(() => {
    vi.useRealTimers();
    killed.mockRestore();
  });
  const leases = await Promise.all([readers.lease(), readers.lease(), readers.lease()]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const { release } of leases) release();
  vi.advanceTimersByTime(59_000);
  expect(killed).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(2000);
  expect(killed).toHaveBeenCalledTimes(2);
  // A statement runs again on the one that is left.
  const again = await readers.lease();
  expect(again.runner.hasEnded).toBe(false);
  again.release();
  vi.advanceTimersByTime(899_000);
  expect(killed).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2000);
  expect(killed).toHaveBeenCalledTimes(3);
});
