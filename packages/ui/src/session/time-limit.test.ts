import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOverdue, sendInTime } from './time-limit.ts';

/** A service that answers no request, and says which ones were given up. */
function silent() {
  const givenUp: string[] = [];
  const send: typeof fetch = (_input, init) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener('abort', () => {
      givenUp.push(init.method ?? 'GET');
      reject(init.signal?.reason as Error);
    });
    return promise;
  };
  return { givenUp, inTime: sendInTime(send, { requestTimeout: 20_000 }) };
}

/** `AbortSignal.timeout` by the timers of the test. */
function timeout(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('Late.', 'TimeoutError')), milliseconds);
  return controller.signal;
}

describe('a request that is not answered', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(timeout);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is given up after the time limit of the service and 45 seconds, if it only reads', async () => {
    const { givenUp, inTime } = silent();
    const read = inTime('/rows', {}).catch(isOverdue);
    void inTime('/rows', { method: 'PATCH' });
    await vi.advanceTimersByTimeAsync(64_900);
    expect(givenUp).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(await read).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(givenUp).toEqual(['GET']);
  });

  it('is given up at once when its caller aborts it', async () => {
    const { givenUp, inTime } = silent();
    const leaving = new AbortController();
    const read = inTime('/rows', { signal: leaving.signal }).catch(isOverdue);
    leaving.abort();
    expect(await read).toBe(false);
    expect(givenUp).toEqual(['GET']);
  });
});
