import { defineAdmin, model, postgres } from 'grimoire';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startLibrary } from '../support/library.ts';
import { clientOf, startService } from '../support/service.ts';

describe.each(dialects)('on %s', (dialect) => {
  it('a key whose column has the name of a secret was served', async () => {
    const service = await startService({
      dialect,
      setup: `CREATE TABLE sess (token varchar(50) PRIMARY KEY, uid integer); INSERT INTO sess VALUES ('topsecret', 1);
        CREATE TABLE visit (id integer PRIMARY KEY, sess_token varchar(50) REFERENCES sess (token)); INSERT INTO visit VALUES (1, 'topsecret');`,
    });
    const client = await service.superuser();
    expect((await client.get('/r/main.Sess/')).status).toBe(404);
    expect((await client.get('/r/main.Visit/1/')).text).not.toContain('topsecret');
    expect((await service.admin.leftOut()).join()).toContain('sess: its key has the name of a secret');
    await service.close();
  });

  it('a composite key with quotes or backslashes could not be opened', async () => {
    const service = await startService({
      dialect,
      setup: 'CREATE TABLE pair (a varchar(20) NOT NULL, b integer NOT NULL, PRIMARY KEY (a, b));',
    });
    for (const text of ['a"b', '"quoted"', 'back\\slash', 'tab\there', "it's"])
      await service.database.query('INSERT INTO pair VALUES (?, ?)', [text, 1]);
    const client = await service.superuser();
    expect((await client.get('/r/main.Pair/?pk__in=a_22b~1,x~1&pk__in=it_27s~1')).body.count).toBe(2);
    const { results } = (await client.get('/r/main.Pair/')).body;
    expect(results.map((row: { pk: string }) => row.pk)).toContain('a_22b~1');
    for (const { pk, a } of results) {
      expect((await client.get(`/r/main.Pair/${encodeURIComponent(pk)}/`)).body.a).toBe(a);
      expect((await client.get(`/r/main.Pair/?pk__in=${encodeURIComponent(`${pk},x~2`)}`)).body.count).toBe(1);
    }
    await service.close();
  });

  it('a filter repeated a thousand times, or with a value of 60 kB, was a 500', async () => {
    const service = await startLibrary({ dialect });
    const client = await service.superuser();
    const many = Array.from({ length: 1100 }, (_, index) => `pages__gte=${index}`).join('&');
    expect(await client.get(`/r/lib.Book/?${many}`)).toMatchObject({ status: 400, body: { pages__gte: ['At most 100 values.'] } });
    expect((await client.get(`/r/lib.Book/?title__icontains=${'a'.repeat(60_000)}`)).body.count).toBe(0);
    expect((await client.get('/r/lib.Book/?detail=1')).body).toEqual({ detail: 'detail: Unknown parameter.' });
    await service.close();
  });

  it('a position outlived the permission to view the field that it sorts by', async () => {
    const tag = model('tag', 'lib.Tag', { ordering: ['name'], fields: { name: { view: 'lib.view_tag_name' } } });
    const service = await startLibrary({ dialect, models: [tag] });
    const user = await service.user({ username: 'reader', permissions: ['lib.tag:view_tag', 'lib.tag:view_tag_name'] });
    const first = await user.get('/r/lib.Tag/?page_size=1');
    expect(first.body.next).toContain('after=');
    await service.database.execute(
      `DELETE FROM grimoire_user_user_permissions WHERE permission_id IN (SELECT id FROM grimoire_permission WHERE codename = 'view_tag_name')`,
    );
    expect(await user.get(first.body.next)).toMatchObject({
      status: 400,
      body: { after: ['This position does not belong to this list.'] },
    });
    expect((await user.get('/r/lib.Tag/')).body).toMatchObject({ count: 3, results: [{ id: 1 }, { id: 2 }, { id: 3 }] });
    await service.close();
  });

  it('a user who holds only the permission of a field did not know of the model', async () => {
    const service = await startLibrary({ dialect });
    const user = await service.user({ username: 'fields', permissions: ['lib.book:view_secret_note'] });
    expect((await user.get('/schema/')).body.models).toMatchObject([{ model: 'lib.Book', permissions: { view: false } }]);
    expect((await user.get('/r/lib.Book/')).status).toBe(403);
    await service.close();
  });
});

it('a view over something that is gone stopped the migrations of SQLite', async () => {
  const service = await startService({
    dialect: 'sqlite',
    setup: 'CREATE TABLE thing (id integer PRIMARY KEY); CREATE VIEW broken AS SELECT * FROM gone;',
  });
  expect((await (await service.superuser()).get('/r/main.Thing/')).status).toBe(200);
  await service.close();
});

it('slow counts on a small pool of the host waited for one another for ever', async () => {
  const service = await startService({
    dialect: 'postgres',
    setup: 'CREATE VIEW slow AS SELECT id, pg_sleep(0.005)::text AS nap FROM generate_series(1, 100) AS id',
  });
  const { token } = await service.superuser();
  const pool = new pg.Pool({ connectionString: service.database.address, max: 1 });
  const settings = { logger: pino({ level: 'silent' }), countBudget: 50 };
  const admin = defineAdmin({ database: postgres({ pool }), models: [model('slow', 'main.Slow', { primaryKey: ['id'] })], settings });
  const client = clientOf(admin, token);
  const answers = await Promise.all([1, 2, 3].map(() => client.get('/r/main.Slow/?page_size=10')));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { count_exact: false } });
  expect((await client.get('/auth/me/')).status).toBe(200);
  await admin.close();
  await pool.end();
  await service.close();
});

it('a host that is no host was a 500', async () => {
  const { createServer, request } = await import('node:http');
  const { toNodeHandler } = await import('grimoire');
  const service = await startLibrary({ dialect: 'sqlite' });
  const server = createServer(toNodeHandler(service.admin));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  for (const host of ['localhost:99999', '[', 'a b', '::']) {
    const status = await new Promise((resolve) =>
      request({ port, path: '/api/config/', headers: { host } }, (answer) => resolve(answer.resume().statusCode)).end(),
    );
    expect([host, status]).toEqual([host, 200]);
  }
  await new Promise((resolve) => void server.close(resolve));
  await service.close();
});
