import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asWork, RequestWork } from '../../process/request-work.ts';
import { closeDatabase } from '../../admin/shared-databases.ts';
import type { Database } from '../database.ts';
import type { AnyTables } from '../statement.ts';
import { sqlite } from './sqlite.ts';

/** More rows than a stream fetches at once. */
async function insertMany(database: Database): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: 300 }, (_, index) => index));
  await sql`INSERT INTO a SELECT value FROM json_each(${numbers})`.execute(database.queries());
}

/** Begins a stream, and does not read it to its end. */
async function readFirst(queries: Kysely<AnyTables>): Promise<void> {
  await queries.selectFrom('a').selectAll().stream()[Symbol.asyncIterator]().next();
}

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
    await insertMany(database);
    await database
      .readOnly()
      .connection()
      .execute(async (connection) => {
        await readFirst(connection);
      });
    await rows();
    expect(await Promise.all([rows(), rows()])).toEqual([300n, 300n]);
    await sql`INSERT INTO a VALUES (1)`.execute(database.queries());
    expect(await Promise.all([rows(), rows()])).toEqual([301n, 301n]);
  });

  describe.each([true, false])('with processes: %s, whose file another program writes too', (processes) => {
    let shared: Database;
    beforeEach(async () => {
      shared = await sqlite({ file: join(folder, 'a.sqlite'), processes }).open();
      await insertMany(shared);
    });
    afterEach(() => shared.close());

    /** Writes as another program. SQLite refuses a later write on a connection that still reads the state before it. */
    function writeElsewhere(): void {
      const other = new DatabaseSync(join(folder, 'a.sqlite'));
      other.exec('INSERT INTO a VALUES (1)');
      other.close();
    }

    const write = (): Promise<unknown> =>
      shared.transaction((transaction) => transaction.run({ sql: 'INSERT INTO a VALUES (2)', parameters: [] }));

    it('ends a stream that a hook has not read to its end with the transaction, also if that fails', async () => {
      await shared.transaction(({ queries }) => readFirst(queries));
      writeElsewhere();
      await write();
      const failing = shared.transaction(async ({ queries }) => {
        await readFirst(queries);
        throw new Error('The hook refuses.');
      });
      await expect(failing).rejects.toThrow('The hook refuses.');
      writeElsewhere();
      await write();
      expect(await sql`SELECT count(*) AS n FROM a`.execute(shared.queries())).toHaveProperty('rows', [{ n: 304 }]);
    });

    it('commits what a hook has written by a stream that it has not read to its end, and begins a savepoint meanwhile', async () => {
      const numbers = sql`SELECT value FROM json_each(${JSON.stringify(Array.from({ length: 500 }, () => 3))})`;
      await shared.transaction(async (transaction) => {
        const stream = transaction.queries.insertInto('a').expression(numbers).returning('x').stream()[Symbol.asyncIterator]();
        expect(await stream.next()).toEqual({ done: false, value: { x: 3 } });
        await transaction.savepoint(() => transaction.run({ sql: 'DELETE FROM a WHERE rowid = 1', parameters: [] }));
      });
      const counted = sql`SELECT count(*) AS n, min(rowid) AS first FROM a WHERE x = 3 OR rowid < 3`.execute(shared.queries());
      expect(await counted).toHaveProperty('rows', [{ n: 502, first: 2 }]);
    });
  });

  it.each([true, false])('with processes: %s, takes back a connection whose stream is not read on', async (processes) => {
    const impatient = await sqlite({ file: join(folder, 'a.sqlite'), statementTimeout: 1000, processes }).open();
    onTestFinished(() => impatient.close());
    await insertMany(impatient);
    const streams = Array.from({ length: impatient.maxReads }, () =>
      impatient.readOnly().selectFrom('a').selectAll().stream()[Symbol.asyncIterator](),
    );
    for (const stream of streams) expect(await stream.next()).toHaveProperty('done', false);
    expect(await impatient.read({ sql: 'SELECT count(*) FROM a', parameters: [], isLong: true })).toEqual([[300n]]);
    // The read above has the connection of one of them, whichever it is.
    const readOn = async (stream: (typeof streams)[number]): Promise<void> => {
      while (!(await stream.next()).done);
    };
    const ends = await Promise.allSettled(streams.map(readOn));
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(new Set(errors)).toEqual(new Set(['Error: The connection was taken back: it was not used for 1000 ms.']));
  });

  it('leaves the connection to a function that reads its stream slowly, row by row', async () => {
    const alone = await sqlite({ file: join(folder, 'a.sqlite'), statementTimeout: 1000, processes: false }).open();
    onTestFinished(() => alone.close());
    await insertMany(alone);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let read = 0;
    for await (const row of alone.readOnly().selectFrom('a').selectAll().stream()) {
      expect(row).toEqual({ x: read });
      read += 1;
      if (read < 4) await vi.advanceTimersByTimeAsync(900);
    }
    expect(read).toBe(300);
  });

  it('reads no more of a SELECT than is asked for', async () => {
    const impatient = await sqlite({ file: join(folder, 'a.sqlite'), statementTimeout: 1000 }).open();
    onTestFinished(() => impatient.close());
    const endless = sql<{ x: number }>`(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n)`.as('n');
    const values: unknown[] = [];
    for await (const { x } of impatient.readOnly().selectFrom(endless).selectAll().stream()) if (values.push(x) === 3) break;
    expect(values).toEqual([1, 2, 3]);
  });

  it('without processes, ends a stream of a snapshot with it, before another program writes the file', async () => {
    const alone = await sqlite({ file: join(folder, 'a.sqlite'), processes: false }).open();
    onTestFinished(() => alone.close());
    await insertMany(alone);
    const snapshot = await alone.openSnapshot(5000);
    await readFirst(snapshot.queries);
    await snapshot.close();
    await sql`INSERT INTO a VALUES (1)`.execute(database.queries());
    await sql`INSERT INTO a VALUES (2)`.execute(alone.queries());
    expect(await rows()).toBe(302n);
  });

  it.each(['queries', 'readOnly'] as const)('gives no access to a connection of %s that was released', async (which) => {
    const releasedConnection = await database[which]()
      .connection()
      .execute(async (connection) => connection);
    await expect(sql`SELECT 1`.execute(releasedConnection)).rejects.toThrow('The connection was released');
  });

  it('is closed by a request whose client has left', async () => {
    const work = new RequestWork();
    work.abandon();
    await asWork(work, () => closeDatabase(database));
    await expect(rows()).rejects.toHaveProperty('code', 'shutting_down');
  });
});
