import { model, postgres, defineAdmin } from 'grimoire';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/databases.ts';
import { hostPool } from '../support/host-pool.ts';
import { addUser, type Client, clientOf, grant, password } from '../support/service.ts';

/** Of a request that reads, the statement that answers it says too whether its user is still the one who was last seen. */
describe.runIf(hasPostgres)('a request that reads on PostgreSQL', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let admin: ReturnType<typeof defineAdmin>;
  let ada: Client;
  const userId = async (): Promise<number> =>
    Number((await database.query(`SELECT id FROM grimoire_user WHERE username = 'ada'`))[0]?.['id']);

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    await database.execute(`CREATE TABLE note (id integer PRIMARY KEY, title text); INSERT INTO note VALUES (1, 'one'), (2, 'two')`);
    pool = hostPool(database.address, { max: 2 });
    const settings = { secret: 'a secret of the tests that is long', logger: pino({ level: 'silent' }) };
    admin = defineAdmin({ database: postgres({ pool }), models: [model('note', 't.Note')], settings });
    await admin.operations.migrate();
    await addUser(database, { username: 'ada', permissions: ['t.note:view_note', 't.note:change_note'], groups: ['editors'] });
    const { access } = (await clientOf(admin, null).post('/auth/login/', { username: 'ada', password })).body;
    ada = clientOf(admin, access);
  });
  afterAll(async () => {
    await admin.close();
    await pool.end();
    await database.close();
  });

  /** What a request answers, and what each of its statements did. */
  const watched = async (path: string): Promise<{ readonly status: number; readonly answers: readonly string[] }> => {
    const answers: string[] = [];
    const owner = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
    const original = owner.query;
    const spy = vi.spyOn(owner, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
      const [batch] = given as [Partial<Record<'handleDataRow' | 'handleReadyForQuery', (message: { fields: unknown }) => void>>];
      const { handleDataRow, handleReadyForQuery } = batch;
      if (!handleDataRow || !handleReadyForQuery) return original.apply(this, given);
      const rows: unknown[] = [];
      batch.handleDataRow = (message) => {
        rows.push(message.fields);
        handleDataRow.call(batch, message);
      };
      batch.handleReadyForQuery = (message) => {
        answers.push(JSON.stringify(rows));
        handleReadyForQuery.call(batch, message);
      };
      return original.apply(this, given);
    });
    try {
      return { status: (await ada.get(path)).status, answers };
    } finally {
      spy.mockRestore();
    }
  };

  it('takes one statement, which tells nothing of the user but the versions of their rows and the keys of their permissions', async () => {
    for (const path of ['/r/t.Note/1/', '/r/t.Note/']) {
      await ada.get(path);
      const { status, answers } = await watched(path);
      expect([path, status, answers.length]).toEqual([path, 200, 1]);
      expect(answers[0]).toContain('one');
      expect(answers[0]).not.toMatch(/argon2|ada|editors|change_note/);
      const [state] = (JSON.parse(answers[0] ?? '') as string[][]).at(-1) ?? [];
      const version = expect.stringMatching(/^\d+ \(\d+,\d+\)$/);
      expect(JSON.parse(state ?? '')).toEqual([
        version,
        version,
        [expect.stringMatching(/^\d+ \d+ \(\d+,\d+\)$/)],
        [expect.any(Number), expect.any(Number)],
        [],
      ]);
    }
  });

  it('knows another name of a permission after ten seconds', async () => {
    expect((await ada.get('/r/t.Note/1/')).status).toBe(200);
    const rename = (from: string, to: string) =>
      database.execute(`UPDATE grimoire_permission SET codename = '${to}' WHERE codename = '${from}'`);
    await rename('view_note', 'renamed');
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001);
    try {
      await expect.poll(async () => (await ada.get('/r/t.Note/1/')).status).toBe(403);
    } finally {
      clock.mockRestore();
      await rename('renamed', 'view_note');
    }
    // The user as read while the permission had the other name.
    await database.execute(`UPDATE grimoire_user SET last_name = 'L' WHERE username = 'ada'`);
    expect((await ada.get('/r/t.Note/1/')).status).toBe(200);
  });

  it('is answered for the user as they are, whatever has changed of them', async () => {
    const id = await userId();
    expect((await watched('/r/t.Note/1/')).answers.length).toBe(1);
    await database.execute(`UPDATE grimoire_user SET first_name = 'Âda 𝒜' WHERE id = ${id}`);
    // The statement that answers, the user, and the statement again.
    expect(await watched('/r/t.Note/1/')).toMatchObject({ status: 200, answers: { length: 3 } });
    expect((await watched('/r/t.Note/1/')).answers.length).toBe(1);
    await database.execute(`DELETE FROM grimoire_user_user_permissions WHERE user_id = ${id}`);
    expect((await watched('/r/t.Note/1/')).status).toBe(404);
    await grant(database, id, 't.note:view_note');
    expect((await watched('/r/t.Note/1/')).status).toBe(200);
    await database.execute(`UPDATE grimoire_user SET password = 'argon2$another' WHERE id = ${id}`);
    expect((await watched('/r/t.Note/1/')).status).toBe(401);
  });
});
