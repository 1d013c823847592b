import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { asWork, RequestWork } from '../../request-work.ts';
import { closeDatabase } from '../../shared-databases.ts';
import type { Database } from '../database.ts';
import { sqlite } from './sqlite.ts';

describe('a database of SQLite', () => {
  let folder: string;
  let database: Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-sqlite-'));
    database = await sqlite(join(folder, 'a.sqlite')).open();
    await sql`CREATE TABLE a (x)`.execute(database.queries());
  });
  afterEach(async () => {
    await closeDatabase(database);
    rmSync(folder, { recursive: true });
  });

  /** The number of rows, as a process that reads sees it. */
  const rows = async (): Promise<unknown> => (await database.read({ sql: 'SELECT count(*) FROM a', parameters: [], isLong: true }))[0]?.[0];

  it('with a relative address has the same file in all connections, also after the process changes its working directory', async () => {
    const former = process.cwd();
    onTestFinished(() => process.chdir(former));
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    process.chdir(folder);
    const [address, other] = [sqlite('file:b.sqlite'), sqlite('b.sqlite')];
    process.chdir(elsewhere);
    const relative = await address.open();
    await sql`CREATE TABLE b (x)`.execute(relative.queries());
    await relative.close();
    const file = await other.open();
    expect(readdirSync(elsewhere)).toEqual([]);
    expect((await sql`SELECT name FROM sqlite_schema`.execute(file.readOnly())).rows).toEqual([{ name: 'b' }]);
    await file.close();
  });

  it('rolls back a BEGIN that the host has not awaited, before another statement uses the connection', async () => {
    await database
      .readOnly()
      .connection()
      .execute(async (connection) => {
        void sql`BEGIN`.execute(connection);
        // It is sent, and not answered.
        await setImmediate();
      });
    // Meanwhile a second process may have started.
    await rows();
    expect(await Promise.all([rows(), rows()])).toEqual([0n, 0n]);
    await sql`INSERT INTO a VALUES (1)`.execute(database.queries());
    expect(await Promise.all([rows(), rows()])).toEqual([1n, 1n]);
  });

  it('ends a stream that the host has not read to its end, before another statement uses the connection', async () => {
    const numbers = JSON.stringify(Array.from({ length: 300 }, (_, index) => index));
    await sql`INSERT INTO a SELECT value FROM json_each(${numbers})`.execute(database.queries());
    await database
      .readOnly()
      .connection()
      .execute(async (connection) => {
        await connection.selectFrom('a').selectAll().stream()[Symbol.asyncIterator]().next();
      });
    await rows();
    expect(await Promise.all([rows(), rows()])).toEqual([300n, 300n]);
    await sql`INSERT INTO a VALUES (1)`.execute(database.queries());
    expect(await Promise.all([rows(), rows()])).toEqual([301n, 301n]);
  });

  it.each(['queries', 'readOnly'] as const)('gives no access to a connection of %s that was released', async (which) => {
    const kept = await database[which]()
      .connection()
      .execute(async (connection) => connection);
    await expect(sql`SELECT 1`.execute(kept)).rejects.toThrow('The connection was released');
  });

  it('is closed by a request whose client has left', async () => {
    const work = new RequestWork();
    work.abandon();
    await asWork(work, () => closeDatabase(database));
    await expect(rows()).rejects.toHaveProperty('code', 'shutting_down');
  });
});
