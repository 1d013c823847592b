import { defineAdmin, model, type ModelRegistration, postgres } from 'grimoire';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PostgresStatements } from '../../packages/server/src/databases/postgres/connections/statements.ts';
import { hasPostgres } from '../support/databases.ts';
import { hostPool } from '../support/host-pool.ts';
import { startLibrary } from '../support/library.ts';
import { type Client, clientOf, type TestService } from '../support/service.ts';

const settings = { secret: 'a secret of the tests that is long', logger: pino({ level: 'silent' }) };

/** Statements go to PostgreSQL in batches: several of them in one round trip, if none of them needs the result of another. */
describe.runIf(hasPostgres)('batches of statements on PostgreSQL', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startLibrary({ dialect: 'postgres' });
  });
  afterAll(() => service.close());

  /** A service over a pool of the host with one connection, and its superuser. */
  const overPool = async (
    options: pg.PoolConfig = {},
    more: readonly ModelRegistration[] = [],
  ): Promise<{ readonly pool: pg.Pool; readonly root: Client }> => {
    const pool = hostPool(service.database.address, { max: 1, ...options });
    const admin = defineAdmin({
      database: postgres({ pool }),
      models: [model('author', 'lib.Author'), model('book', 'lib.Book'), ...more],
      settings,
    });
    onTestFinished(async () => {
      await admin.close();
      await pool.end();
    });
    const { access } = (await clientOf(admin, null).post('/auth/login/', { username: 'root', password: 'correct horse' })).body;
    return { pool, root: clientOf(admin, access) };
  };
  beforeAll(() => service.superuser());

  it('take the fewest round trips for a write', async () => {
    const { root } = await overPool();
    const trips = async (job: () => Promise<unknown>): Promise<number> => {
      const connection = pg.Connection.prototype as unknown as Record<'sync' | 'query', () => void>;
      const spies = [vi.spyOn(connection, 'sync'), vi.spyOn(connection, 'query')];
      await job();
      const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
      for (const spy of spies) spy.mockRestore();
      return count;
    };
    expect((await root.patch('/r/lib.Author/1/', { name: 'first' })).status).toBe(200);
    // The lock and the state of the user; the change and the row as it is then; the entry of the audit log and the commit.
    // On a busy machine, a write that has taken 100 ms reads its user once more.
    const fewest = async (job: (run: number) => Promise<unknown>): Promise<number> =>
      Math.min(await trips(() => job(1)), await trips(() => job(2)), await trips(() => job(3)));
    expect(await fewest((run) => root.patch('/r/lib.Author/1/', { name: `name ${run}` }))).toBe(3);
    // The user; the row; the row as it is then; the entry and the commit.
    expect(await fewest((run) => root.post('/r/lib.Author/', { name: `new ${run}` }))).toBe(4);
    // Of a read, its rows and the state of its user.
    for (const path of ['1/', '1/related/', 'autocomplete/?q=a']) {
      expect((await root.get(`/r/lib.Author/${path}`)).status).toBe(200);
      expect([path, await trips(() => root.get(`/r/lib.Author/${path}`))]).toEqual([path, 1]);
    }
  });

  it('are not needed: a pool that pipelines serves too', async () => {
    const { root } = await overPool({ pipeline: true });
    expect((await root.patch('/r/lib.Author/1/', { name: 'piped' })).body.name).toBe('piped');
    expect((await root.get('/r/lib.Author/1/')).body.name).toBe('piped');
    expect((await root.patch('/r/lib.Book/1/', { author: 999 })).status).toBe(400);
    const runAll = vi.spyOn(PostgresStatements.prototype, 'runAll');
    onTestFinished(() => runAll.mockRestore());
    const keys = [1, 2, 3, 1, 2, 3];
    const atOnce = await Promise.all(keys.flatMap((key) => [root.get(`/r/lib.Author/${key}/`), root.get(`/r/lib.Author/${key}/related/`)]));
    expect(atOnce.map(({ status, body }) => [status, body.id])).toEqual(
      keys.flatMap((key) => [
        [200, key],
        [200, undefined],
      ]),
    );
    // On such a pool, joined reads would be sent one after the other, which is no faster.
    expect(runAll.mock.calls.filter(([, , options]) => options?.ofSeveralReads === true)).toEqual([]);
  });

  it('prepare statements again that the connection has forgotten', async () => {
    const { pool, root } = await overPool();
    for (let run = 0; run < 2; run++) expect((await root.get('/r/lib.Author/1/')).status).toBe(200);
    await pool.query('DISCARD ALL');
    expect((await root.get('/r/lib.Author/1/')).status).toBe(200);
    expect((await root.patch('/r/lib.Author/1/', { name: 'again' })).status).toBe(200);
  });

  it('share a connection with those of another admin over the same pool', async () => {
    const { pool, root } = await overPool();
    const other = defineAdmin({ database: postgres({ pool }), models: [model('author', 'lib.Author')], settings });
    onTestFinished(() => other.close());
    const viaOther = clientOf(other, root.token);
    for (const client of [root, viaOther, root, viaOther]) {
      expect((await client.get('/r/lib.Author/1/')).status).toBe(200);
      expect((await client.patch('/r/lib.Author/1/', { name: 'shared' })).status).toBe(200);
    }
  });

  it('forget the statements that were not used for the longest time', async () => {
    const { pool, root } = await overPool();
    const filters = ['title=a', 'pages=1', 'price=1', 'rating=1', 'author=1', 'id=1'];
    for (let shape = 0; shape < 240; shape++) {
      const chosen = filters.filter((_, index) => (shape & (1 << index)) !== 0);
      const order = ['id', '-id', 'title', '-title'][shape >> filters.length];
      expect((await root.get(`/r/lib.Book/?${[...chosen, `ordering=${order}`].join('&')}`)).status).toBe(200);
    }
    const prepared = await pool.query<{ name: string; statement: string }>('SELECT name, statement FROM pg_prepared_statements');
    expect(prepared.rows.length).toBeGreaterThan(100);
    expect(prepared.rows.length).toBeLessThanOrEqual(200);
    expect((await root.get('/r/lib.Author/1/')).status).toBe(200);
  });

  it('plan a list for the values of its ranges and patterns each time, and a row by its key once', async () => {
    await service.database.execute(`CREATE TABLE skewed (id serial PRIMARY KEY, kind text, amount integer);
      INSERT INTO skewed (kind, amount) SELECT 'kind ' || i % 100, i % 100 FROM generate_series(1, 20000) AS i;
      CREATE INDEX ON skewed (amount); ANALYZE skewed`);
    const { pool, root } = await overPool({}, [model('skewed', 'lib.Skewed')]);
    const genericPlans = async (path: string): Promise<number> => {
      await pool.query('DISCARD ALL');
      for (let run = 0; run < 10; run++) expect((await root.get(path)).status).toBe(200);
      const { rows } = await pool.query<{ sum: string }>(
        `SELECT sum(generic_plans) FROM pg_prepared_statements WHERE statement LIKE '%"skewed"%'`,
      );
      return Number(rows[0]?.sum);
    };
    for (const query of ['amount__gte=95', 'amount__range=95,99', 'kind__startswith=kind 9', 'kind__icontains=99'])
      expect([query, await genericPlans(`/r/lib.Skewed/?${query}`)]).toEqual([query, 0]);
    expect(await genericPlans('/r/lib.Skewed/1/')).toBeGreaterThan(0);
    // The setting ends with its statement.
    expect((await pool.query('SHOW plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }]);
  });

  it('plan a list for its values each time once it was slow', async () => {
    // Only rows of the kind "slow" take long.
    await service.database.execute(`CREATE TABLE uneven (id serial PRIMARY KEY, kind text);
      INSERT INTO uneven (kind) SELECT CASE i WHEN 7 THEN 'slow' ELSE 'fast' END FROM generate_series(1, 20) AS i;
      CREATE FUNCTION pause(kind text) RETURNS text LANGUAGE sql VOLATILE AS
      $$ SELECT CASE WHEN kind = 'slow' THEN kind || pg_sleep(0.6)::text ELSE kind END $$;
      CREATE VIEW uneven_pauses AS SELECT id, kind, pause(kind) AS paused FROM uneven`);
    const { pool, root } = await overPool({}, [model('uneven_pauses', 'lib.Uneven', { primaryKey: ['id'] })]);
    const read = async (kind: string): Promise<void> => {
      expect((await root.get(`/r/lib.Uneven/?kind=${kind}`)).status).toBe(200);
    };
    const plans = async (): Promise<{ readonly generic: number; readonly custom: number }> => {
      const { rows } = await pool.query<{ generic: string; custom: string }>(
        `SELECT sum(generic_plans) AS generic, sum(custom_plans) AS custom FROM pg_prepared_statements WHERE statement LIKE '%paused%'`,
      );
      return { generic: Number(rows[0]?.generic), custom: Number(rows[0]?.custom) };
    };
    for (let run = 0; run < 10; run++) await read('fast');
    expect((await plans()).generic).toBeGreaterThan(0);
    // Here not the server is slow, but the service.
    const { runAll } = PostgresStatements.prototype;
    const blocking = vi.spyOn(PostgresStatements.prototype, 'runAll').mockImplementation(function block(this: PostgresStatements, ...args) {
      const sent = runAll.apply(this, args);
      const until = performance.now() + 1000;
      while (args[1].some(({ sql }) => sql.includes('paused')) && performance.now() < until);
      return sent;
    });
    await read('fast');
    expect(blocking).toHaveBeenCalled();
    blocking.mockRestore();
    const before = await plans();
    await read('fast');
    expect(await plans()).toEqual({ ...before, generic: before.generic + 1 });
    await read('slow');
    const { generic } = await plans();
    for (let run = 0; run < 5; run++) await read('fast');
    expect(await plans()).toEqual({ generic, custom: before.custom + 5 });
  });

  it('count no row twice in a minute, if that took too long', async () => {
    const { database } = service;
    await database.execute(`CREATE SEQUENCE looks; CREATE FUNCTION look() RETURNS boolean LANGUAGE sql VOLATILE AS
      $$ SELECT nextval('looks') IS NOT NULL AND pg_sleep(0.005) IS NOT NULL $$;
      CREATE VIEW slow AS SELECT id FROM generate_series(1, 200) AS id WHERE look()`);
    const admin = defineAdmin({
      database: postgres(database.address),
      models: [model('slow', 'lib.Slow', { primaryKey: ['id'] })],
      settings: { ...settings, countBudget: 100 },
    });
    onTestFinished(() => admin.close());
    const { access } = (await clientOf(admin, null).post('/auth/login/', { username: 'root', password: 'correct horse' })).body;
    const looks = async (): Promise<number> => Number((await database.query('SELECT last_value FROM looks'))[0]?.['last_value']);
    const list = async (): Promise<{ readonly body: { readonly count: number }; readonly looks: number }> => {
      const before = await looks();
      const { body } = await clientOf(admin, access).get('/r/lib.Slow/?page_size=5&ordering=id');
      return { body, looks: (await looks()) - before };
    };
    const first = await list();
    const second = await list();
    expect([first.body, second.body]).toMatchObject([{ count_exact: false }, { count_exact: false, count: first.body.count }]);
    // The page alone reads each row once.
    expect([first.looks > 200, second.looks]).toEqual([true, 200]);
  });
});
