import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AdminSettings, model, toNodeHandler } from 'grimoire';
import { serveAdmin } from 'grimoire/cli';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { startService, type TestService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

interface Asked {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

/** What a client writes into `Host` is in links, cookies and the check of origins. */
describe.each(dialects)('the host of a request on %s', (dialect) => {
  let service: TestService;
  let server: Server;
  afterEach(async () => {
    vi.restoreAllMocks();
    await new Promise((resolve) => void server.close(resolve));
    await service.close();
  });
  const setup = 'CREATE TABLE thing (id integer PRIMARY KEY, name varchar(10)); INSERT INTO thing VALUES (1, NULL), (2, NULL)';
  const prepare = async (settings: AdminSettings): Promise<string> => {
    service = await startService({ dialect, setup, models: [model('thing', 't.Thing')], settings });
    return String((await service.superuser()).token);
  };
  const listen = async (settings: AdminSettings): Promise<string> => {
    const token = await prepare(settings);
    server = createServer(toNodeHandler(service.admin));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return token;
  };
  const ask = (host: string, path: string, { token = '', body }: { token?: string; body?: string } = {}): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { port } = server.address() as AddressInfo;
      const sent = request(
        { agent: false, port, host: '127.0.0.1', path, method: body === undefined ? 'GET' : 'POST', headers },
        (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text, location: answer.headers.location }));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  it('must be one of those that are allowed', async () => {
    const token = await listen({ allowedHosts: ['admin.test', 'admin.example.com', '.shop.example.com'] });
    for (const host of ['admin.example.com', 'ADMIN.example.com:8443', 'shop.example.com', 'a.b.shop.example.com'])
      expect([host, (await ask(host, '/api/r/t.Thing/', { token })).status]).toEqual([host, 200]);
    for (const host of ['evil.example.com', 'admin.example.com.evil.org', 'xshop.example.com', '127.0.0.1', 'admin.example.com@evil.org']) {
      const { status, body } = await ask(host, '/api/r/t.Thing/', { token });
      expect([host, status, JSON.parse(body).code]).toEqual([host, 400, 'bad_host']);
      expect((await ask(host, '/api/config/')).status).toBe(400);
    }
  });

  it('is that of the public address in links, whatever the request says', async () => {
    const token = await listen({ publicUrl: 'https://admin.example.com' });
    const list = await ask('inner:9000', '/api/r/t.Thing/?page_size=1', { token });
    expect(JSON.parse(list.body).next).toMatch(/^https:\/\/admin\.example\.com\/api\/r\/t\.Thing\/\?/);
    const made = await ask('evil.example.com', '/api/r/t.Thing/', { token, body: '{"id": 7}' });
    expect(made.location).toMatch(/^https:\/\/admin\.example\.com\/api\/r\/t\.Thing\/\d+\/$/);
  });

  it('is a name of this machine, where a server listens on it alone', async () => {
    const token = await prepare({});
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const admin = service.admin.withSettings({ publicUrl: 'https://admin.example.com' });
    server = await serveAdmin(admin, { host: '127.0.0.1', port: 0 });
    for (const host of ['localhost', '127.0.0.1:8000', '[::1]:1', 'admin.example.com'])
      expect([host, (await ask(host, '/api/r/t.Thing/', { token })).status]).toEqual([host, 200]);
    for (const path of ['/', '/api/config/', '/api/r/t.Thing/'])
      expect([path, (await ask('rebound.example.org', path, { token })).status]).toEqual([path, 400]);
    await admin.close();
  });
});

describe('a Host header that names no host', () => {
  it('is answered', async () => {
    const { service } = await serviceOfTest(startLibrary({ dialect: 'sqlite' }));
    const server = createServer(toNodeHandler(service.admin));
    const port = await listenAtFreePort(server);
    for (const host of ['localhost:99999', '[', 'a b', '::']) {
      const status = await new Promise((resolve) =>
        request({ agent: false, port, path: '/api/config/', headers: { host } }, (answer) => resolve(answer.resume().statusCode)).end(),
      );
      expect([host, status]).toEqual([host, 200]);
    }
    await new Promise((resolve) => void server.close(resolve));
  });
});
