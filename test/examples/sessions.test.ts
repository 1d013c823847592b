import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startExpress } from '@grimoire/example-sessions/express-host';
import { startFastify } from '@grimoire/example-sessions/fastify-host';
import { startHono } from '@grimoire/example-sessions/hono-host';
import { libraryAdmin } from '@grimoire/example-sessions/library-admin';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const settings = { logger: pino({ level: 'silent' }) };

/** Starts a host and says where it is, and how it ends. */
type Start = (file: string) => Promise<{ readonly origin: string; close(): Promise<unknown> }>;

function ofServer(server: Server): { readonly origin: string; close(): Promise<unknown> } {
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => void server.close(resolve)) };
}

const hosts: Readonly<Record<string, Start>> = {
  async Express(file) {
    const server = await startExpress(file, settings);
    if (!server.listening) await new Promise((resolve) => void server.once('listening', resolve));
    return ofServer(server);
  },
  async Fastify(file) {
    const app = await startFastify(file, settings);
    return { ...ofServer(app.server), close: () => app.close() };
  },
  Hono: async (file) => ofServer(await startHono(file, settings)),
};

/** A host's own cookie session guards the admin that it mounts. */
describe.each(Object.entries(hosts))('mounted in %s', (_, start) => {
  let folder = '';
  let host: Awaited<ReturnType<Start>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-host-'));
    const file = join(folder, 'library.sqlite');
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE book (id INTEGER PRIMARY KEY, title varchar(50)); INSERT INTO book (title) VALUES ('One')");
    database.close();
    const admin = libraryAdmin(file, settings);
    await admin.operations.migrate();
    await admin.close();
    host = await start(file);
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A browser with the cookies that it was given. */
  const browser = () => {
    const jar = new Map<string, string>();
    return async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
      const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(`${host.origin}${path}`, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        jar.set(name, value);
      }
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      return { status: response.status, body: isJson ? JSON.parse(text) : text, csrf: jar.get('csrftoken') ?? '' };
    };
  };

  it('has the dashboard beside the API', async () => {
    const page = await fetch(`${host.origin}/admin/`);
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('&#34;api&#34;:&#34;/admin/api/&#34;');
    const [, script = ''] = /src="\.\/(assets\/[^"]+)"/.exec(text) ?? [];
    const file = await fetch(new URL(script, `${host.origin}/admin/`));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    await file.body?.cancel();
    const bare = await fetch(`${host.origin}/admin`, { redirect: 'manual' });
    expect([bare.status, (await bare.text()).includes('src="./admin/assets/')]).toEqual([200, true]);
  });

  it('lets in whom the host has signed in, and nobody else', async () => {
    const ask = browser();
    expect((await ask('GET', '/admin/api/schema/')).status).toBe(401);
    expect((await ask('POST', '/login?username=lena')).body).toBe('Welcome');
    expect((await ask('GET', '/admin/api/auth/me/')).body).toEqual({
      id: 'user-lena',
      username: 'lena',
      groups: [],
      name: 'Lena Larsen',
      is_superuser: false,
    });
    expect((await ask('GET', '/admin/api/schema/')).body.models).toMatchObject([
      { model: 'library.Book', permissions: { view: true, add: false, change: true, delete: false } },
    ]);
    const reader = browser();
    await reader('POST', '/login?username=rolf');
    expect((await reader('GET', '/admin/api/r/library.Book/')).body.code).toBe('not_staff');
    const stranger = browser();
    await stranger('POST', '/login?username=nobody');
    expect((await stranger('GET', '/admin/api/r/library.Book/')).status).toBe(401);
  });

  it('writes with the token of its pages, and notes who it was', async () => {
    const ask = browser();
    await ask('POST', '/login?username=lena');
    const { csrf } = await ask('GET', '/admin/api/auth/me/');
    expect((await ask('PATCH', '/admin/api/r/library.Book/1/', { title: 'Forged' })).body.code).toBe('csrf_failed');
    const other = browser();
    await other('POST', '/login?username=rolf');
    expect((await ask('PATCH', '/admin/api/r/library.Book/1/', { title: 'Two' }, { 'x-csrftoken': csrf })).body.title).toBe('Two');
    const { results } = (await ask('GET', '/admin/api/r/library.Book/1/history/')).body;
    expect(results).toMatchObject([
      { actor: 'user-lena', actor_repr: 'lena', diff: { title: ['One', 'Two'] }, ip: expect.stringContaining('127.0.0.1') },
    ]);
    expect((await ask('POST', '/admin/api/r/library.Book/', { title: 'x' }, { 'x-csrftoken': csrf })).status).toBe(403);
  });

  it('has no login of its own', async () => {
    expect((await browser()('POST', '/admin/api/auth/login/', { username: 'lena', password: 'lena' })).status).toBe(404);
  });
});
