import { ApiError } from '@grimoire/client';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Reach, readAgain } from './reach.ts';

const answer = (status: number): Response => new Response(null, { status });

function reachOf() {
  let status: number | null = 200;
  let asked = 0;
  const reach = new Reach(async () => {
    asked += 1;
    if (status === null) throw new TypeError('No network.');
    return answer(status);
  });
  const send = reach.fetchWith(async (_input, init) => {
    init?.signal?.throwIfAborted();
    if (status === null) throw new TypeError('No network.');
    return answer(status);
  });
  return {
    reach,
    send: (init?: RequestInit) => send('http://service.test/api/', init).catch(() => null),
    answerWith: (next: number | null) => {
      status = next;
    },
    asked: () => asked,
  };
}

describe('whether the service is there', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is known by a request that got no answer, and by the answer of a proxy', async () => {
    for (const status of [null, 502, 503, 504]) {
      const { reach, send, answerWith } = reachOf();
      answerWith(status);
      await send();
      expect(reach.isAway(), String(status)).toBe(true);
    }
    for (const status of [200, 400, 401, 404, 429, 500]) {
      const { reach, send, answerWith } = reachOf();
      answerWith(status);
      await send();
      expect(reach.isAway(), String(status)).toBe(false);
    }
  });

  it('is not asked because of a request that was taken back', async () => {
    const { reach, send } = reachOf();
    await send({ signal: AbortSignal.abort() });
    expect(reach.isAway()).toBe(false);
  });

  it('is asked until it answers, and told once', async () => {
    const { reach, send, answerWith, asked } = reachOf();
    const told: boolean[] = [];
    reach.subscribe(() => told.push(reach.isAway()));
    answerWith(null);
    await Promise.all([send(), send()]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(8000);
    expect(asked()).toBe(3);
    expect(told).toEqual([true]);
    answerWith(401);
    await vi.advanceTimersByTimeAsync(4000);
    expect(told).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked()).toBe(4);
  });

  it('is asked less and less where only some requests get no answer', async () => {
    const { reach, send, answerWith, asked } = reachOf();
    const loseOne = async (): Promise<void> => {
      answerWith(null);
      await send();
      answerWith(200);
    };
    await loseOne();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reach.isAway()).toBe(false);
    await loseOne();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reach.isAway()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reach.isAway()).toBe(false);
    await vi.advanceTimersByTimeAsync(120_000);
    await loseOne();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reach.isAway()).toBe(false);
    expect(asked()).toBe(3);
  });
});

describe('what could not be read', () => {
  const away = new ApiError({ kind: 'unreachable', detail: 'No.' }, 0);
  const broken = new ApiError({ kind: 'broken', detail: 'No.', requestId: null }, 500);

  function shown(queryClient: QueryClient, key: string, error: Error, options: { retry?: boolean; retryDelay?: number } = {}) {
    let tries = 0;
    const queryFn = async (): Promise<string> => {
      tries += 1;
      if (tries === 1) throw error;
      return 'here';
    };
    const observer = new QueryObserver<string>(queryClient, { queryKey: [key], queryFn, retry: false, ...options });
    const stop = observer.subscribe(() => undefined);
    return { stop, tries: () => tries, state: () => queryClient.getQueryState([key]) };
  }

  it('is asked for again where it is shown and the service was away, also in the pause before another try', async () => {
    const queryClient = new QueryClient();
    const failed = shown(queryClient, 'failed', away);
    const held = shown(queryClient, 'held', away, { retry: true, retryDelay: 2 ** 31 - 1 });
    const refused = shown(queryClient, 'refused', broken);
    const left = shown(queryClient, 'left', away);
    await vi.waitFor(() => expect(held.state()?.fetchFailureReason).toBe(away));
    await vi.waitFor(() => expect([failed, refused, left].map(({ state }) => state()?.status)).toEqual(['error', 'error', 'error']));
    left.stop();
    readAgain(queryClient);
    await vi.waitFor(() => expect([failed.state()?.data, held.state()?.data]).toEqual(['here', 'here']));
    expect([refused.tries(), left.tries()]).toEqual([1, 1]);
    for (const one of [failed, held, refused]) one.stop();
    queryClient.clear();
  });
});
