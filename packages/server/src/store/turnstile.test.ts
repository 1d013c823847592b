import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turnstile } from './turnstile.ts';

describe('Turnstile', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** In which order these enter one place, where each keeps it for 10 ms. */
  const order = async (
    waiting: readonly { readonly name: string; readonly at: number; readonly handicap?: number }[],
  ): Promise<string[]> => {
    const turnstile = new Turnstile();
    const leave = await turnstile.enter(1);
    const entered: string[] = [];
    const enter = async (name: string, handicap: number | undefined): Promise<void> => {
      const leaveAgain = await turnstile.enter(5000, handicap);
      entered.push(leaveAgain ? name : `not ${name}`);
      if (leaveAgain) setTimeout(leaveAgain, 10);
    };
    for (const { name, at, handicap } of waiting) setTimeout(() => void enter(name, handicap), at);
    setTimeout(() => leave?.(), 1000);
    await vi.advanceTimersByTimeAsync(7000);
    return entered;
  };

  it('lets through in the order of coming', async () => {
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

  it('gives up in time, and keeps no place for who has given up', async () => {
    const turnstile = new Turnstile();
    const leave = await turnstile.enter(1);
    const late = turnstile.enter(100);
    const next = turnstile.enter(1000);
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toBeNull();
    leave?.();
    leave?.();
    expect(await next).not.toBeNull();
    const third = turnstile.enter(10);
    await vi.advanceTimersByTimeAsync(10);
    expect(await third).toBeNull();
  });
});
