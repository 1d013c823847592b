import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { password, clientOf, addUser } from '../support/service.ts';
import type { TestDatabase } from '../support/databases.ts';
import { batchSize, faultAdmin, tableSql } from './writer.ts';

/** Makes the tables of the fault tests, and somebody who may write. @returns their token. */
export async function prepareCrash(database: TestDatabase): Promise<string> {
  await database.execute(tableSql(database.dialect));
  const admin = faultAdmin(database.address);
  await admin.operations.migrate();
  await addUser(database, { username: 'writer', isSuperuser: true });
  const login = await clientOf(admin, null).post('/auth/login/', { username: 'writer', password });
  await admin.close();
  return login.body.access;
}

/** Lets a process write, and kills it at a random moment. */
export async function crashOnce(database: TestDatabase, token: string): Promise<void> {
  const script = fileURLToPath(new URL('writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, database.address, token], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const exited = once(child, 'exit');
  const isWriting = await Promise.race([once(child.stdout, 'data').then(() => true), exited.then(() => false)]);
  if (!isWriting) throw new Error(`The writer ended by itself: ${complaint}`);
  await wait(Math.random() * 150);
  child.kill('SIGKILL');
  await exited;
}

/** What is wrong with what a crash has left: a batch that is there in part, a log that says other than the tables. */
export async function inspect(database: TestDatabase): Promise<string[]> {
  await settled(database);
  const rows = await database.query('SELECT id, batch, version FROM item');
  const batches = Map.groupBy(rows, (row) => String(row['batch']));
  const problems: string[] = [];
  for (const [batch, members] of batches) {
    if (members.length !== batchSize) problems.push(`${batch} has ${members.length} rows`);
    if (new Set(members.map((row) => row['version'])).size > 1) problems.push(`${batch} has rows of several versions`);
  }
  return [...problems, ...(await logProblems(database, rows))];
}

/** Where the audit log says other than the rows. */
export async function logProblems(
  database: Pick<TestDatabase, 'query'>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  const problems: string[] = [];
  const said = new Map<string, number>();
  for (const entry of await database.query(
    "SELECT action, object_pk, diff FROM grimoire_audit_log WHERE model_label = 'm.Item' ORDER BY id",
  )) {
    const key = String(entry['object_pk']);
    const diff = typeof entry['diff'] === 'string' ? JSON.parse(entry['diff']) : entry['diff'];
    if (entry['action'] === 'bulk_delete' || entry['action'] === 'delete') said.delete(key);
    else if (said.has(key) === (entry['action'] === 'create'))
      problems.push(`the log says "${String(entry['action'])}" of ${key} out of order`);
    else said.set(key, diff.version[1]);
  }
  if (said.size !== rows.length) problems.push(`the log knows ${said.size} rows, the table ${rows.length}`);
  for (const row of rows)
    if (said.get(String(row['id'])) !== row['version'])
      problems.push(`the log says ${said.get(String(row['id']))} of ${String(row['id'])}`);
  return problems;
}

/** Waits until PostgreSQL has noticed that its client is gone. */
async function settled(database: TestDatabase): Promise<void> {
  if (database.dialect === 'sqlite') return;
  for (;;) {
    const [row] = await database.query(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'grimoire'",
    );
    if (Number(row?.['n']) === 0) return;
    await wait(10);
  }
}
