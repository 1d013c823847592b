import { describe, expect, it, vi } from 'vitest';
import { Abandoned, asWork, currentWork, RequestWork, withoutWork } from './request-work.ts';

describe('the work for a request', () => {
  it('is known to what it calls, and to nothing else', async () => {
    const work = new RequestWork();
    expect(await asWork(work, async () => currentWork())).toBe(work);
    expect(currentWork()).toBe(undefined);
    expect(await asWork(work, () => withoutWork(async () => currentWork()))).toBe(undefined);
  });

  it('cancels once what was registered, also after the client has gone, and not what was taken back', () => {
    const work = new RequestWork();
    const [before, after, takenBack] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    work.onAbandoned(before);
    work.onAbandoned(takenBack)();
    work.abandon();
    work.onAbandoned(after);
    work.abandon();
    expect([before, after, takenBack].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    expect(() => work.requireClient()).toThrow(Abandoned);
    expect(() => work.commit()).toThrow(Abandoned);
  });

  it('goes on to its end once it has committed itself', () => {
    const work = new RequestWork();
    const cancel = vi.fn<() => void>();
    work.onAbandoned(cancel);
    work.commit();
    work.abandon();
    work.requireClient();
    expect(cancel).not.toHaveBeenCalled();
  });
});
