import { describe, expect, it } from 'vitest';
import { Session } from './session.ts';

/** A session over a server that answers each request when the test says so. */
function opened(): { readonly session: Session; send(): Promise<number>; answer(status: number): Promise<void> } {
  const session = new Session();
  const pending: ((response: Response) => void)[] = [];
  const fetch = session.fetchWith({
    send: () => new Promise((resolve) => void pending.push(resolve)),
    permit: async () => ({ token: null }),
  });
  return {
    session,
    send: async () => (await fetch('/api/models/')).status,
    async answer(status) {
      pending.shift()?.(new Response(null, { status }));
      await new Promise((resolve) => void setTimeout(resolve));
    },
  };
}

describe('a call that is refused', () => {
  it('waits for the next sign-in if the session was known, and is sent again', async () => {
    const { session, send, answer } = opened();
    const first = send();
    await answer(200);
    expect(await first).toBe(200);
    const refused = send();
    await answer(401);
    expect(session.isWaiting()).toBe(true);
    session.settle(true);
    await Promise.resolve();
    await answer(200);
    expect(await refused).toBe(200);
  });

  it('does not wait if its user has signed out since it was sent, whatever else was answered after that', async () => {
    const { session, send, answer } = opened();
    const [first, second] = [send(), send()];
    session.forget();
    await answer(200);
    await answer(401);
    expect([await first, await second, session.isWaiting()]).toEqual([200, 401, false]);
  });
});
