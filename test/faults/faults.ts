import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Dialect } from '../support/dialects.ts';
import { signal } from '../support/signal.ts';
import type { Scene } from './scene.ts';

/** Something that goes wrong, and is over when `happen` returns. */
export interface Fault {
  readonly name: string;
  readonly dialects: readonly Dialect[];
  /** Bytes of a file system of its own for the database; without one, the fault is left out. */
  readonly disk?: number;
  readonly happen: (scene: Scene) => Promise<void>;
}

const both = ['sqlite', 'postgres'] as const;

/** Does something again and again while a fault lasts. */
async function again({ seconds }: Scene, milliseconds: number, job: () => void | Promise<void>): Promise<void> {
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    await job();
    await pause(Math.random() * milliseconds);
  }
}

const lasts = ({ seconds }: Scene): Promise<void> => pause(seconds * 1000);

/** Both locks of a deadlock: the last row of a batch, and when a writer waits for it, the first one. */
async function lockBackwards(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT id, batch FROM item ORDER BY id DESC LIMIT 1 FOR UPDATE');
  for (let attempt = 0; attempt < 20; attempt++) {
    await pause(10);
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'grimoire' AND wait_event_type = 'Lock'";
    if ((await client.query(waiting)).rows.length === 0) continue;
    await client.query('SELECT id FROM item WHERE batch = $1 ORDER BY id LIMIT 1 FOR UPDATE', [rows[0]?.['batch']]).catch(() => undefined);
    break;
  }
  await client.query('ROLLBACK');
}

async function connected(scene: Scene): Promise<pg.Client> {
  const client = new pg.Client(scene.database.address);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Takes all connections that the server gives. */
async function takeAll(scene: Scene): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  try {
    for (;;) taken.push(await connected(scene));
  } catch {
    return taken;
  }
}

/** Fills the file system of a folder. @returns the file that fills it */
function fill(folder: string): string {
  const file = join(folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4096'], { stdio: 'ignore' });
  return file;
}

const ofPostgres: readonly Omit<Fault, 'dialects'>[] = [
  {
    name: 'database killed, started again',
    happen: async (scene) => {
      await scene.server.end('SIGKILL');
      await lasts(scene);
      await scene.server.start();
    },
  },
  {
    name: 'database stopped, started again',
    happen: async (scene) => {
      await scene.server.end('SIGINT');
      await lasts(scene);
      await scene.server.start();
    },
  },
  {
    name: 'database paused',
    happen: async (scene) => {
      const processes = scene.server.processes();
      signal(processes, 'SIGSTOP');
      await lasts(scene);
      signal(processes, 'SIGCONT');
    },
  },
  {
    name: 'network: packets get lost, and with them the connections',
    happen: async (scene) => {
      scene.gate.mode = 'silent';
      await lasts(scene);
      scene.gate.mode = 'open';
    },
  },
  {
    name: 'network: connections break',
    happen: async (scene) => {
      await again(scene, 60, () => scene.gate.break());
    },
  },
  {
    name: 'connections ended by an administrator',
    happen: async (scene) => {
      const client = await connected(scene);
      const end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'grimoire'";
      await again(scene, 60, async () => void (await client.query(end)));
      await client.end();
    },
  },
  {
    name: 'a process of the database killed',
    happen: async (scene) => {
      const client = await connected(scene);
      const { rows } = await client.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'grimoire' LIMIT 1");
      signal([Number(rows[0]?.['pid'])], 'SIGKILL');
      await lasts(scene);
      await client.end().catch(() => undefined);
    },
  },
  {
    name: 'out of connections',
    happen: async (scene) => {
      scene.gate.mode = 'shut';
      scene.gate.break();
      const taken = await takeAll(scene);
      scene.gate.mode = 'open';
      await lasts(scene);
      await Promise.all(taken.map((client) => client.end()));
    },
  },
  {
    name: 'read-only: a standby, which is promoted',
    happen: async (scene) => {
      await scene.server.end('SIGINT');
      writeFileSync(join(scene.server.data, 'standby.signal'), '');
      await scene.server.start();
      await lasts(scene);
      await scene.database.query('SELECT pg_promote()');
    },
  },
  {
    name: 'disk full',
    disk: 150 * 1024 ** 2,
    happen: async (scene) => {
      const filler = fill(scene.server.data);
      await lasts(scene);
      rmSync(filler);
    },
  },
  {
    name: 'deadlocks',
    happen: async (scene) => {
      const client = await connected(scene);
      await again(scene, 5, () => lockBackwards(client));
      await client.end();
    },
  },
  {
    name: 'serialization failures',
    happen: async (scene) => {
      const client = await connected(scene);
      await client.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF random() < 0.05 THEN RAISE EXCEPTION SQLSTATE '40001'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER fails BEFORE INSERT OR UPDATE ON item FOR EACH ROW EXECUTE FUNCTION fail()`);
      await lasts(scene);
      await client.query('DROP TRIGGER fails ON item');
      await client.end();
    },
  },
  {
    name: 'answers to COMMIT lost',
    happen: async (scene) => {
      scene.gate.mode = 'no commits';
      await lasts(scene);
      scene.gate.mode = 'open';
    },
  },
  {
    name: 'DNS gone',
    happen: async (scene) => {
      scene.service.rule({ names: false });
      await again(scene, 200, () => scene.gate.break());
      scene.service.rule({ names: true });
    },
  },
];

const ofSqlite: readonly Omit<Fault, 'dialects'>[] = [
  { name: 'processes of the database killed', happen: (scene) => again(scene, 300, () => signal(scene.service.children(), 'SIGKILL')) },
  {
    name: 'processes of the database paused',
    happen: async (scene) => {
      const processes = scene.service.children();
      signal(processes, 'SIGSTOP');
      await lasts(scene);
      signal(processes, 'SIGCONT');
    },
  },
  {
    name: 'file locked by another process',
    happen: async (scene) => {
      const other = new DatabaseSync(join(scene.folder, 'fault.sqlite'), { timeout: 5000 });
      other.exec('BEGIN IMMEDIATE');
      await lasts(scene);
      other.close();
    },
  },
  {
    name: 'read-only file',
    happen: async (scene) => {
      const files = readdirSync(scene.folder).map((name) => join(scene.folder, name));
      for (const file of files) chmodSync(file, 0o444);
      chmodSync(scene.folder, 0o555);
      signal(scene.service.children(), 'SIGKILL');
      await lasts(scene);
      chmodSync(scene.folder, 0o755);
      for (const file of files) chmodSync(file, 0o644);
    },
  },
  {
    name: 'disk full',
    disk: 12 * 1024 ** 2,
    happen: async (scene) => {
      const filler = fill(scene.folder);
      await lasts(scene);
      rmSync(filler);
    },
  },
];

const ofBoth: readonly Omit<Fault, 'dialects'>[] = [
  {
    name: 'service killed, started again',
    happen: async (scene) => {
      await again(scene, 1500, async () => {
        await scene.service.kill();
        scene.stream.moveTo(await scene.service.start());
        await scene.stream.succeeds();
      });
    },
  },
  {
    name: 'clock of the service: an hour on, then an hour back',
    happen: async (scene) => {
      for (const clock of [3_600_000, -3_600_000]) {
        scene.service.rule({ clock });
        await scene.stream.succeeds();
        await pause(scene.seconds * 500);
      }
      scene.service.rule({ clock: 0 });
    },
  },
];

/** All faults. */
export const faults: readonly Fault[] = [
  ...ofBoth.map((fault) => ({ ...fault, dialects: both })),
  ...ofSqlite.map((fault) => ({ ...fault, dialects: ['sqlite'] as const })),
  ...ofPostgres.map((fault) => ({ ...fault, dialects: ['postgres'] as const })),
];
