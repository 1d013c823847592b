import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import express from 'express';
import fastify from 'fastify';
import { type AdminSettings, toNodeHandler } from 'grimoire';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { password, type TestService } from '../support/service.ts';

interface Asked {
  readonly status: number;
  // A test says what it expects by asserting it.
  readonly body: any;
}

type Handle = (message: IncomingMessage, response: ServerResponse) => void;

/** The service inside the servers of applications, which differ in what they do to a request on its way. */
describe.each(dialects)('mounted on %s', (dialect) => {
  let service: TestService;
  let token = '';
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const start = async (settings: AdminSettings = {}): Promise<void> => {
    service = await startLibrary({ dialect, books: makeBooks(3), settings });
    const started = service;
    ends.push(() => started.close());
    token = String((await service.superuser()).token);
  };
  const listen = async (handle: Handle): Promise<number> => {
    const server: Server = createServer(handle);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    ends.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(resolve));
    });
    return (server.address() as AddressInfo).port;
  };
  const ask = (
    port: number,
    path: string,
    { method = 'GET', body, headers }: { method?: string; body?: string | Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const who = headers?.['cookie'] === undefined ? { authorization: `Bearer ${token}` } : {};
      const all = { ...who, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
      const sent = request({ agent: false, port, host: '127.0.0.1', path, method, headers: all }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const add = (port: number, title: string, more: Record<string, string> = {}): Promise<Asked> => {
    const body = JSON.stringify({ title, added: '2026-01-01T00:00:00Z' });
    return ask(port, '/api/r/lib.Book/', { method: 'POST', body, headers: more });
  };

  describe('behind a parser of bodies', () => {
    it('makes nothing of a body that was not sent, and no null of a number that is too large', async () => {
      await start();
      const app = express();
      app.use(express.json());
      app.use('/api', toNodeHandler(service.admin));
      const port = await listen(app);
      const post = (body: string): Promise<Asked> => ask(port, '/api/r/lib.Book/', { method: 'POST', body });
      const before = (await ask(port, '/api/r/lib.Book/')).body.count;
      expect((await post('')).status).toBe(400);
      expect((await post('{"title": "x", "added": "2026-01-01T00:00:00Z", "rating": 1e400}')).status).toBe(400);
      expect((await ask(port, '/api/r/lib.Book/')).body.count).toBe(before);
    });

    it('takes what Express has parsed', async () => {
      await start();
      const app = express();
      app.use(express.json());
      app.use('/api', toNodeHandler(service.admin));
      const port = await listen(app);
      expect(await add(port, 'Parsed')).toMatchObject({ status: 201, body: { title: 'Parsed' } });
      const zipped = gzipSync(JSON.stringify({ title: 'Inflated', added: '2026-01-01T00:00:00Z' }));
      const init = { method: 'POST', body: zipped, headers: { 'content-encoding': 'gzip' } };
      expect(await ask(port, '/api/r/lib.Book/', init)).toMatchObject({ status: 201, body: { title: 'Inflated' } });
      // What the parser has left alone is read here.
      expect(await add(port, 'Other', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
      const big = '{"pages": 9007199254740993}';
      expect(await ask(port, '/api/r/lib.Book/1/', { method: 'PATCH', body: big })).toMatchObject({
        status: 400,
        body: { pages: [expect.any(String)] },
      });
    });

    it('prefers the bytes, where the application has kept them', async () => {
      await start();
      const app = express();
      app.use(express.json({ verify: (message, _response, bytes) => Object.assign(message, { rawBody: bytes }) }));
      app.use('/api', toNodeHandler(service.admin));
      const port = await listen(app);
      const body = '{"price": 1.00000000000000000001}';
      expect(await ask(port, '/api/r/lib.Book/1/', { method: 'PATCH', body })).toMatchObject({
        status: 400,
        body: { price: expect.any(Array) },
      });
      const latin = Buffer.from('{"title": "Zoë"}', 'latin1');
      expect(await ask(port, '/api/r/lib.Book/1/', { method: 'PATCH', body: latin })).toMatchObject({
        status: 400,
        body: { code: 'parse_error', detail: 'The body is not UTF-8.' },
      });
    });

    it('limits what the application has parsed as well', async () => {
      await start();
      const app = express();
      app.use(express.json({ limit: '5mb' }));
      app.use('/api', toNodeHandler(service.admin));
      expect(await add(await listen(app), 'x'.repeat(1024 * 1024))).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    });

    it('is a route of Fastify, with its parsers and without', async () => {
      await start();
      for (const hasParsers of [true, false]) {
        const app = fastify();
        if (!hasParsers) {
          app.removeAllContentTypeParsers();
          app.addContentTypeParser('*', (_request, _payload, done) => done(null));
        }
        app.all('/api/*', toNodeHandler(service.admin));
        await app.listen({ port: 0, host: '127.0.0.1' });
        ends.push(() => app.close());
        const { port } = app.server.address() as AddressInfo;
        expect(await add(port, `Parsers: ${hasParsers}`)).toMatchObject({ status: 201, body: { title: `Parsers: ${hasParsers}` } });
        expect(await ask(port, '/api/r/lib.Book/1/')).toMatchObject({ status: 200, body: { id: 1 } });
      }
    });

    it('hands the request of Fastify to the own code of the host', async () => {
      const seen: unknown[] = [];
      await start({ authenticate: ({ raw }) => (raw as { who?: string }).who || null });
      const app = fastify();
      app.decorateRequest('who', '');
      app.addHook('preHandler', async (message) => {
        Object.assign(message, { who: 'root' });
        seen.push(message.id);
      });
      app.all('/api/*', toNodeHandler(service.admin));
      await app.listen({ port: 0, host: '127.0.0.1' });
      ends.push(() => app.close());
      const response = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/auth/me/`);
      expect([((await response.json()) as { username: string }).username, seen]).toEqual(['root', ['req-1']]);
    });

    it('says what to do where the body is gone', async () => {
      await start();
      const consuming = await listen((message, response) => {
        message.resume().on('end', () => toNodeHandler(service.admin)(message, response));
      });
      const advice = { status: 400, body: { code: 'parse_error', detail: expect.stringContaining('has read the body already') } };
      expect(await add(consuming, 'Gone')).toMatchObject({ ...advice, body: { detail: expect.stringContaining('`body` of the request') } });
      const app = fastify();
      app.all('/api/*', (message, reply) => toNodeHandler(service.admin)(message.raw, reply.raw));
      await app.listen({ port: 0, host: '127.0.0.1' });
      ends.push(() => app.close());
      const port = (app.server.address() as AddressInfo).port;
      expect(await add(port, 'Gone')).toMatchObject({ ...advice, body: { detail: expect.stringContaining('In Fastify') } });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const read = new Request('http://admin.test/api/r/lib.Book/', { method: 'POST', headers, body: '{}' });
      await read.json();
      const answer = await service.admin.fetch(read);
      expect([answer.status, await answer.json()]).toEqual([400, { code: 'parse_error', detail: expect.stringContaining('clone()') }]);
    });
  });

  it('answers a body that is too long, whether or not its length is told', async () => {
    await start();
    const port = await listen(toNodeHandler(service.admin));
    const body = JSON.stringify({ title: 'x'.repeat(8 * 1024 * 1024) });
    const tooLarge = { status: 413, body: { code: 'body_too_large' } };
    expect(await ask(port, '/api/r/lib.Book/', { method: 'POST', body })).toMatchObject(tooLarge);
    expect(await ask(port, '/api/r/lib.Book/', { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } })).toMatchObject(
      tooLarge,
    );
  });

  describe('at another path than its baseUrl', () => {
    const told = { status: 404, body: { detail: expect.stringContaining('`baseUrl`') } };

    it('says so', async () => {
      await start();
      const app = express();
      app.use('/backoffice', toNodeHandler(service.admin));
      app.use('/staff', toNodeHandler(service.admin.ui({ path: '/admin/' })));
      const port = await listen(app);
      for (const path of ['/backoffice/config/', '/backoffice/', '/backoffice/api/config/'])
        expect([path, await ask(port, path)]).toEqual([path, expect.objectContaining(told)]);
      expect(await ask(port, '/staff/')).toMatchObject({ status: 404, body: expect.stringContaining('/admin/') });
      expect((await ask(port, '/backoffice/config/')).body.detail).toContain('/api/');
    });

    it('says so where the baseUrl is the root', async () => {
      await start();
      const root = service.admin.mountedAt('/');
      ends.push(() => root.close());
      const app = express();
      app.use('/backoffice', toNodeHandler(root));
      const port = await listen(app);
      expect(await ask(port, '/backoffice/config/')).toMatchObject(told);
      const rightly = express();
      rightly.use(toNodeHandler(root));
      expect(await ask(await listen(rightly), '/config/')).toMatchObject({ status: 200 });
    });
  });

  describe('with whole addresses as targets', () => {
    /** Sends a request line as it is written, and answers with the first bytes. */
    const send = (port: number, head: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
        socket.on('end', () => resolve(text));
        socket.on('error', reject);
      });

    it('answers them, and believes their host before that of the header', async () => {
      await start({ allowedHosts: ['admin.test'] });
      const port = await listen(toNodeHandler(service.admin.withDashboard()));
      const bearer = `Authorization: Bearer ${token}`;
      const list = await send(port, `GET http://admin.test/api/r/lib.Book/?page_size=1 HTTP/1.1\r\nHost: other.test\r\n${bearer}`);
      expect(list).toContain('HTTP/1.1 200');
      expect(list).toContain('"next":"http://admin.test/api/r/lib.Book/');
      expect(await send(port, `GET http://other.test/api/config/ HTTP/1.1\r\nHost: admin.test`)).toContain('"bad_host"');
      expect(await send(port, `GET HTTP://admin.test/api/config/ HTTP/1.1\r\nHost: admin.test`)).toContain('HTTP/1.1 200');
      expect(await send(port, `GET http://admin.test HTTP/1.1\r\nHost: admin.test`)).toContain('<!doctype html>');
    });
  });

  describe('behind a proxy that takes TLS away', () => {
    const write = async (headers: Record<string, string>): Promise<Asked> => {
      const port = await listen(toNodeHandler(service.admin));
      const login = await fetch(`http://127.0.0.1:${port}/api/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'root', password, session: true }),
      });
      const jar = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      const csrf = jar.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';
      const all = { host: 'admin.example.com', cookie: jar.join('; '), 'x-csrftoken': csrf, ...headers };
      const init = { method: 'PATCH', body: '{"pages": 7}', headers: all };
      await ask(port, '/api/r/lib.Book/1/', init);
      return ask(port, '/api/r/lib.Book/1/', init);
    };
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    afterEach(() => void lines.splice(0));
    const warnings = (): string[] => lines.filter((line) => line.includes('csrf_failed'));

    it('says why a write of a session is refused, in the log once', async () => {
      await start({ logger });
      const asked = await write({ origin: 'https://admin.example.com', 'x-forwarded-proto': 'https' });
      const detail =
        'The page is of https://admin.example.com, the request was for http://admin.example.com. If https://admin.example.com is this service behind a proxy, name the proxy in settings.trustedProxies (serve --trusted-proxies), or set settings.publicUrl.';
      expect(asked).toEqual({ status: 403, body: { code: 'csrf_failed', detail } });
      expect(warnings()).toEqual([expect.stringContaining('127.0.0.1, which is no trusted proxy')]);
    });

    it('names each refused origin in the log, ten at most', async () => {
      await start({ logger });
      for (let number = 0; number < 12; number++) await write({ origin: `https://page${number}.test` });
      expect(warnings()).toHaveLength(10);
      expect(warnings()[1]).toContain('https://page1.test');
    });

    it('repeats no origin that is none', async () => {
      await start({ logger });
      const asked = await write({ origin: 'https://a"b' });
      expect(asked.body).toMatchObject({ code: 'csrf_failed', detail: expect.stringContaining('an origin without a name') });
    });

    it('writes where the proxy is trusted, or the public address is known', async () => {
      const headers = { origin: 'https://admin.example.com', 'x-forwarded-proto': 'https' };
      for (const settings of [{ trustedProxies: ['127.0.0.1'] }, { publicUrl: 'https://admin.example.com' }]) {
        await start({ logger, ...settings });
        expect(await write(headers)).toMatchObject({ status: 200, body: { pages: 7 } });
      }
      expect(warnings()).toEqual([]);
    });
  });
});
