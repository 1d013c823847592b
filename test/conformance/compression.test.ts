import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { exportCsv, toNodeHandler } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { password, type TestService } from '../support/service.ts';

interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Bodies that are compressed on their way in, and answers on their way out. */
describe.each(dialects)('compression on %s', (dialect) => {
  let service: TestService;
  let server: Server;
  let token = '';
  beforeAll(async () => {
    const adminActions = [exportCsv('lib.Book')];
    service = await startLibrary({ processes: true, dialect, books: makeBooks(60), adminActions });
    token = String((await service.superuser()).token);
    server = createServer(toNodeHandler(service.admin));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
    await service.close();
  });

  // Each request has a connection of its own: a kept one may be closed by the server while the test computes.
  const ask = (
    path: string,
    { method = 'GET', body, headers = {} }: { method?: string; body?: Uint8Array | string; headers?: Record<string, string> } = {},
  ): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const all = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
      const { port } = server.address() as AddressInfo;
      const sent = request({ agent: false, port, host: '127.0.0.1', path: `/api${path}`, method, headers: all }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => void parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const accepting = (codings: string, more: Record<string, string> = {}): Promise<Asked> =>
    ask('/r/lib.Book/', { headers: { 'accept-encoding': codings, ...more } });
  const codingOf = ({ headers }: Asked): unknown => headers['content-encoding'];

  describe('of an answer', () => {
    it('is the best that the client accepts', async () => {
      const plain = await ask('/r/lib.Book/');
      expect([codingOf(plain), plain.headers['vary']]).toEqual([undefined, 'Accept-Language, Accept-Encoding']);
      for (const [codings, coding] of [
        ['gzip', 'gzip'],
        ['gzip, deflate, br, zstd', 'br'],
        ['br;q=0.5, gzip', 'gzip'],
        ['BR;Q=1, gzip;q=0.9', 'br'],
        ['*', 'br'],
        ['*;q=0.1, br;q=0', 'gzip'],
        ['identity, br;q=0, gzip;q=0', undefined],
        ['deflate', undefined],
        ['', undefined],
      ] as const) {
        const answer = await accepting(codings);
        expect([codings, answer.status, codingOf(answer), answer.headers['vary']]).toEqual([
          codings,
          200,
          coding,
          'Accept-Language, Accept-Encoding',
        ]);
        expect(Number(answer.headers['content-length'])).toBe(answer.bytes.byteLength);
        const read = { br: brotliDecompressSync, gzip: gunzipSync };
        const text = coding === undefined ? answer.bytes : read[coding](answer.bytes);
        expect(JSON.parse(text.toString())).toEqual(JSON.parse(plain.bytes.toString()));
        if (coding !== undefined) expect(answer.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
      }
    });

    it('is left out of what is short, streamed, or has no body', async () => {
      const headers = { 'accept-encoding': 'br, gzip' };
      const short = await ask('/config/', { headers });
      expect([codingOf(short), short.headers['vary'], JSON.parse(short.bytes.toString())]).toMatchObject([
        undefined,
        'Accept-Language',
        { auth: 'jwt' },
      ]);
      const file = await ask('/r/lib.Book/action/export_book/', { method: 'POST', body: '{"all_filtered": true, "params": {}}', headers });
      expect([file.status, codingOf(file)]).toEqual([200, undefined]);
      expect(file.bytes.byteLength).toBeGreaterThan(1024);
      const head = await ask('/r/lib.Book/', { method: 'HEAD', headers });
      expect([head.status, codingOf(head), head.headers['vary'], head.bytes.byteLength]).toEqual([
        200,
        'br',
        'Accept-Language, Accept-Encoding',
        0,
      ]);
    });

    it('says nothing of its length to a page of another site', async () => {
      for (const [site, coding] of [
        ['cross-site', undefined],
        ['same-site', undefined],
        ['same-origin', 'gzip'],
        ['none', 'gzip'],
      ] as const)
        expect([site, codingOf(await accepting('gzip', { 'sec-fetch-site': site }))]).toEqual([site, coding]);
    });

    it('says nothing of its length where a cookie comes over HTTPS, and no word about the site', async () => {
      const asking = async (address: string, headers: Record<string, string>): Promise<string | null> => {
        const all = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip', ...headers };
        const answer = await service.admin.fetch(new Request(`${address}/api/schema/lib.Book/`, { headers: all }));
        return answer.headers.get('content-encoding');
      };
      const cookie = { cookie: 'a=b' };
      expect(await asking('https://admin.test', cookie)).toBeNull();
      expect(await asking('https://admin.test', {})).toBe('gzip');
      expect(await asking('http://admin.test', cookie)).toBe('gzip');
      expect(await asking('https://admin.test', { ...cookie, 'sec-fetch-site': 'same-origin' })).toBe('gzip');
    });

    it('is that of a Web-standard answer as well', async () => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
      const answer = await service.admin.fetch(new Request('http://admin.test/api/schema/lib.Book/', { headers }));
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(JSON.parse(gunzipSync(await answer.arrayBuffer()).toString())).toMatchObject({ model: 'lib.Book' });
    });
  });

  describe('of a body', () => {
    const login = (body: Uint8Array | string, headers: Record<string, string>): Promise<Asked> =>
      ask('/auth/login/', { method: 'POST', body, headers });
    const wanted = JSON.stringify({ username: 'root', password });

    it('may be gzip', async () => {
      for (const coding of ['gzip', 'x-gzip', 'GZIP'])
        expect([coding, (await login(gzipSync(wanted), { 'content-encoding': coding })).status]).toEqual([coding, 200]);
      expect((await login(wanted, { 'content-encoding': 'identity' })).status).toBe(200);
      const chunked = { 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' };
      expect((await login(gzipSync(wanted), chunked)).status).toBe(200);
      const init = { method: 'POST', body: gzipSync(wanted), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } };
      expect((await service.admin.fetch(new Request('http://admin.test/api/auth/login/', init))).status).toBe(200);
    });

    it('is no other one', async () => {
      for (const coding of ['deflate', 'br', 'gzip, gzip', 'nonsense']) {
        const answer = await login(deflateSync(wanted), { 'content-encoding': coding });
        expect([coding, answer.status, answer.headers['accept-encoding']]).toEqual([coding, 415, 'gzip']);
        expect(JSON.parse(answer.bytes.toString())).toMatchObject({ code: 'unsupported_media_type' });
      }
    });

    it('is limited by what it holds, and by what it is', async () => {
      const headers = { 'content-encoding': 'gzip' };
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
      expect(bomb.byteLength).toBeLessThan(1024 * 1024);
      expect((await login(bomb, headers)).status).toBe(413);
      // Holds nothing at all, however much of it there is.
      const empty = gzipSync('');
      const endless = Buffer.concat(Array.from({ length: Math.ceil((1024 * 1024) / empty.byteLength) + 1 }, () => empty));
      expect((await login(endless, { ...headers, 'transfer-encoding': 'chunked' })).status).toBe(413);
      const fits = gzipSync(`${wanted}${' '.repeat(1024 * 1024 - wanted.length)}`);
      expect((await login(fits, headers)).status).toBe(200);
      expect((await login(gzipSync(`${wanted}${' '.repeat(1024 * 1024)}`), headers)).status).toBe(413);
    });

    it('is what it says that it is', async () => {
      const headers = { 'content-encoding': 'gzip' };
      for (const body of [wanted, gzipSync(wanted).subarray(0, 20), '']) {
        const answer = await login(body, headers);
        expect([answer.status, JSON.parse(answer.bytes.toString()).code]).toEqual([400, 'parse_error']);
      }
    });
  });
});
