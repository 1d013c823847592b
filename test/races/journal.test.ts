import pg from 'pg';
import { model } from 'grimoire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPostgres } from '../support/databases.ts';
import { judge } from '../support/journal-oracle.ts';
import { type TestService, startService } from '../support/service.ts';

const setup = `
  CREATE TABLE parent (id integer PRIMARY KEY, name text);
  CREATE TABLE child (id integer PRIMARY KEY, parent_id integer REFERENCES parent (id) ON DELETE CASCADE);
  CREATE TABLE grandchild (id integer PRIMARY KEY, child_id integer REFERENCES child (id) ON DELETE CASCADE);
  CREATE TABLE note (id integer PRIMARY KEY, parent_id integer REFERENCES parent (id) ON DELETE SET NULL);
  CREATE TABLE tree (id integer PRIMARY KEY, above_id integer REFERENCES tree (id) ON DELETE CASCADE);
  INSERT INTO parent VALUES (1, 'one'); INSERT INTO child VALUES (1, 1), (2, 1); INSERT INTO grandchild VALUES (1, 1), (2, 2);
  INSERT INTO note VALUES (1, 1);
  INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 1), (4, 2), (5, 3);`;

describe.runIf(hasPostgres)('a row that comes to point to rows which are about to be deleted', () => {
  let service: TestService;
  const clients: pg.Client[] = [];
  beforeEach(async () => {
    service = await startService({ dialect: 'postgres', setup, models: [model('parent', 'r.Parent'), model('tree', 'r.Tree')] });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
    await service.close();
  });

  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: service.database.address });
    clients.push(client);
    await client.connect();
    return client;
  };
  /** How many statements with this text wait for a lock. */
  const waiting = async (text: string): Promise<number> => {
    const [row] = await service.database.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${text}%'`,
    );
    return Number(row?.['n']);
  };

  /** Deletes a row while another transaction holds one that goes with it, and a third one inserts. */
  const raced = async (path: string, held: string, insert: string): ReturnType<typeof judge> => {
    const root = await service.superuser();
    const [holder, writer] = [await connected(), await connected()];
    return judge(service.database, async () => {
      await holder.query(`BEGIN; ${held} FOR UPDATE`);
      const deleted = root.delete(path);
      await expect.poll(() => waiting('change_row')).toBe(1);
      const inserted = writer.query(insert).then(
        () => 'inserted',
        (error: unknown) => (error as { readonly code: string }).code,
      );
      // It is done, or it waits for the delete.
      let isDone = false;
      void inserted.finally(() => (isDone = true));
      await expect.poll(async () => isDone || (await waiting(insert)) === 1).toBe(true);
      await holder.query('COMMIT');
      const answer = await deleted;
      expect(answer.status, answer.text).toBe(204);
      // It has waited, and what it points to is gone: otherwise it was deleted too, and no table tells.
      expect(await inserted).toBe('23503');
      return answer.headers.get('x-change-set');
    });
  };

  it('waits until they are deleted, where they were locked', async () => {
    const found = await raced('/r/r.Parent/1/', 'SELECT * FROM note WHERE id = 1', 'INSERT INTO grandchild VALUES (9, 1)');
    expect([found.silent, found.gaps, found.changes.length]).toEqual([[], [], 6]);
  });

  it('waits where a table points to itself', async () => {
    const found = await raced('/r/r.Tree/1/', 'SELECT * FROM tree WHERE id = 2', 'INSERT INTO tree VALUES (9, 5)');
    expect(found.silent).toEqual([]);
  });
});
