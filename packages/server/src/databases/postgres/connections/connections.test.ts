import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelStatement } from './connections.ts';

describe('a request to cancel a statement', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('ends after three seconds where the server accepts the connection and says nothing', async () => {
    const server = createServer();
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const pool = { options: { host: '127.0.0.1', port, user: 'a', database: 'a' } } as unknown as pg.Pool;
    const ended = cancelStatement(pool, {} as pg.PoolClient);
    const [socket] = await accepted;
    await vi.advanceTimersByTimeAsync(3000);
    expect(await ended).toBe(false);
    socket.destroy();
    server.close();
  });
});
