import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Readiness } from './readiness.ts';

describe('readiness', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once a second, however many want to know', async () => {
    const ask = vi.fn<() => Promise<void>>(async () => {});
    const readiness = new Readiness(ask, () => {});
    expect(await Promise.all([readiness.isReady(), readiness.isReady(), readiness.isReady()])).toEqual([true, true, true]);
    await vi.advanceTimersByTimeAsync(999);
    await readiness.isReady();
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10);
    await readiness.isReady();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is lost with the database, and after three seconds without an answer', async () => {
    expect(
      await new Readiness(
        () => Promise.reject(new Error('gone')),
        () => {},
      ).isReady(),
    ).toBe(false);
    const waiting = new Readiness(
      () => new Promise(() => {}),
      () => {},
    ).isReady();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await waiting).toBe(false);
  });

  it('ends with the service', async () => {
    const readiness = new Readiness(
      async () => {},
      () => {},
    );
    expect(await readiness.isReady()).toBe(true);
    readiness.end();
    expect(await readiness.isReady()).toBe(false);
  });

  it('tells once when it is lost, and once when it is back', async () => {
    const changes: string[] = [];
    let isGone = true;
    const ask = async (): Promise<void> => {
      if (isGone) throw new Error('gone');
    };
    const readiness = new Readiness(ask, (error) => void changes.push(String(error)));
    const askLater = async (): Promise<boolean> => {
      await vi.advanceTimersByTimeAsync(1001);
      return readiness.isReady();
    };
    expect([await askLater(), await askLater()]).toEqual([false, false]);
    isGone = false;
    expect([await askLater(), await askLater()]).toEqual([true, true]);
    expect(changes).toEqual(['Error: gone', 'undefined']);
  });
});
