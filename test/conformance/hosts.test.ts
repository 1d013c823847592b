import { type AdminSettings, type NodeMountable, toNodeHandler } from 'grimoire';
import { grimoire } from 'grimoire/fastify';
import { nextHandlers } from 'grimoire/next';
import fastify from 'fastify';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { serve, stop } from '../support/command.ts';
import { createTestDatabase } from '../support/databases.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { password, type TestService } from '../support/service.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start(settings: AdminSettings = {}): Promise<TestService> {
  const service = await startLibrary({ dialect: 'sqlite', books: makeBooks(3), settings });
  ends.push(() => service.close());
  return service;
}

/** The admin of a service at another `baseUrl`. */
function at(service: TestService, baseUrl: string): TestService['admin'] {
  const admin = service.admin.mountedAt(baseUrl);
  ends.push(() => admin.close());
  return admin;
}

async function listen(handler: NodeMountable): Promise<string> {
  const server = createServer(toNodeHandler(handler));
  ends.push(async () => server.closeAllConnections());
  return `http://127.0.0.1:${await listenAtFreePort(server)}`;
}

/** The address that the audit log has of the last change. */
async function lastAddress(service: TestService, token: string): Promise<unknown> {
  const history = await service.admin.fetch(
    new Request('http://admin.test/api/r/lib.Book/1/history/', { headers: { authorization: `Bearer ${token}` } }),
  );
  return ((await history.json()) as { results: { ip: unknown }[] }).results[0]?.ip;
}

function patch(url: string, token: string, headers: Readonly<Record<string, string>> = {}): Request {
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  return new Request(url, { method: 'PATCH', headers: all, body: JSON.stringify({ title: String(Math.random()) }) });
}

describe('the plugin of Fastify', () => {
  const open = async (service: TestService, options: { readonly prefix?: string; readonly baseUrl?: string } = {}): Promise<string> => {
    const app = fastify();
    ends.push(() => app.close());
    const { prefix, baseUrl = '/admin/api/' } = options;
    app.post('/own', (request) => request.body);
    await app.register(grimoire, { admin: at(service, baseUrl), ...(prefix === undefined ? {} : { prefix }) });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  };

  it('has the API and the dashboard, and leaves the parsers of the application as they are', async () => {
    const service = await start();
    const { token } = await service.superuser();
    const origin = await open(service);
    for (const path of ['/admin', '/admin/', '/admin/api/config/']) expect((await fetch(`${origin}${path}`)).status).toBe(200);
    expect((await fetch(`${origin}/other`)).status).toBe(404);
    expect((await fetch(patch(`${origin}/admin/api/r/lib.Book/1/`, String(token)))).status).toBe(200);
    const body = '{"price": 1.00000000000000000001}';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${origin}/admin/api/r/lib.Book/1/`, { method: 'PATCH', headers, body })).status).toBe(400);
    const own = await fetch(`${origin}/own`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    expect(await own.json()).toEqual({ a: 1 });
  });

  it('takes a prefix with which its paths begin, and an API at the root', async () => {
    const service = await start();
    const origin = await open(service, { prefix: '/admin' });
    for (const path of ['/admin', '/admin/', '/admin/api/config/']) expect((await fetch(`${origin}${path}`)).status).toBe(200);
    const root = await open(service, { baseUrl: '/' });
    for (const path of ['/ui/', '/config/']) expect((await fetch(`${root}${path}`)).status).toBe(200);
    await expect(open(service, { prefix: '/staff' })).rejects.toThrow('prefix /staff');
  });

  it('closes the admin with the application', async () => {
    const service = await start();
    const app = fastify();
    const admin = at(service, '/admin/api/');
    let isClosed = false;
    const closing = {
      baseUrl: admin.baseUrl,
      withDashboard: () => admin.withDashboard(),
      close: async () => void (isClosed = true),
    };
    await app.register(grimoire, { admin: closing });
    await app.close();
    expect(isClosed).toBe(true);
  });
});

describe('the handlers of Next.js', () => {
  const sent = (path: string, headers: Readonly<Record<string, string>>, init: RequestInit = {}): Request =>
    new Request(`http://localhost:3000${path}`, { ...init, headers: { host: 'shop.test', 'x-forwarded-proto': 'https', ...headers } });

  it('take the host from the header, and the scheme and the client that Next.js forwards', async () => {
    const service = await start();
    const { token } = await service.superuser();
    const { GET, PATCH, POST } = nextHandlers(at(service, '/admin/api/'), { behindProxy: true });
    const authorization = `Bearer ${token}`;
    const list = (await (await GET(sent('/admin/api/r/lib.Book/?page_size=1', { authorization }))).json()) as { next: string };
    expect(list.next).toContain('https://shop.test/admin/api/r/lib.Book/?');
    const forwarded = { 'x-forwarded-for': '9.9.9.9, 203.0.113.7' };
    const change = patch('http://localhost:3000/admin/api/r/lib.Book/1/', String(token), { host: 'shop.test', ...forwarded });
    expect((await PATCH(change)).status).toBe(200);
    expect(await lastAddress(service, String(token))).toBe('203.0.113.7');
    const init = { method: 'POST', body: JSON.stringify({ username: 'root', password, session: true }) };
    const login = await POST(sent('/admin/api/auth/login/', { 'content-type': 'application/json', origin: 'https://shop.test' }, init));
    expect([login.status, login.headers.getSetCookie().every((cookie) => cookie.includes('Secure'))]).toEqual([200, true]);
  });

  it('leave the compression to Next.js, which drops its name from answers', async () => {
    const { GET } = nextHandlers(at(await start(), '/admin/api/'));
    for (const path of ['/admin/', '/admin/api/openapi.json', '/admin/api/docs/swagger-ui.css'])
      expect((await GET(sent(path, { 'accept-encoding': 'gzip, br' }))).headers.get('content-encoding')).toBeNull();
    const page = await (await GET(sent('/admin/', {}))).text();
    const [, script = ''] = /src="\.\/(assets\/[^"]+)"/.exec(page) ?? [];
    const file = await GET(sent(`/admin/${script}`, { 'accept-encoding': 'gzip, br' }));
    expect([file.status, file.headers.get('content-encoding')]).toEqual([200, null]);
  });

  it('follow trusted proxies to the client, and answer the page at both addresses', async () => {
    const service = await start({ trustedProxies: ['203.0.113.0/24'] });
    const { token } = await service.superuser();
    const { GET, PATCH } = nextHandlers(at(service, '/admin/api/'), { behindProxy: true });
    const forwarded = { 'x-forwarded-for': '198.51.100.4, 203.0.113.7' };
    await PATCH(patch('http://localhost:3000/admin/api/r/lib.Book/1/', String(token), forwarded));
    expect(await lastAddress(service, String(token))).toBe('198.51.100.4');
    for (const path of ['/admin', '/admin/']) expect((await GET(sent(path, {}))).status).toBe(200);
  });
});

describe('handlers for Next.js with a basePath, which it removes from addresses', () => {
  const sent = (path: string, headers: Readonly<Record<string, string>> = {}): Request =>
    new Request(`http://localhost:3000${path}`, { headers: { host: 'shop.test', ...headers } });

  it('answer with the addresses of baseUrl', async () => {
    const service = await start();
    const { token } = await service.superuser();
    const { GET } = nextHandlers(at(service, '/shop/admin/api/'));
    expect(await (await GET(sent('/admin'))).text()).toContain('/shop/admin/api/');
    const list = await GET(sent('/admin/api/r/lib.Book/?page_size=1', { authorization: `Bearer ${token}` }));
    expect(new URL(((await list.json()) as { next: string }).next).pathname).toBe('/shop/admin/api/r/lib.Book/');
    expect((await GET(sent('/shop/admin/api/config/'))).status).toBe(200);
  });

  it('answer 404 where the route is at another path', async () => {
    const { GET } = nextHandlers(at(await start(), '/shop/other/api/'));
    for (const path of ['/admin', '/admin/api/config/', '/api/config/', '/others/api/config/', '/'])
      expect([path, (await GET(sent(path))).status]).toEqual([path, 404]);
  });
});

describe('what servers of Web-standard requests pass beside the request', () => {
  it('has the address of the client: Hono on Node, Bun and Deno', async () => {
    const service = await start();
    const { token } = await service.superuser();
    const infos = [
      { incoming: { url: '/api/r/lib.Book/1/', socket: { remoteAddress: '192.0.2.1' } } },
      { requestIP: () => ({ address: '192.0.2.2' }) },
      { remoteAddr: { transport: 'tcp', hostname: '192.0.2.3', port: 1 } },
      { remoteAddress: '192.0.2.4' },
    ];
    for (const [index, info] of infos.entries()) {
      expect((await service.admin.fetch(patch('http://admin.test/api/r/lib.Book/1/', String(token)), info)).status).toBe(200);
      expect(await lastAddress(service, String(token))).toBe(`192.0.2.${index + 1}`);
    }
  });

  it('has the whole address, of which app.mount() of Hono has removed the path', async () => {
    const service = await start();
    const both = at(service, '/admin/api/').withDashboard();
    const answer = async (path: string, whole: string): Promise<number> =>
      (await both.fetch(new Request(`http://admin.test${path}`), { incoming: { url: whole, socket: {} } })).status;
    expect(await answer('/api/config/', '/admin/api/config/')).toBe(200);
    expect(await answer('/', '/admin')).toBe(200);
    expect(await answer('/', '/admin/?x=1')).toBe(200);
    expect(await answer('/api/config/', '/somewhere/else/')).toBe(404);
  });
});

describe('a request outside of the paths of the admin', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const warnings = (): string[] => lines.filter((line) => line.includes('reached Grimoire'));
  afterEach(() => void lines.splice(0));

  it('is in the log once, and ten of them at most', async () => {
    const service = await start({ logger });
    const origin = await listen(service.admin);
    for (const path of ['/backoffice/config/', '/backoffice/', '/backoffice/config/'])
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    expect(warnings()).toEqual([
      expect.stringContaining('A request for /backoffice reached Grimoire, which is not below the `baseUrl` of the API, /api/.'),
    ]);
    for (let number = 0; number < 20; number++) await fetch(`${origin}/other${number}/`);
    expect(warnings()).toHaveLength(10);
    await fetch(`${origin}/api/nothing/`);
    expect(warnings()).toHaveLength(10);
  });

  it('is answered with both paths where the dashboard is beside the API', async () => {
    const service = await start({ logger });
    const origin = await listen(at(service, '/other/api/').withDashboard());
    const answer = await fetch(`${origin}/admin/api/config/`);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringMatching(/\/other\/, its `path`.*\/other\/api\/, its `baseUrl`/),
    ]);
    expect(warnings()).toEqual([expect.stringContaining('A request for /admin reached Grimoire')]);
  });
});

describe('grimoire serve', () => {
  const served = async (...args: readonly string[]): Promise<Awaited<ReturnType<typeof serve>>> => {
    const database = await createTestDatabase('sqlite');
    ends.push(() => database.close());
    const server = await serve(['--database', database.address, '--migrate', ...args]);
    ends.push(() => stop(server.child));
    return server;
  };

  it('has the dashboard beside the API, wherever --base-url says', async () => {
    const { api, printed } = await served('--base-url', '/internal/admin/api/');
    const origin = new URL(api).origin;
    expect(printed()).toContain(`Dashboard: ${origin}/internal/admin/\n`);
    expect(api).toBe(`${origin}/internal/admin/api/`);
    for (const path of ['/internal/admin', '/internal/admin/', '/internal/admin/api/config/'])
      expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 200]);
    expect((await fetch(`${origin}/internal/`)).status).toBe(404);
  });

  it('takes the removed part of the path from --trusted-proxies, and pages of --public-url for its own', async () => {
    const { api } = await served('--trusted-proxies', '127.0.0.1', '--public-url', 'https://tools.test');
    const page = await fetch(new URL('/', api), { headers: { 'x-forwarded-prefix': '/staff' } });
    expect(await page.text()).toContain('&#34;api&#34;:&#34;/staff/api/&#34;');
    const login = await fetch(`${api}auth/login/`, {
      method: 'POST',
      // The option goes before what a proxy forwards.
      headers: {
        'content-type': 'application/json',
        origin: 'https://tools.test',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'else.test',
      },
      body: JSON.stringify({ username: 'nobody', password: 'wrong', session: true }),
    });
    expect(login.status).toBe(401);
  });
});

describe('behind a proxy that removes a part of the path', () => {
  const forwarded = { 'x-forwarded-prefix': '/tools/staff', 'x-forwarded-host': 'tools.test', 'x-forwarded-proto': 'https' };

  it('has links with that part, if the proxy is trusted', async () => {
    const service = await start({ trustedProxies: ['127.0.0.1'] });
    const { token } = await service.superuser();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...forwarded };
    const origin = await listen(service.admin.withDashboard());
    const list = (await (await fetch(`${origin}/api/r/lib.Book/?page_size=1`, { headers })).json()) as { next: string };
    expect(list.next).toContain('https://tools.test/tools/staff/api/r/lib.Book/?');
    const body = JSON.stringify({ title: 'New', added: '2026-01-01T00:00:00Z' });
    const made = await fetch(`${origin}/api/r/lib.Book/`, { method: 'POST', headers, body });
    expect(made.headers.get('location')).toMatch(/^https:\/\/tools\.test\/tools\/staff\/api\/r\/lib\.Book\/\d+\/$/);
    const document = (await (await fetch(`${origin}/api/openapi.json`, { headers })).json()) as { servers: unknown };
    expect(document.servers).toEqual([{ url: '/tools/staff/api' }]);
    const { authorization } = headers;
    const plain = (await (await fetch(`${origin}/api/openapi.json`, { headers: { authorization } })).json()) as { servers: unknown };
    expect(plain.servers).toEqual([{ url: '/api' }]);
    expect(await (await fetch(`${origin}/`, { headers })).text()).toContain('&#34;api&#34;:&#34;/tools/staff/api/&#34;');
    expect(await (await fetch(`${origin}/api/docs/`, { headers })).text()).toContain('src="/tools/staff/api/docs/init.js"');
  });

  it('ignores it from another peer, and if it is no path', async () => {
    const untrusted = await start();
    const page = await (await fetch(`${await listen(untrusted.admin.withDashboard())}/`, { headers: forwarded })).text();
    expect(page).toContain('&#34;api&#34;:&#34;/api/&#34;');
    const trusting = await start({ trustedProxies: ['127.0.0.1'] });
    const origin = await listen(trusting.admin.withDashboard());
    for (const prefix of ['//evil.test', 'tools', '/a"b', '/', 'https://evil.test/x']) {
      const text = await (await fetch(`${origin}/`, { headers: { 'x-forwarded-prefix': prefix } })).text();
      expect([prefix, text.includes('&#34;api&#34;:&#34;/api/&#34;')]).toEqual([prefix, true]);
    }
  });
});
