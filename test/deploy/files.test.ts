import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { endpoints } from '../../packages/server/src/admin/features.ts';
import { stagesOf } from '../../scripts/container/dockerfile.ts';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string;
        readonly command?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
        readonly networks?: readonly string[];
      }
    >
  >;
  readonly networks: { readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } } };
}

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('has no mistake that the linter finds', () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
    expect(validate(dockerfile.replace('USER node', 'USR node')).map(({ message }) => message)).toEqual(['Unknown instruction: USR']);
  });

  it('ends as a user that is not root, with a check of an endpoint that is public', () => {
    const { instructions = [], image } = stagesOf(dockerfile).at(-1) ?? {};
    expect(image).toBe('node:24-slim');
    expect(instructions.filter(({ name }) => name === 'USER').map(({ text }) => text)).toEqual(['node']);
    const [, path = ''] = /HEALTH_URL=http:\/\/127\.0\.0\.1:8000\/api(\/\S+)\/$/m.exec(dockerfile) ?? [];
    expect(endpoints.filter((endpoint) => endpoint.method === 'GET' && endpoint.path === path).map(({ access }) => access)).toEqual([
      'public',
    ]);
    expect(instructions.some(({ name, text }) => name === 'HEALTHCHECK' && text.includes('HEALTH_URL'))).toBe(true);
  });

  it('has nothing of the repository but the packed packages', () => {
    const copied = stagesOf(dockerfile).flatMap(({ instructions }) =>
      instructions.filter(({ name, flags }) => name === 'COPY' && !flags['from']),
    );
    expect(copied.map(({ text }) => text)).toEqual(['.packed /build/.packed', 'image/package.json image/package-lock.json ./']);
  });
});

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const { services, networks } = parse(text, { merge: true }) as Compose;

  it('takes every variable from example.env', () => {
    const named = new Set(Array.from(text.matchAll(/\$\{(\w+)/g), ([, name = '']) => name));
    const listed = Array.from(read('example.env').matchAll(/^(\w+)=/gm), ([, name = '']) => name);
    expect([...named].toSorted()).toEqual(listed.toSorted());
  });

  it('trusts the proxies of its own network, and no others', () => {
    const command = services['admin']?.command ?? [];
    expect(command[command.indexOf('--trusted-proxies') + 1]).toBe(networks.default.ipam.config[0]?.subnet);
    expect(command).toContain('https://${DOMAIN:?set it in .env}');
  });

  it('asks the service itself whether it and its database are there', () => {
    const command = services['admin']?.command ?? [];
    const url = new URL(services['admin']?.environment?.['HEALTH_URL'] ?? '');
    expect([url.hostname, url.pathname]).toEqual(['127.0.0.1', '/readyz']);
    expect(command[command.indexOf('--monitor-port') + 1]).toBe(url.port);
    expect(command).not.toContain('--monitor-host');
  });

  it('gives the service a role that is no superuser, and nothing but the service the network of the database', () => {
    expect(text).not.toMatch(/POSTGRES_USER/);
    expect(services['admin']?.environment?.['DATABASE_URL']).toMatch(/^postgres:\/\/grimoire:/);
    expect(read('database.sh')).toMatch(/CREATE ROLE grimoire LOGIN PASSWORD :'password';\nCREATE DATABASE grimoire OWNER grimoire;/);
    const inNetwork = Object.entries(services).filter(([, service]) => service.networks?.includes('data'));
    expect(inNetwork.map(([name]) => name)).toEqual(['database', 'migrate', 'admin']);
  });

  it('has PostgreSQL 17, a migration before the service, and a proxy', () => {
    expect(Object.keys(services)).toEqual(['database', 'migrate', 'admin', 'proxy']);
    expect([services['database']?.image, services['migrate']?.command]).toEqual(['postgres:17', ['migrate']]);
  });
});

describe('the unit of systemd', () => {
  const unit = read('grimoire.service');
  const words = (/^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit)?.[1] ?? '').split(' ');

  it('runs the commands with options that there are', () => {
    const bin = fileURLToPath(new URL('../../packages/server/bin/grimoire.js', import.meta.url));
    const help = execFileSync(process.execPath, [bin, 'serve', '--help'], { encoding: 'utf8' });
    expect(words.slice(0, 2)).toEqual(['node_modules/grimoire/bin/grimoire.js', 'serve']);
    const options = words.filter((word) => word.startsWith('--'));
    expect(options.length).toBeGreaterThan(2);
    for (const option of options) expect(help).toContain(option);
  });

  it.runIf(has('systemd-analyze'))('has only directives that systemd knows', () => {
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-unit-'));
    const verify = (content: string): string => {
      writeFileSync(join(folder, 'grimoire.service'), content.replaceAll('/usr/bin/node', '/bin/true'));
      return spawnSync('systemd-analyze', ['verify', join(folder, 'grimoire.service')], { encoding: 'utf8' }).stderr;
    };
    try {
      expect(verify(unit)).not.toMatch(/Unknown|Failed to parse|Invalid/);
      expect(verify(unit.replace('ProtectHome=', 'ProtectHomes='))).toMatch(/Unknown/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
