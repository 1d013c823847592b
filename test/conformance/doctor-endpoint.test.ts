import { model } from 'grimoire';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const series = {
  sqlite: '(WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 12000) SELECT i FROM s)',
  postgres: 'generate_series(1, 12000) AS s(i)',
};

describe.each(dialects)('GET /doctor/ on %s', (dialect) => {
  it('answers superusers with what the command finds, and gives the same result again for a while', async () => {
    const { service, root } = await serviceOfTest(
      startService({
        dialect,
        setup: `CREATE TABLE note (id integer PRIMARY KEY, word varchar(50)); INSERT INTO note SELECT i, 'w' || i FROM ${series[dialect]}`,
        models: [model('note', 't.Note', { searchFields: [] })],
      }),
    );
    await service.database.execute('ANALYZE');
    const [first, second] = await Promise.all([root.get('/doctor/'), root.get('/doctor/')]);
    const { examined_at: at, ...found } = first.body;
    expect(found).toEqual({ ...(await service.admin.operations.diagnose()), notes: expect.any(Array) });
    expect(found.unserved.map(({ kind }: { kind: string }) => kind)).toEqual(['sort']);
    expect(new Date(at).toISOString()).toBe(at);
    expect(second.text).toBe(first.text);
    await service.database.execute('CREATE INDEX note_word ON note (word, id)');
    expect((await root.get('/doctor/')).text).toBe(first.text);
  });

  it.runIf(dialect === 'postgres')('answers with what it has, if a table is locked, or the catalog does not answer', async () => {
    const large = (name: string): string =>
      `CREATE TABLE ${name} (id integer PRIMARY KEY, word varchar(50)); INSERT INTO ${name} SELECT i, 'w' || i FROM ${series[dialect]};`;
    const options = { searchFields: [] };
    const { service, root } = await serviceOfTest(
      startService({
        dialect,
        // The view below is found before the table of the catalog.
        setup: `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$;
          SET search_path = public, pg_catalog; ${large('locked')} ${large('note')}`,
        models: [model('locked', 't.Locked', options), model('note', 't.Note', options)],
      }),
    );
    await service.database.execute('CREATE VIEW pg_am AS SELECT * FROM pg_catalog.pg_am WHERE (SELECT pg_sleep(600)) IS NOT NULL');
    const client = new pg.Client(service.database.address);
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE locked');
      const { status, body } = await root.get('/doctor/');
      expect([status, body.examined.tables]).toEqual([200, 1]);
      expect(body.unserved.map(({ model: key, kind }: { model: string; kind: string }) => `${key} ${kind}`)).toEqual(['t.Note sort']);
      const notes = body.notes.join(' ');
      expect(notes).toContain('The table locked was not examined');
      expect(notes).toContain('settings of the server were not examined');
    } finally {
      await client.end();
    }
  });

  it('is in the OpenAPI document of superusers alone', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect }));
    const paths = async (client: typeof root) =>
      Object.keys((await client.get('/openapi.json')).body.paths).filter((path) => path.includes('doctor'));
    expect(await paths(root)).toEqual(['/doctor/']);
    expect(await paths(await service.user({ username: 'vera' }))).toEqual([]);
  });
});
