import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../support/dialects.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { logProblems } from './crash.ts';
import type { Fault } from './faults.ts';
import { type Scene, setScene } from './scene.ts';
import { type Differences, differencesOf, type Stream } from './stream.ts';

/** What came of a fault. */
export interface Trial extends Differences {
  readonly fault: string;
  readonly dialect: Dialect;
  readonly stream: Stream;
  /** Writes whose outcome the answers left open; their keys have resolved them. */
  readonly resolved: number;
  /** Where the audit log says other than the rows. */
  readonly log: readonly string[];
  /** Seconds from the end of the fault to the answer of a write that was sent after it. */
  readonly recovery: number;
}

/** What is wrong with it, one sentence each. */
export function problemsOf({ stream, lost, half, uninvited, log }: Trial): string[] {
  const counts = { 'acknowledged writes are lost': lost, 'batches are half-written': half, 'refused writes are there': uninvited };
  return [
    ...Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...log,
    ...([...stream.refusals.keys()].some((said) => said.startsWith('500')) ? [`the service answered ${stream.said()}`] : []),
  ];
}

/** A PostgreSQL server that keeps what it has acknowledged, with few connections. */
export function startDurable(place?: string): Promise<PostgresServer> {
  const settings = { synchronous_commit: 'on', full_page_writes: 'on', max_connections: '30', max_wal_size: '64MB', wal_recycle: 'off' };
  return startPostgres({ ...settings, max_prepared_transactions: '0' }, place);
}

/** Lets a fault happen to a service that writes. @param server used if the fault needs no file system of its own */
export async function tryFault(
  fault: Fault,
  dialect: Dialect,
  { server, seconds }: { readonly server: PostgresServer | undefined; readonly seconds: number },
): Promise<Trial> {
  if (fault.disk === undefined) return happened(fault, await setScene({ dialect, server, place: tmpdir(), seconds }));
  const disk = mountDisk(fault.disk);
  try {
    const own = dialect === 'postgres' ? await startDurable(disk.folder) : server;
    try {
      return await happened(fault, await setScene({ dialect, server: own, place: disk.folder, seconds }));
    } finally {
      if (own !== server) await own?.stop();
    }
  } finally {
    disk.unmount();
  }
}

async function happened(fault: Fault, scene: Scene): Promise<Trial> {
  const { stream, database, dialect } = scene;
  try {
    await fault.happen(scene);
    const recovery = (await stream.succeeds()) / 1000;
    const resolved = await stream.end();
    const rows = await database.query('SELECT id, batch, version FROM item');
    const log = await logProblems(database, rows);
    return { fault: fault.name, dialect, stream, resolved, log, recovery, ...differencesOf(stream, rows) };
  } finally {
    await scene.close();
  }
}

/** Whether this user may mount a file system of a limited size. */
export function canMount(): boolean {
  try {
    mountDisk(1024 ** 2).unmount();
    return true;
  } catch {
    return false;
  }
}

function mountDisk(bytes: number): { readonly folder: string; unmount(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=777`, 'tmpfs', folder], { stdio: 'ignore' });
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error('This user can not mount a file system.');
  }
  return {
    folder,
    unmount() {
      spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
