import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Semaphore } from './semaphore.ts';

describe('Semaphore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** The order in which these acquire one permit, if each holds it for 10 ms. */
  const order = async (
    waiting: readonly { readonly name: string; readonly at: number; readonly handicap?: number }[],
  ): Promise<string[]> => {
    const semaphore = new Semaphore();
    const release = await semaphore.acquire(1);
    const acquired: string[] = [];
    const acquire = async (name: string, handicap: number | undefined): Promise<void> => {
      const releaseAgain = await semaphore.acquire(5000, handicap);
      acquired.push(releaseAgain ? name : `not ${name}`);
      if (releaseAgain) setTimeout(releaseAgain, 10);
    };
    for (const { name, at, handicap } of waiting) setTimeout(() => void acquire(name, handicap), at);
    setTimeout(() => release?.(), 1000);
    await vi.advanceTimersByTimeAsync(7000);
    return acquired;
  };

  it('gives its permit in the order of asking', async () => {
    expect(
      await order([
        { name: 'a', at: 0 },
        { name: 'b', at: 1 },
        { name: 'c', at: 2 },
      ]),
    ).toEqual(['a', 'b', 'c']);
  });

  it('lets others overtake one that is handicapped, for as long as the handicap is', async () => {
    expect(
      await order([
        { name: 'slow', at: 0, handicap: 500 },
        { name: 'soon', at: 100 },
        { name: 'also soon', at: 400 },
        { name: 'late', at: 600 },
      ]),
    ).toEqual(['soon', 'also soon', 'slow', 'late']);
  });

  it('gives up in time, and keeps no permit for a request that has given up', async () => {
    const semaphore = new Semaphore();
    const release = await semaphore.acquire(1);
    const late = semaphore.acquire(100);
    const next = semaphore.acquire(1000);
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toBeNull();
    release?.();
    release?.();
    expect(await next).not.toBeNull();
    const third = semaphore.acquire(10);
    await vi.advanceTimersByTimeAsync(10);
    expect(await third).toBeNull();
  });

  it('asks how many permits there are whenever one is acquired or released', async () => {
    let permits = 2;
    const semaphore = new Semaphore(() => permits);
    expect(semaphore.isIdle).toBe(true);
    const [first, second] = [await semaphore.acquire(1), await semaphore.acquire(1)];
    const waiting = [semaphore.acquire(1000), semaphore.acquire(1000), semaphore.acquire(1000)];
    permits = 1;
    first?.();
    const settled = vi.fn<() => void>();
    void waiting[0]?.then(settled);
    await vi.advanceTimersByTimeAsync(10);
    expect(settled).not.toHaveBeenCalled();
    permits = 3;
    second?.();
    for (const acquired of waiting) (await acquired)?.();
    expect(semaphore.isIdle).toBe(true);
  });
});
