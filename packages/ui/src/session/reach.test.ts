import { ApiError } from '@grimoire/client';
import { focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Reach } from './reach.ts';

const away = new ApiError({ kind: 'unreachable', detail: 'No.' }, 0);
const broken = new ApiError({ kind: 'broken', detail: 'No.', requestId: null }, 500);
const busyFor = (seconds: number) => new ApiError({ kind: 'later', detail: 'No.', code: 'unavailable', retryAfter: seconds }, 503);

/** A page that shows queries of a service. */
function pageOf() {
  const queries = { networkMode: 'always', refetchOnReconnect: false, refetchOnWindowFocus: false } as const;
  const queryClient = new QueryClient({ defaultOptions: { queries } });
  let isThere = true;
  let attempts = 0;
  const ask = async (signal: AbortSignal): Promise<boolean> => {
    attempts += 1;
    signal.throwIfAborted();
    return isThere;
  };
  const reach = new Reach({ queryClient, ask });
  /** A query that fails with these errors, one after the other, and is answered then. */
  const show = (key: string, errors: readonly Error[], options: { retry?: boolean; retryDelay?: number } = {}) => {
    let tries = 0;
    const queryFn = async (): Promise<string> => {
      const error = errors[tries];
      tries += 1;
      if (error) throw error;
      return 'here';
    };
    const observer = new QueryObserver<string>(queryClient, { queryKey: [key], queryFn, retry: false, ...options });
    const leave = observer.subscribe(() => undefined);
    return { leave, tries: () => tries, data: () => queryClient.getQueryState([key])?.data };
  };
  return {
    reach,
    show,
    setThere: (next: boolean) => {
      isThere = next;
    },
    asked: () => attempts,
  };
}

describe('a service that is away', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    onlineManager.setOnline(true);
    focusManager.setFocused(undefined);
  });

  it('is asked until it is there, and then for what is shown and could not be read, also in a pause before another try', async () => {
    const { show, setThere, asked } = pageOf();
    setThere(false);
    const failed = show('failed', [away]);
    const waiting = show('held', [busyFor(1)], { retry: true, retryDelay: 600_000 });
    const refused = show('refused', [broken]);
    const closed = show('left', [away]);
    await vi.advanceTimersByTimeAsync(1000);
    closed.leave();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(8000);
    expect([asked(), failed.tries(), waiting.tries()]).toEqual([3, 1, 1]);
    setThere(true);
    await vi.advanceTimersByTimeAsync(4000);
    expect([failed.data(), waiting.data()]).toEqual(['here', 'here']);
    expect([failed, waiting, refused, closed].map(({ tries }) => tries())).toEqual([2, 2, 1, 1]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([asked(), waiting.tries()]).toEqual([4, 2]);
  });

  it('is not asked for because a query was refused', async () => {
    const { show, asked } = pageOf();
    show('refused', [broken]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(0);
  });

  it('is asked less and less often where it is there for some requests only', async () => {
    const { show, asked } = pageOf();
    const { tries } = show(
      'never',
      Array.from({ length: 100 }, () => away),
    );
    const at: number[] = [];
    for (let second = 0.5; second <= 60; second += 0.5) {
      await vi.advanceTimersByTimeAsync(500);
      if (asked() > at.length) at.push(second);
    }
    expect(at).toEqual([1.5, 4.5, 10.5, 22.5, 37.5, 52.5]);
    expect(tries()).toBe(7);
  });

  it('is asked at once where another query is answered', async () => {
    const { show, setThere, asked } = pageOf();
    setThere(false);
    const { data } = show('failed', [away]);
    await vi.advanceTimersByTimeAsync(1500);
    setThere(true);
    expect([asked(), data()]).toEqual([1, undefined]);
    show('other', []);
    await vi.advanceTimersByTimeAsync(0);
    expect([asked(), data()]).toEqual([2, 'here']);
  });

  it('is left alone for as long as it says', async () => {
    const { show, asked } = pageOf();
    show('busy', [busyFor(5)]);
    await vi.advanceTimersByTimeAsync(4900);
    expect(asked()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked()).toBe(1);
  });

  it('is not asked by a page that is hidden or has no network, and at once when that is over', async () => {
    const { reach, show, asked } = pageOf();
    onlineManager.setOnline(false);
    const { data } = show('failed', [away]);
    await vi.advanceTimersByTimeAsync(20_000);
    onlineManager.setOnline(true);
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toBe(0);
    focusManager.setFocused(true);
    await Promise.all([reach.askNow(), reach.askNow()]);
    await vi.advanceTimersByTimeAsync(0);
    expect([asked(), data()]).toEqual([1, 'here']);
  });
});
