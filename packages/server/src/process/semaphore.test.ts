import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Abandoned, asWork, RequestWork } from './request-work.ts';
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
      const releaseAgain = await semaphore.acquire(5000, { handicap });
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

  it('gives its permit to the request that arrived first, also if it asks late', async () => {
    const semaphore = new Semaphore();
    const release = await semaphore.acquire(1);
    const early = new RequestWork();
    await vi.advanceTimersByTimeAsync(10);
    const acquired: string[] = [];
    const ask = (work: RequestWork, name: string): Promise<void> =>
      asWork(work, async () => {
        const releaseAgain = await semaphore.acquire(5000);
        acquired.push(name);
        releaseAgain?.();
      });
    const requests = [ask(new RequestWork(), 'later'), ask(early, 'earlier')];
    release?.();
    await Promise.all(requests);
    expect(acquired).toEqual(['earlier', 'later']);
  });

  it('takes a request whose client goes out of the queue, and none whose client has gone', async () => {
    const semaphore = new Semaphore();
    const release = await semaphore.acquire(1);
    const work = new RequestWork();
    const waiting = asWork(work, () => semaphore.acquire(5000));
    work.abandon();
    await expect(waiting).rejects.toThrow(Abandoned);
    release?.();
    expect(semaphore.isIdle).toBe(true);
    await expect(asWork(work, () => semaphore.acquire(5000))).rejects.toThrow(Abandoned);
    expect(semaphore.isIdle).toBe(true);
  });

  describe('with a limit of its queue', () => {
    const start = async () => {
      const semaphore = new Semaphore(1, { above: 2, patience: 100 });
      const release = await semaphore.acquire(1);
      const refusedAfter = async (): Promise<number> => {
        const started = performance.now();
        expect(await semaphore.acquire(5000)).toBe(null);
        return performance.now() - started;
      };
      return { semaphore, release, refusedAfter };
    };

    it('refuses soon what comes to a queue that stays too long', async () => {
      const { semaphore, refusedAfter } = await start();
      const first = [refusedAfter(), refusedAfter(), refusedAfter()];
      await vi.advanceTimersByTimeAsync(2001);
      expect(semaphore.isOverloaded).toBe(true);
      const late = refusedAfter();
      await vi.advanceTimersByTimeAsync(5000);
      expect(await late).toBe(100);
      expect(await Promise.all(first)).toEqual([5000, 5000, 5000]);
    });

    it('lets those wait who come to a queue that is short', async () => {
      const { refusedAfter } = await start();
      const first = refusedAfter();
      await vi.advanceTimersByTimeAsync(3000);
      const second = refusedAfter();
      await vi.advanceTimersByTimeAsync(6000);
      expect([await first, await second]).toEqual([5000, 5000]);
    });

    it('lets those wait who come soon after it was short', async () => {
      const { semaphore, release, refusedAfter } = await start();
      const admitted = semaphore.acquire(5000);
      const others = [refusedAfter(), refusedAfter()];
      await vi.advanceTimersByTimeAsync(1500);
      release?.();
      expect(await admitted).not.toBe(null);
      others.push(refusedAfter());
      await vi.advanceTimersByTimeAsync(1500);
      others.push(refusedAfter());
      await vi.advanceTimersByTimeAsync(6000);
      expect(await Promise.all(others)).toEqual([5000, 5000, 5000, 5000]);
    });
  });

  it('throws a timeout if a deadline comes before the end of the wait, and gives no permit then', async () => {
    const semaphore = new Semaphore();
    const release = await semaphore.acquire(1);
    const late = semaphore.acquire(5000, { until: Date.now() + 100 }).catch((error: unknown) => error);
    const patient = semaphore.acquire(200, { until: Date.now() + 5000 });
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(100);
    expect(await patient).toBeNull();
    await expect(semaphore.acquire(5000, { until: Date.now() })).rejects.toMatchObject({ code: 'timeout' });
    release?.();
    // What is free needs no wait.
    expect(await semaphore.acquire(1, { until: Date.now() - 1 })).not.toBeNull();
  });
});
