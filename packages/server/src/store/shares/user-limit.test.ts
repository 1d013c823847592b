import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserLimit } from './user-limit.ts';

describe('UserLimit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const lasting = (milliseconds: number) => () => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));

  /** The largest number of jobs of these users that run at once. */
  const most = async (limit: UserLimit, users: readonly string[], milliseconds: number): Promise<number> => {
    let [running, highest] = [0, 0];
    const job = async (): Promise<void> => {
      highest = Math.max(highest, ++running);
      await lasting(milliseconds)();
      running -= 1;
    };
    const all = Promise.all(users.map((user) => limit.run(user, job)));
    await vi.advanceTimersByTimeAsync(milliseconds * users.length);
    await all;
    return highest;
  };

  it('runs so many jobs of one user at a time, and those of others beside them', async () => {
    expect(await most(new UserLimit(3, 'locked'), Array<string>(10).fill('a'), 10)).toBe(3);
    expect(await most(new UserLimit(3, 'locked'), [...Array<string>(10).fill('a'), ...Array<string>(10).fill('b')], 10)).toBe(6);
  });

  it('gives a user all places but two while no other user works, and the last one only to a user who has none', async () => {
    const limit = new UserLimit(3, 'locked', { places: 7 });
    expect(await most(limit, Array<string>(10).fill('a'), 10)).toBe(5);
    let running: string[] = [];
    const begin = (user: string, milliseconds: number): Promise<void> =>
      limit.run(user, async () => {
        running.push(user);
        await lasting(milliseconds)();
        running = running.toSpliced(running.indexOf(user), 1);
      });
    const counts = (): string => ['a', 'b', 'c', 'd'].map((user) => running.filter((one) => one === user).length).join();
    const all = [...Array<string>(5).fill('a'), 'b', 'b', 'c', 'c'].map((user) => begin(user, 100));
    await vi.advanceTimersByTimeAsync(50);
    expect(counts()).toBe('5,1,1,0');
    all.push(...['d', 'a', 'a', 'a', 'a', 'b', 'b', 'b'].map((user) => begin(user, 100)));
    await vi.advanceTimersByTimeAsync(60);
    expect(counts()).toBe('3,1,1,1');
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(all);
    // The users who worked last are no longer alone.
    expect(await most(limit, Array<string>(10).fill('a'), 10)).toBe(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await most(limit, Array<string>(10).fill('a'), 10)).toBe(5);
  });

  it('runs one at a time of a user whose jobs take long while others work, and more again later', async () => {
    const limit = new UserLimit(3, 'locked');
    await most(limit, Array<string>(3).fill('a'), 900);
    expect(await most(limit, Array<string>(5).fill('a'), 10)).toBe(3);
    expect(await most(limit, Array<string>(5).fill('b'), 10)).toBe(3);
    expect(await most(limit, Array<string>(5).fill('a'), 10)).toBe(1);
    expect(await most(limit, Array<string>(5).fill('b'), 10)).toBe(3);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await most(limit, Array<string>(5).fill('a'), 10)).toBe(3);
  });

  it('runs four times as many that share connections, and none of a user whose jobs take long while others work', async () => {
    const limit = new UserLimit(2, 'locked');
    const mostSharing = async (charged: number): Promise<number> => {
      let [running, highest] = [0, 0];
      const job = async (charge: (milliseconds: number) => void): Promise<void> => {
        highest = Math.max(highest, ++running);
        await lasting(10)();
        charge(charged);
        running -= 1;
      };
      const all = Promise.all(Array.from({ length: 12 }, () => limit.runSharing('a', job)));
      await vi.advanceTimersByTimeAsync(200);
      await all;
      return highest;
    };
    expect(await most(limit, ['b'], 10)).toBe(1);
    expect(await mostSharing(1)).toBe(8);
    expect(await mostSharing(100)).toBe(8);
    expect(await most(limit, ['b'], 10)).toBe(1);
    expect(await mostSharing(1)).toBe(0);
    expect(await most(limit, ['a', 'a'], 10)).toBe(1);
  });

  it('counts what a job does before its first wait, and begins the jobs of a user who has used up their share one at a time', async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'Date'] });
    let used = 0;
    const limit = new UserLimit(Infinity, 'unavailable', { used: () => used });
    const highest = async (user: string, planned: number, passes = false): Promise<number> => {
      let [running, high] = [0, 0];
      const job = async (): Promise<void> => {
        high = Math.max(high, ++running);
        vi.advanceTimersByTime(passes ? 1000 : planned);
        used += planned;
        await new Promise((resolve) => void setImmediate(resolve));
        running -= 1;
      };
      await Promise.all(Array.from({ length: 5 }, () => limit.begin(user, job)));
      return high;
    };
    // What every request takes does not count, however many there are.
    for (let count = 0; count < 100; count++) expect(await highest('a', 2)).toBe(5);
    // Neither does the time for which another program has the processor.
    expect(await highest('b', 0, true)).toBe(5);
    expect(await highest('a', 0, true)).toBe(5);
    expect(await highest('b', 0)).toBe(5);
    expect(await highest('a', 240)).toBe(5);
    expect(await highest('a', 0)).toBe(1);
    expect(await highest('b', 0)).toBe(5);
    expect(await highest('a', 0)).toBe(1);
    // Nobody waits for a user who works alone.
    vi.advanceTimersByTime(11_000);
    expect(await highest('a', 300)).toBe(5);
    expect(await highest('a', 0)).toBe(5);
    // Jobs of the service itself belong to no user.
    expect(await limit.begin(null, async () => 'done')).toBe('done');
  });

  it('has a job run by itself that has found no place to share for 50 ms', async () => {
    const limit = new UserLimit(1, 'locked');
    const holding = Array.from({ length: 4 }, () => limit.runSharing('a', lasting(1000)));
    const late = limit.runSharing('a', async () => 'shared');
    await vi.advanceTimersByTimeAsync(49);
    expect(await Promise.race([late, Promise.resolve('waits')])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(holding);
    expect(await limit.runSharing('a', async () => 'shared')).toBe('shared');
  });

  it('forgets no user whose jobs share connections', async () => {
    const limit = new UserLimit(1, 'locked');
    const holding = Array.from({ length: 4 }, () => limit.runSharing('a', lasting(1000)));
    for (let user = 0; user < 1100; user++) await limit.run(`other ${user}`, async () => {});
    const fifth = limit.runSharing('a', async () => 'shared');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await fifth).toBeUndefined();
    await Promise.all(holding);
  });

  it('runs jobs that share connections beside those that do not', async () => {
    const limit = new UserLimit(1, 'locked');
    const alone = limit.run('a', lasting(1000));
    const shared = limit.runSharing('a', async () => performance.now());
    const started = performance.now();
    expect(await shared).toBe(started);
    await vi.advanceTimersByTimeAsync(1000);
    await alone;
  });

  it('gives up after five seconds, and lets the next one in', async () => {
    const limit = new UserLimit(1, 'unavailable');
    const first = limit.run('a', lasting(6000));
    const second = limit.run('a', lasting(1)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await second).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
    const third = limit.run('a', lasting(1));
    await vi.advanceTimersByTimeAsync(2000);
    await Promise.all([first, third]);
  });

  it('tells a job how long the jobs of its user took of late, up to a second', async () => {
    const limit = new UserLimit(1, 'locked');
    const spentBy = (user: string): Promise<number> => limit.run(user, async (spent) => Math.round(spent));
    expect(await spentBy('a')).toBe(0);
    await most(limit, ['a'], 400);
    expect(await spentBy('a')).toBe(400);
    expect(await spentBy('b')).toBe(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await spentBy('a')).toBe(200);
    await most(limit, ['a', 'a', 'a', 'a'], 900);
    expect(await spentBy('a')).toBe(1000);
  });

  it('goes on after jobs that fail', async () => {
    const limit = new UserLimit(1, 'locked');
    const failing = (): Promise<never> => Promise.reject(new Error('no'));
    for (let index = 0; index < 5; index++) await expect(limit.run('a', failing)).rejects.toThrow('no');
    await limit.run('a', async () => {});
  });
});
