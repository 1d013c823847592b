import { describe, expect, it } from 'vitest';
import { Running } from '../../packages/server/src/admin/running.ts';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';

describe.each(dialects)('a service that ends on %s', (dialect) => {
  it('begins anew, with connections of its own, for requests that come meanwhile', async () => {
    const service = await startService({ dialect, setup: '' });
    const running = new Running({ database: service.database.source() }, '/api/', () => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    (await running.service()).lateWork.after(60_000, () => promise);
    const closing = running.close();
    await new Promise((next) => setImmediate(next));
    const second = await running.service();
    resolve();
    await closing;
    await second.ping();
    expect(await running.service()).toBe(second);
    await running.close();
    await service.close();
  });
});
