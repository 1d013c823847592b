import { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asWork, RequestWork } from '../../../process/request-work.ts';
import { atOnce, type Turns } from '../../database.ts';
import type { SqliteReply, SqliteRun } from './connection.ts';
import { FileConnections } from './connections.ts';
import { ProcessRunner } from './process-runner.ts';

const run = (sql: string): SqliteRun => ({ do: 'run', sql, parameters: [] });
const one = run('SELECT 1');
const counting = (rows: string): SqliteRun =>
  run(`SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n ${rows}) SELECT i FROM n)`);
const slow = counting('LIMIT 1000000');
const endless = counting('');

describe('long reads of a file', () => {
  let folder: string;
  let connections: FileConnections;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-connections-'));
    connections = new FileConnections(join(folder, 'a.sqlite'));
  });
  afterEach(async () => {
    await connections.close();
    rmSync(folder, { recursive: true });
  });

  const read = (
    command: SqliteRun,
    { within, turns = atOnce, isCacheable = false }: { within?: number; turns?: Turns; isCacheable?: boolean } = {},
  ): Promise<SqliteReply> =>
    connections.read(command, {
      isLong: true,
      access: undefined,
      isCacheable,
      until: within === undefined ? undefined : Date.now() + within,
      statementTimeout: 60_000,
      turns,
    });
  /** Lets a test say when the time has passed, whatever a process takes. */
  const withOwnTime = (): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  };
  const kills = () => {
    const killed = vi.spyOn(ChildProcess.prototype, 'kill');
    onTestFinished(() => killed.mockRestore());
    return killed;
  };
  /** Turns that tell when the statements that have them have ended. */
  const watched = (): { readonly turns: Turns; readonly ended: Promise<unknown>[] } => {
    const ended: Promise<unknown>[] = [];
    const alone: Turns['alone'] = (job) => {
      const result = job();
      ended.push(result);
      return result;
    };
    return { turns: { ...atOnce, alone }, ended };
  };

  it('are answered at their deadline while a process starts, which the next ones use', async () => {
    const start = ProcessRunner.open.bind(ProcessRunner);
    const gate = Promise.withResolvers<void>();
    const starts = vi.spyOn(ProcessRunner, 'open').mockImplementation(async (...given) => {
      await gate.promise;
      return start(...given);
    });
    onTestFinished(() => starts.mockRestore());
    withOwnTime();
    const late = expect(read(one, { within: 50 })).rejects.toHaveProperty('code', 'timeout');
    await vi.advanceTimersByTimeAsync(100);
    await late;
    await setImmediate();
    const next = read(one);
    gate.resolve();
    expect(await next).toHaveProperty('rows', [[1n]]);
    expect(await read(one)).toHaveProperty('rows', [[1n]]);
    expect(starts).toHaveBeenCalledTimes(1);
  });

  it('do not wait for the start of a process where another one becomes free', async () => {
    const first = await connections.reader();
    const start = Promise.withResolvers<ProcessRunner>();
    const starts = vi.spyOn(ProcessRunner, 'open').mockReturnValue(start.promise);
    onTestFinished(() => starts.mockRestore());
    const waiting = read(one);
    await expect.poll(() => starts.mock.calls.length).toBe(1);
    await first.release();
    expect(await waiting).toHaveProperty('rows', [[1n]]);
    start.reject(new Error('It does not start.'));
  });

  it('leave their process to the next one if they end soon after their deadline, and keep the place of their user until then', async () => {
    await read(one);
    withOwnTime();
    const killed = kills();
    const { turns, ended } = watched();
    const late = expect(read(slow, { within: 50, turns })).rejects.toHaveProperty('code', 'timeout');
    await vi.advanceTimersByTimeAsync(100);
    await late;
    expect(await ended[0]).toHaveProperty('rows', [[1_000_000n]]);
    expect(await read(one)).toHaveProperty('rows', [[1n]]);
    expect(killed).not.toHaveBeenCalled();
  });

  it('are remembered if they come late, where they last', async () => {
    await read(one);
    withOwnTime();
    const { turns, ended } = watched();
    const late = expect(read(slow, { within: 50, turns, isCacheable: true })).rejects.toHaveProperty('code', 'timeout');
    await vi.advanceTimersByTimeAsync(100);
    await late;
    await ended[0];
    expect(await read(slow, { within: 50, turns, isCacheable: true })).toHaveProperty('rows', [[1_000_000n]]);
    expect(ended).toHaveLength(1);
  });

  it('are ended a second after their deadline, with their process', async () => {
    await read(one);
    withOwnTime();
    const killed = kills();
    const { turns, ended } = watched();
    const work = new RequestWork();
    const late = expect(asWork(work, () => read(endless, { within: 50, turns }))).rejects.toHaveProperty('code', 'timeout');
    const end = expect.poll(() => Promise.allSettled(ended)).toMatchObject([{ status: 'rejected', reason: { code: 'timeout' } }]);
    await vi.advanceTimersByTimeAsync(900);
    await late;
    expect(work.slowest).toMatchObject({ sql: [endless.sql] });
    expect(killed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await end;
    expect(killed).toHaveBeenCalled();
    expect(await read(one)).toHaveProperty('rows', [[1n]]);
  });
});
