import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineAdmin, hashPassword, sqlite, type Admin } from 'grimoire';
import { listenAtFreePort, listening, type Listening } from '../support/listening.ts';

// The programs of this machine: on the path, or named by NGINX_PROGRAM and CADDY_PROGRAM. Without one of them, its tests are skipped.
const programs = { nginx: process.env['NGINX_PROGRAM'] ?? 'nginx', caddy: process.env['CADDY_PROGRAM'] ?? 'caddy' };
const has = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;
const canRun = { nginx: has(programs.nginx, '-v') && has('openssl', 'version'), caddy: has(programs.caddy, 'version') };
const deploy = (name: string): string => readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8');

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests the proxy by HTTPS under the name `admin.example.com`, whatever its certificate, from another address than the proxy's. */
function ask(port: number, { method = 'GET', path, headers = {}, body }: Asked): Promise<Answer> {
  const host = 'admin.example.com';
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', localAddress: '127.0.0.2', port, servername: host, method, path, rejectUnauthorized: false };
    const sent = request({ agent: false, ...options, headers: { host: `${host}:${port}`, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenAtFreePort(server);
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

/** How the configuration of each proxy is written into a folder, for a port and the service; it returns the program's arguments. */
const written: Readonly<Record<keyof typeof programs, (folder: string, port: number, upstream: string) => readonly string[]>> = {
  nginx(folder, port, upstream) {
    const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=admin.example.com'];
    execFileSync('openssl', [...key, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')], { stdio: 'ignore' });
    const site = deploy('nginx.conf')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
      .replace(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/, join(folder, 'certificate.pem'))
      .replace(/\/etc\/letsencrypt\/\S+\/privkey\.pem/, join(folder, 'key.pem'))
      .replace('127.0.0.1:8000', upstream)
      .replace(/^server \{\n {2}listen 80;[\s\S]*$/m, '');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
    // As root, its workers would be a user who can not read the folder.
    const user = process.getuid?.() === 0 ? 'user root; ' : '';
    const own = `${user}daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}\nhttp { access_log off; ${paths.join(' ')}\n`;
    writeFileSync(join(folder, 'nginx.conf'), `${own}${site}\n}\n`);
    return ['-c', join(folder, 'nginx.conf'), '-p', folder];
  },
  caddy(folder, port) {
    // Its own authority signs the certificate, and is not added to the machine's.
    const own = '{\n\tskip_install_trust\n\tadmin off\n\tlocal_certs\n\tauto_https disable_redirects\n}\n';
    writeFileSync(join(folder, 'Caddyfile'), `${own}${deploy('Caddyfile').replace('{$DOMAIN}', `{$DOMAIN}:${port}`)}`);
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

describe.each(['nginx', 'caddy'] as const)('%s', (name) => {
  describe.runIf(canRun[name])('with the configuration of deploy/', () => {
    let folder = '';
    let admin: Admin;
    let server: Listening;
    let proxy: ChildProcess;
    let port = 0;
    const output: string[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), `grimoire-${name}-`));
      mkdirSync(join(folder, 'logs'));
      admin = defineAdmin({ database: sqlite(':memory:'), settings: { trustedProxies: ['127.0.0.1'] } });
      await admin.operations.migrate();
      const password = await hashPassword('a long password');
      await (await admin.operations.staff()).create({ username: 'ada', password, isStaff: true, isSuperuser: true });
      server = await listening(admin);
      port = await freePort();
      const upstream = new URL(server.origin).host;
      const env = { ...process.env, DOMAIN: 'admin.example.com', UPSTREAM: upstream, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      proxy = spawn(programs[name], written[name](folder, port, upstream), { env, stdio: ['ignore', 'ignore', 'pipe'] });
      proxy.stderr?.setEncoding('utf8').on('data', (line: string) => void output.push(line));
      await vi.waitFor(async () => expect((await ask(port, { path: '/api/config/' })).status).toBe(200), {
        timeout: 20_000,
        interval: 100,
      });
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => void proxy.once('exit', resolve));
      proxy.kill('SIGTERM');
      await ended;
      await server.close();
      await admin.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const login = async (session: boolean): Promise<Answer> =>
      ask(port, {
        method: 'POST',
        path: '/api/auth/login/',
        headers: { 'content-type': 'application/json', origin: `https://admin.example.com:${port}` },
        body: JSON.stringify({ username: 'ada', password: 'a long password', session }),
      });

    it('passes on the scheme and the host: cookies are secure, and a write of the dashboard is accepted', async () => {
      const { status, headers } = await login(true);
      expect(status).toBe(200);
      const cookies = headers['set-cookie'] as readonly string[];
      expect(cookies.find((cookie) => cookie.startsWith('sessionid='))).toContain('Secure');
      const csrf = /csrftoken=([^;]+)/.exec(cookies.join())?.[1] ?? '';
      const made = await ask(port, {
        method: 'POST',
        path: '/api/r/auth.Group/',
        headers: {
          'content-type': 'application/json',
          origin: `https://admin.example.com:${port}`,
          cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
          'x-csrftoken': csrf,
        },
        body: '{"name":"North"}',
      });
      expect([made.status, made.headers['location'] ?? made.text]).toEqual([201, expect.stringContaining('/api/r/auth.Group/')]);
    });

    it('passes on long addresses, and bodies of up to 1 MiB; the service itself refuses larger ones', async () => {
      const { access } = JSON.parse((await login(false)).text) as { access: string };
      const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
      const keys = Array.from({ length: 400 }, () => crypto.randomUUID()).join(',');
      const long = await ask(port, { path: `/api/r/auth.Group/?name__in=${keys}`, headers });
      expect([long.status, JSON.parse(long.text)]).toEqual([200, expect.objectContaining({ count: 0 })]);
      const ids = Array.from({ length: 10_000 }, (_, index) => index + 1_000_000);
      const bulk = await ask(port, {
        method: 'POST',
        path: '/api/r/auth.Group/bulk/',
        headers,
        body: JSON.stringify({ action: 'delete', ids }),
      });
      expect(bulk.status).toBeLessThan(413);
      const large = await ask(port, {
        method: 'POST',
        path: '/api/r/auth.Group/',
        headers,
        body: JSON.stringify({ name: 'x'.repeat(1_500_000) }),
      });
      expect([large.status, JSON.parse(large.text)]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
    });

    it('passes on the address of the client, and no address that the client invents', async () => {
      const { access } = JSON.parse((await login(false)).text) as { access: string };
      const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
      const spoofed = { ...headers, 'x-forwarded-for': '203.0.113.9' };
      await ask(port, { method: 'POST', path: '/api/r/auth.Group/', headers: spoofed, body: '{"name":"South"}' });
      const log = await ask(port, { path: '/api/r/admin.AdminAuditLog/?ordering=-pk&page_size=1', headers });
      expect(JSON.parse(log.text)).toMatchObject({ results: [{ ip: '127.0.0.2' }] });
      expect(output.join('')).not.toMatch(/\[emerg\]|\[crit\]|\[warn\]|"level":"error"/);
    });
  });
});
