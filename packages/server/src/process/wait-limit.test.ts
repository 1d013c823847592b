import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitLimit, waitLimitVariable, wantedWaitLimit } from './wait-limit.ts';

describe('the time that a request waits', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    [undefined, 5000],
    ['', 5000],
    ['250', 250],
  ])('is, with %j in the environment, %j milliseconds', (text, milliseconds) => {
    vi.stubEnv(waitLimitVariable, text);
    expect([wantedWaitLimit(), waitLimit()]).toEqual([milliseconds, milliseconds]);
  });

  it.each(['0', '-1', '1.5', '5s', '1e3', '99999999999'])('is not %j', (text) => {
    vi.stubEnv(waitLimitVariable, text);
    expect(wantedWaitLimit()).toBeNull();
  });
});
