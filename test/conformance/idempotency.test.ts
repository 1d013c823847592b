import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import type { Answer, Client, TestService } from '../support/service.ts';

/** CONTRACT §7, of creates and bulk. */
describe.each(dialects)('a request that is sent twice on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  beforeEach(async () => {
    service = await startLibrary({ processes: true, dialect, books: makeBooks(6) });
    root = await service.superuser();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await service.close();
  });

  const post = (client: Client, path: string, key: string, body: unknown): Promise<Answer> =>
    client.request('POST', path, { body, headers: { 'idempotency-key': key } });
  const authors = async (): Promise<number> => (await root.get('/r/lib.Author/')).body.count;

  it('is answered as the first was, and does nothing again', async () => {
    const first = await post(root, '/r/lib.Author/', 'k1', { name: 'Once' });
    const second = await post(root, '/r/lib.Author', 'k1', { name: 'Once' });
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    for (const name of ['etag', 'location']) expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await authors()).toBe(4);
    expect((await post(root, '/r/lib.Author/', 'k2', { name: 'Once' })).body.id).toBe(5);
    const bulk = { action: 'delete', ids: [6] };
    expect((await post(root, '/r/lib.Book/bulk/', 'k3', bulk)).body).toEqual({ deleted: 1 });
    expect((await post(root, '/r/lib.Book/bulk/', 'k3', bulk)).body).toEqual({ deleted: 1 });
    const operations = { operations: [{ op: 'create', data: { name: 'Op' } }] };
    const results = await Promise.all([1, 2].map(() => post(root, '/r/lib.Author/bulk/', 'k4', operations)));
    expect(results[0]?.body).toEqual(results[1]?.body);
    expect(await authors()).toBe(6);
  });

  it('is waited for while it is being answered', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(root, '/r/lib.Author/', 'race', { name: 'Race' })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await authors()).toBe(4);
  });

  it('is another with another body, user or address', async () => {
    await post(root, '/r/lib.Tag/', 'k', { name: 'tag' });
    const clash = await post(root, '/r/lib.Tag/', 'k', { name: 'other' });
    expect([clash.status, clash.body.code]).toEqual([422, 'idempotency_clash']);
    const other = await service.user({ username: 'other', isSuperuser: true });
    expect((await post(other, '/r/lib.Tag/', 'k', { name: 'theirs' })).status).toBe(201);
    expect((await post(root, '/r/lib.Author/', 'k', { name: 'tag' })).status).toBe(201);
    expect((await post(root, '/r/lib.Author/', 'x'.repeat(256), { name: 'tag' })).status).toBe(400);
  });

  it('is tried again where the first has failed, or is a day old', async () => {
    expect((await post(root, '/r/lib.Tag/', 'k', { name: 'red' })).status).toBe(400);
    await service.database.query("UPDATE tag SET name = 'was red' WHERE name = 'red'");
    expect((await post(root, '/r/lib.Tag/', 'k', { name: 'red' })).status).toBe(201);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3600 * 1000 });
    const late = await service.anonymous.post('/auth/login/', { username: 'root', password: 'correct horse' });
    expect((await post(service.client(late.body.access), '/r/lib.Tag/', 'k', { name: 'red' })).body).toHaveProperty('name');
  });
});
