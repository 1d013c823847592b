import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemActor } from '../model/actor.ts';
import { HostCalls } from './host-calls.ts';
import { UserLimit } from './shares/user-limit.ts';

describe('functions of the host', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const ann = { ...systemActor, id: '1' };
  const calls = new HostCalls(new UserLimit(1, 'unavailable'));
  const endless = () => new Promise<never>(() => {});

  it('end at the deadline of their request, and leave their place', async () => {
    const late = expect(calls.run({ actor: ann, deadline: Date.now() + 20 }, endless)).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(20);
    await late;
    expect(await calls.run({ actor: ann, deadline: Date.now() + 60_000 }, async () => 7)).toBe(7);
  });

  it('wait for a place no longer than until then', async () => {
    const running = expect(calls.run({ actor: ann, deadline: Date.now() + 200 }, endless)).rejects.toMatchObject({ code: 'timeout' });
    const waiting = calls.run({ actor: ann, deadline: Date.now() + 20 }, async () => 7);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(20);
    await refused;
    await vi.advanceTimersByTimeAsync(180);
    await running;
  });

  it('throw their own errors', async () => {
    const failing = async (): Promise<never> => {
      throw new Error('of the host');
    };
    await expect(calls.run({ actor: ann, deadline: Date.now() + 60_000 }, failing)).rejects.toThrow('of the host');
    await expect(calls.run({ actor: ann, deadline: undefined }, failing)).rejects.toThrow('of the host');
  });
});
