import { defineAdmin, model, postgres } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { Gate } from '../support/gate.ts';
import { hostPool } from '../support/host-pool.ts';
import { startLibrary } from '../support/library.ts';
import { clientOf } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const quiet = { logger: pino({ level: 'silent' }) };

describe.runIf(hasPostgres)('a PostgreSQL in trouble', () => {
  const { service, root: client } = serviceForAll(() => startLibrary({ dialect: 'postgres' }));

  it('makes requests 503 while it is away, at the start and later, and the next one works', async () => {
    const target = new URL(service.database.address);
    const gate = await Gate.before(Number(target.port));
    gate.mode = 'shut';
    target.port = String(gate.port);
    const admin = defineAdmin({ database: postgres(target.href), models: [model('author', 'lib.Author')], settings: quiet });
    const viaGate = clientOf(admin, client.token);
    const away = await viaGate.get('/r/lib.Author/');
    expect(away).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(away.headers.get('retry-after')).toMatch(/^\d+$/);
    gate.mode = 'open';
    expect((await viaGate.get('/r/lib.Author/')).status).toBe(200);
    gate.mode = 'shut';
    gate.break();
    const cut = await viaGate.get('/r/lib.Author/');
    expect(cut).toMatchObject({ status: 503, body: { detail: expect.any(String), code: 'unavailable' } });
    gate.mode = 'open';
    expect((await viaGate.get('/r/lib.Author/')).status).toBe(200);
    await admin.close();
    await gate.close();
  });

  it('serves on when its connections are ended by an administrator', async () => {
    expect((await client.get('/r/lib.Book/')).status).toBe(200);
    await service.database.execute(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.get('/r/lib.Book/')));
    expect(answers.every((answer) => [200, 503].includes(answer.status))).toBe(true);
    expect((await client.get('/r/lib.Book/')).status).toBe(200);
  });

  it('serves on when a table is altered under a prepared statement', async () => {
    for (let run = 0; run < 3; run++) expect((await client.get('/r/lib.Book/?ordering=title')).status).toBe(200);
    await service.database.execute('ALTER TABLE book ALTER COLUMN title TYPE text, ALTER COLUMN pages TYPE bigint');
    expect((await client.get('/r/lib.Book/?ordering=title')).status).toBe(200);
    expect((await client.get('/r/lib.Book/1/')).status).toBe(200);
  });

  it('answers 503 with timeout for a statement over its time, and an estimate for a count over its budget', async () => {
    await service.database.execute('CREATE VIEW slow AS SELECT id, pg_sleep(0.01)::text AS nap FROM generate_series(1, 60) AS id');
    const models = [model('slow', 'lib.Slow', { primaryKey: ['id'] })];
    const impatient = defineAdmin({
      database: postgres({ connectionString: service.database.address, statementTimeout: 200 }),
      models,
      settings: quiet,
    });
    expect(await clientOf(impatient, client.token).get('/r/lib.Slow/')).toMatchObject({ status: 503, body: { code: 'timeout' } });
    await impatient.close();
    const patient = defineAdmin({ database: postgres(service.database.address), models, settings: { ...quiet, countBudget: 30 } });
    const viewer = clientOf(patient, client.token);
    const first = await viewer.get('/r/lib.Slow/?page_size=20');
    expect(first.body).toMatchObject({ count_exact: false });
    expect(first.body.count).toBeGreaterThanOrEqual(21);
    expect((await viewer.get(first.body.next)).body).toMatchObject({ count: first.body.count, count_exact: false });
    const past = await viewer.get('/r/lib.Slow/?page_size=20&page=5000&ordering=nap');
    expect(past.status).toBe(200);
    expect(past.body.results).toHaveLength(20);
    expect(past.body).toMatchObject({ next: null, count_exact: false });
    await patient.close();
  });

  it('takes a pool that the host already has, leaves it open, and does not rely on its sessions', async () => {
    const pool = hostPool(service.database.address, { max: 2 });
    pool.on('connect', (connection) => {
      connection
        .query(`SET TIME ZONE 'Asia/Kathmandu'; SET DateStyle = 'SQL, DMY'; SET IntervalStyle = 'sql_standard'; SET extra_float_digits = 0`)
        .catch(() => undefined);
    });
    const admin = defineAdmin({ database: postgres({ pool }), models: [model('book', 'lib.Book')], settings: quiet });
    const viaPool = clientOf(admin, client.token);
    const direct = (await client.get('/r/lib.Book/?page_size=200')).body.results.map((row: { added: string }) => row.added);
    expect((await viaPool.get('/r/lib.Book/?page_size=200')).body.results.map((row: { added: string }) => row.added)).toEqual(direct);
    expect((await viaPool.get('/r/lib.Book/?added__date=2026-01-01')).body.count).toBe(
      (await client.get('/r/lib.Book/?added__date=2026-01-01')).body.count,
    );
    await admin.close();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('prepares no statements behind a pooler, and does so elsewhere', async () => {
    const preparedBy = async (prepare: boolean): Promise<number> => {
      const pool = hostPool(service.database.address, { max: 1 });
      const admin = defineAdmin({ database: postgres({ pool, prepare }), models: [model('book', 'lib.Book')], settings: quiet });
      expect((await clientOf(admin, client.token).get('/r/lib.Book/?page_size=5')).body.count).toBe(60);
      const { rows } = await pool.query<{ n: string }>('SELECT count(*) AS n FROM pg_prepared_statements');
      await admin.close();
      await pool.end();
      return Number(rows[0]?.n);
    };
    expect(await preparedBy(false)).toBe(0);
    expect(await preparedBy(true)).toBeGreaterThan(0);
  });
});

describe.each(dialects)('bugs on %s', (dialect) => {
  it('answer 500 without a stack, SQL or a value', async () => {
    const service = await startLibrary({
      dialect,
      models: [
        model('author', 'lib.Author'),
        model('tag', 'lib.Tag', {
          validate: () => {
            throw new Error('secret in a stack');
          },
        }),
      ],
    });
    const client = await service.superuser();
    const answer = await client.post('/r/lib.Tag/', { name: 'new' });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ detail: 'Internal error.', request_id: answer.headers.get('x-request-id') });
    await service.database.execute('DROP TABLE chapter; DROP TABLE book_tag; DROP TABLE book; DROP TABLE author');
    const dropped = await client.get('/r/lib.Author/');
    expect([dropped.status, Object.keys(dropped.body)]).toEqual([500, ['detail', 'request_id']]);
    await service.close();
  });

  it('and changes of a table under the running service are no mistake of the user: the log says what to do', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => lines.push(line) });
    const service = await startLibrary({ dialect, settings: { logger } });
    const root = await service.superuser();
    expect((await root.post('/r/lib.Author/', { name: 'a' })).status).toBe(201);
    await service.database.execute('ALTER TABLE author RENAME COLUMN name TO title');
    for (const answer of [await root.post('/r/lib.Author/', { name: 'b' }), await root.get('/r/lib.Author/')]) {
      expect(answer.status).toBe(500);
      expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({
        model: 'lib.Author',
        err: { message: expect.stringContaining('restart it') },
      });
    }
    expect(lines).toHaveLength(2);
    await service.close();
  });
});
