import { model } from 'grimoire';
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
    expect(found).toEqual({ ...(await service.admin.diagnose()), notes: expect.any(Array) });
    expect(found.unserved.map(({ kind }: { kind: string }) => kind)).toEqual(['sort']);
    expect(new Date(at).toISOString()).toBe(at);
    expect(second.text).toBe(first.text);
    await service.database.execute('CREATE INDEX note_word ON note (word, id)');
    expect((await root.get('/doctor/')).text).toBe(first.text);
  });

  it('is in the OpenAPI document of superusers alone', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect }));
    const paths = async (client: typeof root) =>
      Object.keys((await client.get('/openapi.json')).body.paths).filter((path) => path.includes('doctor'));
    expect(await paths(root)).toEqual(['/doctor/']);
    expect(await paths(await service.user({ username: 'vera' }))).toEqual([]);
  });
});
