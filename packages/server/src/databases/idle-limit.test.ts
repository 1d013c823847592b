import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleLimit } from './idle-limit.ts';

describe('a limit of 1000 ms for an idle connection', () => {
  const end = vi.fn<() => void>();
  let idle: IdleLimit;
  beforeEach(() => {
    vi.useFakeTimers();
    end.mockClear();
    idle = new IdleLimit(1000, end);
  });
  afterEach(() => vi.useRealTimers());

  it('ends its use once, and then refuses statements', async () => {
    await vi.advanceTimersByTimeAsync(999);
    expect([end.mock.calls.length, idle.refusal]).toEqual([0, undefined]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(end).toHaveBeenCalledOnce();
    expect(idle.refusal?.message).toBe('The connection was taken back: its function has asked nothing of it for 1000 ms.');
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
