import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { postgres, sqlite } from 'grimoire';
import pg from 'pg';
import type { Dialect } from '../support/dialects.ts';
import type { TestDatabase } from '../support/databases.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { addUser } from '../support/service.ts';
import { Gate } from '../support/gate.ts';
import { Stream } from './stream.ts';
import { databaseName, type World } from './world.ts';
import { faultAdmin, tableSql } from './writer.ts';

/** What a fault happens to: a database, a service of its own process, and writers. */
export interface Scene {
  readonly dialect: Dialect;
  /** On SQLite, the folder of the file. */
  readonly folder: string;
  readonly database: TestDatabase;
  readonly stream: Stream;
  readonly service: Service;
  /** Seconds that the fault lasts. */
  readonly seconds: number;
  /** The PostgreSQL server, and the gate before it. */
  readonly server: PostgresServer;
  readonly gate: Gate;
  close(): Promise<void>;
}

/** A database whose connections may break: each statement has one of its own. */
function unkept(dialect: Dialect, address: string): TestDatabase {
  const query: TestDatabase['query'] = (sql, values = []) =>
    dialect === 'sqlite' ? querySqlite(address.slice('sqlite:'.length), sql, values) : queryPostgres(address, sql, values);
  return {
    dialect,
    address,
    source: () => (dialect === 'sqlite' ? sqlite(address.slice('sqlite:'.length)) : postgres(address)),
    execute: async (sql) => void (await query(sql)),
    query,
    close: async () => {},
  };
}

async function querySqlite(file: string, sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    return database.prepare(sql).all(...values.map((value) => (typeof value === 'boolean' ? Number(value) : (value as string | number))));
  } finally {
    database.close();
  }
}

async function queryPostgres(address: string, sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  client.on('error', () => {});
  await client.connect();
  try {
    let place = 0;
    const text = sql.replaceAll(/\bgrimoire_(\w+)/g, 'grimoire."$1"').replaceAll('?', () => `$${++place}`);
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The service, which can be started anew. */
export class Service {
  readonly #address: string;
  readonly #user: object;
  #child: ChildProcess | undefined;

  /** @param user the user and group of its process. */
  constructor(address: string, user: object) {
    this.#address = address;
    this.#user = user;
  }

  /** @returns the address of its API. */
  async start(): Promise<string> {
    const script = fileURLToPath(new URL('service.ts', import.meta.url));
    const child = fork(script, [this.#address], { ...this.#user, execArgv: ['--disable-warning=ExperimentalWarning'] });
    this.#child = child;
    const port = await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error('The service ended.')));
    });
    return `http://127.0.0.1:${String(port)}/api`;
  }

  async kill(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  rule(change: Partial<World>): void {
    this.#child?.send(change);
  }

  /** The processes that it has started. */
  children(): number[] {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(this.#child?.pid)], { encoding: 'utf8' });
    return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
  }
}

/** How a scene is set. */
export interface Setting {
  readonly dialect: Dialect;
  readonly server: PostgresServer | undefined;
  /** The folder in which the files of SQLite databases are made. */
  readonly place: string;
  readonly seconds: number;
}

/** Root may read and write every file: the service of a scene is another user then. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let scenes = 0;

/** A new database with a service, and writers who have begun. */
export async function setScene({ dialect, server, place, seconds }: Setting): Promise<Scene> {
  scenes += 1;
  const folder = mkdtempSync(join(place, 'grimoire-fault-'));
  const name = `fault_${scenes}`;
  const address = dialect === 'sqlite' ? `sqlite:${join(folder, 'fault.sqlite')}` : await serverOf(server).createDatabase(name);
  const database = unkept(dialect, address);
  await database.execute(tableSql(dialect));
  const admin = faultAdmin(address);
  await admin.operations.migrate();
  await admin.close();
  await addUser(database, { username: 'writer', isSuperuser: true });
  if ('uid' in user) give(folder);
  // Nothing goes through it on SQLite.
  const gate = await Gate.before(server ? Number(new URL(server.url).port) : 0);
  const service = new Service(dialect === 'sqlite' ? address : `postgres://tester@${databaseName}:${gate.port}/${name}`, user);
  const stream = new Stream(await service.start(), 4);
  while (stream.counts.acknowledged < 20) await stream.succeeds();
  const close = async (): Promise<void> => {
    await service.kill();
    await gate.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    dialect,
    folder,
    database,
    stream,
    service,
    seconds,
    gate,
    close,
    get server() {
      return serverOf(server);
    },
  };
}

function serverOf(server: PostgresServer | undefined): PostgresServer {
  if (!server) throw new Error('This scene has no PostgreSQL server.');
  return server;
}

function give(folder: string): void {
  chmodSync(folder, 0o755);
  spawnSync('chown', ['-R', '65534:65534', folder]);
  chownSync(folder, 65_534, 65_534);
}
