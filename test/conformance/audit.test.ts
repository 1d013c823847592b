import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { toNodeHandler } from 'grimoire';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { listenAtFreePort } from '../support/listening.ts';
import type { Client, TestService } from '../support/service.ts';

/** CONTRACT §8. */
describe.each(dialects)('the audit log on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let server: Server | undefined;
  const logged: string[] = [];
  beforeEach(async () => {
    const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
    service = await startLibrary({
      dialect,
      books: makeBooks(6),
      settings: { trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1'], logger },
    });
    root = await service.superuser();
    // What it says at its start is of no interest here.
    logged.length = 0;
  });
  afterEach(async () => {
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    server = undefined;
    await service.close();
  });

  const last = async (): Promise<any> => {
    const [entry] = (await root.get('/r/admin.AdminAuditLog/?page_size=1')).body.results;
    return (await root.get(`/r/admin.AdminAuditLog/${entry.id}/`)).body;
  };

  it('says who did what to which row, when and within which request', async () => {
    const from = Date.now() - 5;
    const answer = await root.patch('/r/lib.Book/1/', { title: 'New' });
    const entry = await last();
    expect(entry).toEqual({
      id: expect.any(Number),
      created_at: expect.any(String),
      actor: 1,
      actor_repr: 'root',
      action: 'update',
      action_display: 'update',
      model_label: 'lib.Book',
      object_pk: '1',
      object_repr: 'New',
      diff: { title: ['Ärger', 'New'] },
      targets: [],
      targets_count: 0,
      failed_targets: [],
      ip: null,
      request_id: answer.headers.get('x-request-id'),
      status: 'ok',
      status_display: 'ok',
      change_set: Number(answer.headers.get('x-change-set')),
      input: null,
      reason: null,
      via: 'token',
      _label: 'New',
    });
    expect(Date.parse(entry.created_at)).toBeGreaterThanOrEqual(from);
    const list = (await root.get('/r/admin.AdminAuditLog/')).body.results[0];
    for (const name of ['diff', 'targets', 'targets_count', 'failed_targets', 'input']) expect(list).not.toHaveProperty(name);
  });

  it('can be searched, filtered and sorted like any model', async () => {
    await root.patch('/r/lib.Book/1/', { title: 'One' });
    await root.patch('/r/lib.Tag/1/', { name: 'Two' });
    await root.delete('/r/lib.Book/6/');
    const count = async (query: string): Promise<number> => (await root.get(`/r/admin.AdminAuditLog/?${query}`)).body.count;
    expect(await count('model_label=lib.Book')).toBe(2);
    expect(await count('action__in=delete,create')).toBe(1);
    expect(await count('search=root+two')).toBe(1);
    expect(await count('actor=1&status=ok')).toBe(3);
    expect(await count('created_at__gte=2020-01-01&ordering=-created_at,object_pk')).toBe(3);
    expect((await root.get('/r/admin.AdminAuditLog/?action=nonsense')).status).toBe(400);
  });

  it('pages through the history of a row', async () => {
    for (let round = 1; round <= 5; round++) await root.patch('/r/lib.Book/1/', { pages: round });
    const first = (await root.get('/r/lib.Book/1/history/?page_size=2')).body;
    expect([first.count, first.previous, first.results.map((entry: any) => entry.diff)]).toEqual([
      5,
      null,
      [{ pages: [4, 5] }, { pages: [3, 4] }],
    ]);
    const second = (await root.get(first.next)).body;
    expect([second.results.length, new URL(second.next).search]).toEqual([2, '?page_size=2&page=3']);
    expect((await root.get(second.next)).body).toMatchObject({ next: null, results: [{ diff: { pages: [0, 1] } }] });
    expect((await root.get('/r/lib.Book/1/history/?page=9')).body).toEqual({ detail: 'Invalid page.' });
    expect((await root.get('/r/lib.Book/1/history/?page=0&x=1')).body).toMatchObject({
      page: [expect.any(String)],
      x: ['Unknown parameter.'],
    });
    expect((await root.get('/r/lib.Book/2/history/')).body).toEqual({ count: 0, next: null, previous: null, results: [] });
    expect((await root.get('/r/lib.Book/999/history/')).status).toBe(404);
  });

  it('believes forwarded addresses from trusted proxies only', async () => {
    server = createServer(toNodeHandler(service.admin));
    const port = await listenAtFreePort(server);
    let pages = 100;
    const ipOf = async (forwarded?: string): Promise<unknown> => {
      const headers = {
        authorization: `Bearer ${root.token}`,
        'content-type': 'application/json',
        ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
      };
      await fetch(`http://127.0.0.1:${port}/api/r/lib.Book/1/`, { method: 'PATCH', headers, body: JSON.stringify({ pages: ++pages }) });
      return (await last()).ip;
    };
    expect(await ipOf()).toBe('127.0.0.1');
    expect(await ipOf('203.0.113.9')).toBe('203.0.113.9');
    // What stands to the left, the client itself may have written.
    expect(await ipOf('1.2.3.4, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9');
    expect(await ipOf('nonsense, 10.0.0.7')).toBe('10.0.0.7');
    expect(await ipOf('[2001:db8::1]:4711')).toBe('2001:db8::1');
    const far = await service.admin.fetch(
      new Request('http://admin.test/api/r/lib.Book/1/', {
        method: 'PATCH',
        body: '{"pages":7}',
        headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json', 'x-forwarded-for': '1.2.3.4' },
      }),
      { remoteAddress: '203.0.113.50' },
    );
    expect([far.status, (await last()).ip]).toEqual([200, '203.0.113.50']);
  });

  it('writes links as the client asked for them, where a trusted proxy says how', async () => {
    const next = async (remoteAddress: string): Promise<string> => {
      const headers = { authorization: `Bearer ${root.token}`, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example.com' };
      const answer = await service.admin.fetch(new Request('http://inside:8000/api/r/lib.Book/?page_size=2', { headers }), {
        remoteAddress,
      });
      return ((await answer.json()) as { next: string }).next;
    };
    expect(await next('10.0.0.1')).toMatch(/^https:\/\/shop\.example\.com\/api\//);
    expect(await next('203.0.113.9')).toMatch(/^http:\/\/inside:8000\/api\//);
  });

  it('takes no client that hangs up for a database that is away', async () => {
    server = createServer(toNodeHandler(service.admin));
    const port = await listenAtFreePort(server);
    const head = `PATCH /api/r/lib.Book/1/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${root.token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`;
    const socket = connect(port, '127.0.0.1');
    const arrived = once(server, 'request');
    socket.write(`${head}{"pages":`);
    const [request] = (await arrived) as [IncomingMessage];
    const aborted = new Promise((resolve) => request.on('close', resolve));
    socket.destroy();
    await aborted;
    // Whatever the service made of it, it has made by the time that it answers the next.
    await fetch(`http://127.0.0.1:${port}/api/config/`);
    expect(logged).toEqual([]);
    expect((await root.get('/r/lib.Book/1/')).body.pages).toBe(0);
  });
});
