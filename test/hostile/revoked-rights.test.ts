import { beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import type { Client } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const rights = ['user', 'group'].flatMap((model) => ['view', 'add', 'change', 'delete'].map((right) => `auth.${model}:${right}_${model}`));

/** A request is authorized with the rights that were read when it arrived. Its own first write takes them away. */
describe.each(dialects)('rights that are revoked before the write on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startLibrary({ dialect, books: [] }));
  let manager: Client;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    manager = await service.user({ username: 'manager', permissions: rights });
    await service.user({ username: 'ann' });
    for (const username of ['manager', 'ann']) ids[username] = (await root.get(`/r/auth.User/?username=${username}`)).body.results[0].id;
    ids['group'] = (await root.post('/r/auth.Group/', { name: 'clerks', permissions: [] })).body.id;
  });
  const stored = async (): Promise<unknown> => ({
    ann: (await root.get(`/r/auth.User/${ids['ann']}/`)).body,
    group: (await root.get(`/r/auth.Group/${ids['group']}/`)).body,
    users: (await root.get('/r/auth.User/')).body.count,
    groups: (await root.get('/r/auth.Group/')).body.count,
    own: (await root.get(`/r/auth.User/${ids['manager']}/`)).body.user_permissions.length,
  });

  it.each([
    ['change a user', () => ({ op: 'update', pk: ids['ann'], data: { email: 'ann@example.com' } })],
    ['create a user', () => ({ op: 'create', data: { username: 'eve', is_staff: true } })],
    ['delete a user', () => ({ op: 'delete', pk: ids['ann'] })],
    ['change a group', () => ({ op: 'update', model: 'auth.Group', pk: ids['group'], data: { name: 'all' } })],
    ['create a group', () => ({ op: 'create', model: 'auth.Group', data: { name: 'more' } })],
    ['delete a group', () => ({ op: 'delete', model: 'auth.Group', pk: ids['group'] })],
  ])('do not %s', async (_, operation) => {
    const before = await stored();
    const revoke = { op: 'update', pk: ids['manager'], data: { user_permissions: [] } };
    const answer = await manager.post('/r/auth.User/bulk/', { operations: [revoke, operation()] });
    expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied']);
    expect(answer.body.detail).toMatch(/^Operation 1: /);
    expect(await stored()).toEqual(before);
  });

  it('are needed for nothing else: without the first write, the others are done', async () => {
    const operations = [
      { op: 'update', pk: ids['ann'], data: { email: 'ann@example.com' } },
      { op: 'update', model: 'auth.Group', pk: ids['group'], data: { name: 'all' } },
    ];
    expect((await manager.post('/r/auth.User/bulk/', { operations })).status).toBe(200);
  });
});
