import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { IdleLimit } from './idle-limit.ts';

describe('a limit of 1000 ms for an idle connection', () => {
  const end = vi.fn<() => void>();
  let idle: IdleLimit;
  let warn: MockInstance<typeof process.emitWarning>;
  beforeEach(() => {
    vi.useFakeTimers();
    warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    end.mockClear();
    idle = new IdleLimit(1000, end);
  });
  afterEach(() => {
    vi.useRealTimers();
    warn.mockRestore();
  });

  it('ends its use once, warns, and then refuses statements', async () => {
    await vi.advanceTimersByTimeAsync(999);
    expect([end.mock.calls.length, idle.refusal]).toEqual([0, undefined]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(end).toHaveBeenCalledOnce();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('has not used its connection to the database for 1000 ms')]]);
    expect(idle.refusal?.message).toBe('The connection was taken back: it was not used for 1000 ms.');
  });

  it('counts from the end of the last statement that runs', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const both = [idle.during(first.promise), idle.during(second.promise)];
    second.resolve();
    await vi.advanceTimersByTimeAsync(5000);
    expect(end).not.toHaveBeenCalled();
    first.resolve();
    await Promise.all(both);
    await vi.advanceTimersByTimeAsync(999);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(end).toHaveBeenCalledOnce();
  });

  it('counts from the last row of a stream that was read', async () => {
    for (let row = 0; row < 3; row++) {
      await vi.advanceTimersByTimeAsync(900);
      idle.used();
    }
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    idle.used();
    await vi.advanceTimersByTimeAsync(1000);
    expect(end).toHaveBeenCalledOnce();
  });

  it('does not end a use that has ended by itself, also if a statement of it still runs', async () => {
    const statement = Promise.withResolvers<void>();
    const run = idle.during(statement.promise);
    idle.stop();
    statement.resolve();
    await run;
    await vi.advanceTimersByTimeAsync(5000);
    expect([end.mock.calls.length, idle.refusal]).toEqual([0, undefined]);
  });
});

it('an answer that has come while other code kept the process busy counts as use', async () => {
  const end = vi.fn<() => void>();
  const idle = new IdleLimit(20, end);
  const { port1, port2 } = new MessageChannel();
  const used = new Promise<void>((resolve) => {
    port1.once('message', () => {
      idle.used();
      resolve();
    });
  });
  port2.postMessage('an answer');
  const until = performance.now() + 40;
  while (performance.now() < until);
  await used;
  expect(end).not.toHaveBeenCalled();
  idle.stop();
  port1.close();
});

it('a connection that is taken does not keep the process running', () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const idle = new IdleLimit(60_000, () => {});
  expect(timers()).toBe(before);
  idle.stop();
});
