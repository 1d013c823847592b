import { action, model } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, type Client, startService, type TestService } from '../support/service.ts';

const setup = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(100) NOT NULL, deleted_at timestamp);
  INSERT INTO customer VALUES (1, 'Ada', NULL), (2, 'Ben', NULL), (3, 'Cy', '2026-01-01 10:00:00');`;

const models = [
  model('customer', 'shop.Customer', {
    softDelete: 'deleted_at',
    actions: { rename: action({ run: async (_context, rows) => void (await rows.update({ name: 'Renamed' })) }) },
  }),
];

const writes: readonly [name: string, run: (root: Client, how: string, options: object) => Promise<Answer>][] = [
  ['POST', (root, how) => root.post(`/r/shop.Customer/?${how}`, { id: 9, name: 'Di' })],
  ['PATCH', (root, how) => root.patch(`/r/shop.Customer/1/?${how}`, { name: 'Ada L.' })],
  ['DELETE', (root, how) => root.delete(`/r/shop.Customer/1/?${how}`)],
  ['restore', (root, how) => root.post(`/r/shop.Customer/3/restore/?${how}`, {})],
  ['purge', (root, how) => root.post(`/r/shop.Customer/3/purge/?${how}`, {})],
  ['bulk update', (root, _, how) => root.post('/r/shop.Customer/bulk/', { action: 'update', ids: [1, 2], data: { name: 'x' }, ...how })],
  ['bulk delete', (root, _, how) => root.post('/r/shop.Customer/bulk/', { action: 'delete', ids: [1, 2], ...how })],
  ['operations', (root, _, how) => root.post('/r/shop.Customer/bulk/', { operations: [{ op: 'delete', pk: 1 }], ...how })],
  ['an action', (root, _, how) => root.post('/r/shop.Customer/action/rename/', { ids: [1, 2], ...how })],
];

describe.each(dialects)('the options of writes on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  it.each(writes)('keep the reason of a change: %s', async (_, run) => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const answer = await run(root, 'reason=%20asked%20by%20phone', { reason: ' asked by phone' });
    expect(answer.status, answer.text).toBeLessThan(300);
    const set = await root.get(`/changes/${answer.headers.get('x-change-set')}/`);
    expect(set.body).toMatchObject({ reason: 'asked by phone' });
  });

  it.each(writes)('are refused if they are malformed: %s', async (_, run) => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    for (const [query, body, name] of [
      ['dry_run=yes', { dry_run: 'yes' }, 'dry_run'],
      ['reason=%00', { reason: '\0' }, 'reason'],
      ['other=1', { other: 1 }, 'other'],
    ] as const) {
      const answer = await run(root, query, body);
      expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([400, expect.arrayContaining([name])]);
    }
    expect((await run(root, 'if_preview=', { if_preview: null })).body).toMatchObject({ code: 'preview_unknown' });
    expect((await root.get('/changes/')).body).toMatchObject({ count: 0 });
  });
});
