import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Readiness } from './readiness.ts';

describe('readiness', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once a second, however many want to know', async () => {
    const ask = vi.fn<() => Promise<void>>(async () => {});
    const readiness = new Readiness(ask);
    expect(await Promise.all([readiness.isReady(), readiness.isReady(), readiness.isReady()])).toEqual([true, true, true]);
    await vi.advanceTimersByTimeAsync(999);
    await readiness.isReady();
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10);
    await readiness.isReady();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is lost with the database, and after three seconds without an answer', async () => {
    expect(await new Readiness(() => Promise.reject(new Error('gone'))).isReady()).toBe(false);
    const waiting = new Readiness(() => new Promise(() => {})).isReady();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await waiting).toBe(false);
  });

  it('ends with the service', async () => {
    const readiness = new Readiness(async () => {});
    expect(await readiness.isReady()).toBe(true);
    readiness.end();
    expect(await readiness.isReady()).toBe(false);
  });
});
