import type { ChangedRows, ChangeSets } from '@grimoire/protocol';
import { type AdminSettings, defineAdmin, model, postgres } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects, type TestDatabase } from '../support/databases.ts';
import { type Client, clientOf, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `
  CREATE TABLE customer (id integer PRIMARY KEY, name varchar(100) NOT NULL);
  CREATE TABLE line (customer_id integer REFERENCES customer (id) ON DELETE CASCADE, number integer, PRIMARY KEY (customer_id, number));
  CREATE TABLE tag (id integer PRIMARY KEY, name varchar(20) NOT NULL);
  INSERT INTO customer VALUES (1, 'Ada'), (2, 'Ben');
  INSERT INTO line VALUES (1, 1), (1, 2);
  INSERT INTO tag VALUES (1, 'new');`;

const models = [model('customer', 'shop.Customer'), model('line', 'shop.Line'), model('tag', 'shop.Tag')];

/** Makes a change set so many days older than it is. */
async function age(database: TestDatabase, id: number, days: number): Promise<void> {
  const moment = new Date(Date.now() - days * 86_400_000).toISOString().replace('T', ' ').replace('Z', '');
  await database.execute(`UPDATE grimoire_change_set SET created_at = '${moment}' WHERE id = ${id}`);
}

const setOf = ({ headers }: Awaited<ReturnType<Client['get']>>): number => Number(headers.get('x-change-set'));

describe.each(dialects)('old values of changes on %s', (dialect) => {
  const start = (journal?: AdminSettings['journal']) =>
    serviceOfTest(startService({ dialect, setup, models, settings: journal ? { journal } : {} }));

  it('are deleted after two years, and their set says so', async () => {
    const { service, root } = await start();
    const old = setOf(await root.patch('/r/shop.Customer/1/', { name: 'Ada L.' }));
    const young = setOf(await root.patch('/r/shop.Customer/1/', { name: 'Ada M.' }));
    await age(service.database, old, 733);
    await age(service.database, young, 731);
    const before = (await root.get(`/changes/${old}/`)).body;
    const history = (await root.get('/r/shop.Customer/1/history/')).body;
    const log = (await root.get('/r/admin.AdminAuditLog/')).body;
    expect(await service.admin.operations.prune()).toMatchObject({ changedRows: 1 });
    expect((await root.get(`/changes/${old}/`)).body).toEqual({ ...before, reversible: 'no', why: 'Its values are no longer kept.' });
    const german = await root.request('GET', `/changes/${old}/`, { headers: { 'accept-language': 'de' } });
    expect(german.body.why).toBe('Die Werte dieser Änderung werden nicht mehr aufbewahrt.');
    expect((await root.get(`/changes/${old}/rows/`)).body).toMatchObject({ count: 0, results: [], other_records: 0, pruned: 1 });
    expect((await root.get(`/changes/${young}/rows/`)).body).toMatchObject({ count: 1, other_records: 0, pruned: 0 });
    expect(((await root.get('/changes/')).body as ChangeSets).results.map(({ id, why }) => [id, why === before.why])).toEqual([
      [young, true],
      [old, false],
    ]);
    expect((await root.get('/r/admin.AdminAuditLog/')).body).toEqual(log);
    expect((await root.get('/r/shop.Customer/1/history/')).body.count).toBe(history.count);
    expect(await service.admin.operations.prune()).toMatchObject({ changedRows: 0 });
  });

  it('are deleted of single models, and the rows that are left are answered', async () => {
    const { service, root } = await start({ keep: 'forever', models: { 'shop.Line': '30 days', 'shop.Tag': 'forever' } });
    const id = setOf(await root.delete('/r/shop.Customer/1/'));
    const other = setOf(await root.patch('/r/shop.Tag/1/', { name: 'old' }));
    for (const one of [id, other]) await age(service.database, one, 40);
    expect(await service.admin.operations.prune()).toMatchObject({ changedRows: 2 });
    const { results, ...page } = (await root.get(`/changes/${id}/rows/`)).body as ChangedRows;
    expect(page).toMatchObject({ count: 1, other_records: 0, pruned: 2 });
    expect(results.map(({ model: key, diff }) => [key, diff['name']])).toEqual([['shop.Customer', ['Ada', null]]]);
    expect((await root.get(`/changes/${id}/`)).body).toMatchObject({ rows: 3, reversible: 'no', why: 'Its values are no longer kept.' });
    expect((await root.get(`/changes/${other}/rows/`)).body).toMatchObject({ count: 1, pruned: 0 });
  });

  it('are kept where a model is kept longer than the others', async () => {
    const { service, root } = await start({ keep: '1 week', models: { 'shop.Tag': '1 year' } });
    const [line, tag] = [
      setOf(await root.patch('/r/shop.Customer/1/', { name: 'A' })),
      setOf(await root.patch('/r/shop.Tag/1/', { name: 'B' })),
    ];
    for (const one of [line, tag]) await age(service.database, one, 8);
    expect(await service.admin.operations.prune()).toMatchObject({ changedRows: 1 });
    expect((await root.get(`/changes/${tag}/rows/`)).body).toMatchObject({ count: 1, pruned: 0 });
    await age(service.database, tag, 367);
    expect(await service.admin.operations.prune()).toMatchObject({ changedRows: 1 });
  });

  it('are deleted in parts, between which others write', async () => {
    const { service, root } = await start({ keep: '90 days' });
    const series =
      dialect === 'sqlite'
        ? '(WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 30000) SELECT i FROM s)'
        : 'generate_series(1, 30000) AS s(i)';
    const all = 30_000;
    // One set of 10,000 rows, and 2,000 sets of 10.
    await service.database.execute(`
      INSERT INTO grimoire_change_set (id, created_at, actor_repr, action, request_id, undoes_part, rows, gaps)
        SELECT i, '2020-01-01 00:00:00.000', 'old', 'update', 'x', 0, CASE WHEN i = 1 THEN 10000 ELSE 10 END, '[]' FROM ${series} WHERE i <= 2001;
      INSERT INTO grimoire_change_row (change_set, tab, row_key, op, indirect, before, after)
        SELECT CASE WHEN i <= 10000 THEN 1 ELSE 2 + (i - 10001) / 10 END, 'customer', '{"id":"' || i || '"}', 'U', 0, '{"name":"ta"}', '{"name":"tb"}' FROM ${series};`);
    if (dialect === 'postgres')
      await service.database.execute(
        "SELECT setval(pg_get_serial_sequence(c.oid::regclass::text, 'id'), 5000) FROM pg_class c WHERE relname = 'change_set'",
      );
    const left = async (): Promise<number> =>
      Number(
        (
          await service.database.query(
            'SELECT count(*) AS n FROM grimoire_change_row WHERE row_key LIKE \'{"id":%\' AND change_set <= 2001',
          )
        )[0]?.['n'],
      );
    expect(await left()).toBe(all);
    const end = new AbortController();
    const pruned = service.admin.operations.prune().finally(() => end.abort());
    const seen: number[] = [];
    while (!end.signal.aborted) {
      expect((await root.patch('/r/shop.Customer/2/', { name: `Ben ${seen.length}` })).status).toBe(200);
      seen.push(await left());
    }
    expect(await pruned).toMatchObject({ changedRows: all });
    expect(new Set(seen.filter((count) => count > 0 && count < all)).size).toBeGreaterThan(2);
    const steps = [all, ...seen].map((count, index, counts) => (counts[index - 1] ?? all) - count);
    expect(Math.max(...steps)).toBeLessThan(all / 2);
    expect(await left()).toBe(0);
    expect((await root.get('/changes/1/rows/')).body).toMatchObject({ count: 0, pruned: 10_000, other_records: 0 });
  });

  it('can not be taken back, also if they are deleted meanwhile', async () => {
    let isPruned = false;
    const customer = model('customer', 'shop.Customer', {
      hooks: {
        afterSave: async ({ before }) => {
          if (!isPruned || before?.['name'] !== 'B') return;
          await service.database.execute('UPDATE grimoire_change_set SET pruned = 1');
        },
      },
    });
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models: [customer, ...models.slice(1)] }));
    const first = setOf(await root.patch('/r/shop.Customer/1/', { name: 'A' }));
    const second = setOf(await root.patch('/r/shop.Customer/1/', { name: 'B' }));
    await age(service.database, first, 800);
    await service.admin.operations.prune();
    const refused = await root.post(`/changes/${first}/undo/`, {});
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'incomplete', 'Its values are no longer kept.']);
    // On SQLite, nobody else writes during an undo.
    if (dialect === 'sqlite') return;
    isPruned = true;
    const late = await root.post(`/changes/${second}/undo/`, {});
    expect([late.status, late.body.code]).toEqual([409, 'incomplete']);
    expect((await root.get('/r/shop.Customer/1/')).body.name).toBe('B');
  });

  it.runIf(dialect === 'postgres')('are deleted by another role than that of the service, which then only adds changes', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models, settings: { journal: { keep: '1 day' } } }));
    const { database } = service;
    const role = `adds_${Date.now()}`;
    await database.execute(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    for (const statement of await service.admin.operations.migrationScript(role)) await database.execute(statement);
    await database.execute(`REVOKE UPDATE, DELETE ON grimoire_change_set FROM ${role}`);
    const address = new URL(database.address);
    address.username = role;
    address.password = 'secret';
    const admin = defineAdmin({
      database: postgres(address.href),
      models,
      settings: { journal: { keep: '1 day' }, logger: pino({ level: 'silent' }) },
    });
    try {
      const changed = await clientOf(admin, root.token).patch('/r/shop.Customer/1/', { name: 'By the role' });
      expect(changed.status).toBe(200);
      await age(database, setOf(changed), 2);
      await expect(admin.operations.prune()).rejects.toThrow();
      expect(await service.admin.operations.prune()).toMatchObject({ changedRows: 1 });
    } finally {
      await admin.close();
      await database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('are counted by the doctor, which says if nobody deletes them', async () => {
    const { service, root } = await start({ keep: '1 year', models: { 'shop.Tag': '30 days' } });
    const [customer, tag] = [
      setOf(await root.patch('/r/shop.Customer/1/', { name: 'A' })),
      setOf(await root.patch('/r/shop.Tag/1/', { name: 'B' })),
    ];
    await root.delete('/r/shop.Customer/1/');
    const { created_at: oldest } = (await root.get(`/changes/${customer}/`)).body;
    const { journal, advice } = (await root.get('/doctor/')).body;
    expect(journal).toEqual({ rows: 5, bytes: expect.any(Number), oldest, keep: '1 year', models: { 'shop.Tag': '30 days' } });
    // A page of each table and of each index at least, and no more than a few of them.
    expect([journal.bytes > 5000, journal.bytes < 500_000]).toEqual([true, true]);
    const overdue = 'The journal has values of changes that are older than `journal` keeps them: no job runs "grimoire prune".';
    const isOverdue = async (): Promise<boolean> =>
      (await service.admin.operations.diagnose()).advice.some(({ problem }) => problem === overdue);
    expect(advice.map(({ problem }: { problem: string }) => problem)).not.toContain(overdue);
    await age(service.database, tag, 37);
    expect(await isOverdue()).toBe(false);
    await age(service.database, tag, 39);
    expect(await isOverdue()).toBe(true);
    expect(await service.admin.operations.prune()).toMatchObject({ changedRows: 1 });
    expect(await isOverdue()).toBe(false);
    expect((await service.admin.operations.diagnose()).journal).toMatchObject({ rows: 4 });
  });

  it('are deleted once, where two processes delete them', async () => {
    const { service, root } = await start({ keep: '90 days' });
    const ids: number[] = [];
    for (let number = 0; number < 5; number += 1) ids.push(setOf(await root.patch('/r/shop.Customer/1/', { name: `Ada ${number}` })));
    for (const id of ids) await age(service.database, id, 91);
    const runs = await Promise.all([service.admin.operations.prune(), service.admin.operations.prune()]);
    expect(runs.reduce((sum, { changedRows }) => sum + changedRows, 0)).toBe(5);
  });
});
