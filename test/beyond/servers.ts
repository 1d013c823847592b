import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './until.ts';

/** PostgreSQL and PgBouncer refuse to run as root; this user owns no other files. */
const nobody = { uid: 65_534, gid: 65_534 };
const asUser = process.getuid?.() === 0 ? nobody : {};

/** A folder that the servers' user may write. */
export function ownFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `grimoire-beyond-${name}-`));
  if ('uid' in asUser) chownSync(folder, nobody.uid, nobody.gid);
  return folder;
}

/** A port of this machine that is free. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** A program that runs until it is ended. */
export class Running implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly #folders: readonly string[];
  #log = '';

  constructor(program: string, args: readonly string[], { cwd, folders = [] }: { cwd: string; folders?: readonly string[] }) {
    this.#folders = folders;
    this.child = spawn(program, args, { ...asUser, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const note = (chunk: Buffer): void => void (this.#log = `${this.#log}${chunk.toString()}`.slice(-8000));
    this.child.stdout?.on('data', note);
    this.child.stderr?.on('data', note);
  }

  /** The end of what it has printed. */
  get log(): string {
    return this.#log;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Ends it with a signal, and waits for its end. */
  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGCONT');
    await this.end();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** The name of the database and of its role. */
const database = 'beyond';
const role = 'beyond';

/** A PostgreSQL server. */
export class PostgresServer extends Running {
  readonly port: number;
  readonly bin: string;
  readonly data: string;

  constructor(bin: string, { folder, data }: { folder: string; data: string }, port: number, settings: Readonly<Record<string, string>>) {
    const all = {
      unix_socket_directories: '',
      listen_addresses: '127.0.0.1',
      wal_level: 'replica',
      hot_standby: 'on',
      max_connections: '120',
      shared_buffers: '64MB',
      ...settings,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    super(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], { cwd: data, folders: [folder] });
    this.bin = bin;
    this.data = data;
    this.port = port;
  }

  get address(): string {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /** Waits until it answers. */
  async ready(): Promise<this> {
    await until(`PostgreSQL at ${this.port} answers`, async () => {
      if (this.hasEnded) throw new Error(`PostgreSQL ended at its start:\n${this.log}`);
      return this.query('SELECT 1').then(
        () => true,
        () => false,
      );
    });
    return this;
  }

  /** Runs a statement as its administrator, on a connection of its own. */
  async query(sql: string, values: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new pg.Client({ connectionString: this.address, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }
}

/** Starts a primary with an empty database. */
export async function startPrimary(bin: string, settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const data = ownFolder('primary');
  const init = ['-D', data, '-U', role, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(bin, 'initdb'), init, { ...asUser, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
  const server = new PostgresServer(bin, { folder: data, data }, await freePort(), settings);
  await until('PostgreSQL answers', async () => {
    if (server.hasEnded) throw new Error(`PostgreSQL ended at its start:\n${server.log}`);
    const client = new pg.Client({ connectionString: server.address.replace(/[^/]*$/, 'postgres') });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`CREATE DATABASE ${database}`);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
  return server;
}

/** Starts a streaming replica of a primary. @param name what the primary calls it, for `synchronous_standby_names`. */
export async function startReplica(primary: PostgresServer, name: string): Promise<PostgresServer> {
  const folder = ownFolder(name);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if ('uid' in asUser) chownSync(data, nobody.uid, nobody.gid);
  const from = `host=127.0.0.1 port=${primary.port} user=${role} application_name=${name}`;
  const base = ['-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  execFileSync(join(primary.bin, 'pg_basebackup'), base, { ...asUser, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return new PostgresServer(primary.bin, { folder, data }, await freePort(), {}).ready();
}

/** Settings of a PgBouncer. */
export interface BouncerOptions {
  readonly program: string;
  /** Prepared statements that it keeps for a connection; undefined for a version without them. */
  readonly prepared: number | undefined;
}

/** PgBouncer in transaction mode before one server, which can be changed. */
export class PgBouncer extends Running {
  readonly port: number;
  readonly #file: string;
  readonly #options: BouncerOptions;

  constructor(port: number, folder: string, options: BouncerOptions) {
    const file = join(folder, 'pgbouncer.ini');
    super(options.program, [file], { cwd: folder, folders: [folder] });
    this.port = port;
    this.#file = file;
    this.#options = options;
  }

  get address(): string {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /** Connects its clients to another server from now on. */
  pointTo(server: PostgresServer): void {
    writeFileSync(this.#file, configuration(this.port, server, this.#options));
    this.child.kill('SIGHUP');
  }
}

function configuration(port: number, server: PostgresServer, { prepared }: BouncerOptions): string {
  return `[databases]
${database} = host=127.0.0.1 port=${server.port} dbname=${database} user=${role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
server_login_retry = 1
query_wait_timeout = 10
${prepared === undefined ? '' : `max_prepared_statements = ${prepared}\n`}`;
}

/** Starts PgBouncer before a server. */
export async function startBouncer(server: PostgresServer, options: BouncerOptions): Promise<PgBouncer> {
  const folder = ownFolder('pgbouncer');
  const port = await freePort();
  writeFileSync(join(folder, 'pgbouncer.ini'), configuration(port, server, options));
  const bouncer = new PgBouncer(port, folder, options);
  await until('PgBouncer answers', async () => {
    if (bouncer.hasEnded) throw new Error(`PgBouncer ended at its start:\n${bouncer.log}`);
    const client = new pg.Client({ connectionString: bouncer.address });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
  return bouncer;
}
