import { type Diagnosis, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const count = 12_000;

const series = {
  sqlite: `(WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${count}) SELECT i FROM s)`,
  postgres: `generate_series(1, ${count}) AS s(i)`,
};

describe.each(dialects)('the doctor on %s', (dialect) => {
  const start = async () => {
    const { service } = await serviceOfTest(
      startService({
        dialect,
        setup: `CREATE TABLE owner (id integer PRIMARY KEY, name varchar(100));
          INSERT INTO owner SELECT i, 'owner ' || i FROM ${series[dialect]};
          CREATE TABLE "日本 ""語" (id integer PRIMARY KEY, "order" varchar(100), kind varchar(100), made date, owner_id integer REFERENCES owner (id));
          INSERT INTO "日本 ""語" SELECT i, 'name ' || i, 'kind ' || i, '2024-01-01', i FROM ${series[dialect]};
          CREATE INDEX kind_one ON "日本 ""語" (kind);
          CREATE TABLE small (id integer PRIMARY KEY, note varchar(100));
          INSERT INTO small VALUES (1, 'a')`,
        models: [
          model('owner', 't.Owner', { searchFields: [] }),
          model('日本 "語', 't.Thing', {
            searchFields: ['order'],
            listFilter: ['kind', 'made'],
            listDisplay: ['id', 'order', 'kind', 'owner'],
          }),
          model('small', 't.Small', { searchFields: ['note'], listFilter: ['note'] }),
        ],
      }),
    );
    await service.database.execute('ANALYZE');
    // Otherwise no index of a new database has been used.
    if (dialect === 'postgres') {
      await service.database.execute('SELECT pg_stat_force_next_flush()');
      await service.database.execute('SELECT pg_stat_reset()');
    }
    return service;
  };
  const uses = ({ unserved }: Diagnosis): string[] => unserved.map(({ model: key, kind, fields }) => `${key} ${kind} ${fields.join()}`);
  const wanted = [
    't.Owner sort name',
    't.Thing filter made',
    't.Thing link owner',
    't.Thing search order',
    't.Thing sort order',
    't.Thing sort owner',
  ];

  it('names what reads a large table from end to end, and indexes that end that', async () => {
    const service = await start();
    const found = await service.admin.operations.diagnose();
    expect(uses(found).toSorted()).toEqual(wanted);
    expect(found.examined.tables).toBe(2);
    const cures = new Set(found.unserved.flatMap(({ cure }) => (cure === null ? [] : cure.split('\n'))));
    // One index serves both the links to an owner and the sort by owners.
    expect([...cures].filter((cure) => cure.includes('owner_id'))).toHaveLength(1);
    for (const cure of cures) await service.database.execute(cure.replace('CONCURRENTLY ', ''));
    await service.database.execute('ANALYZE');
    // A search index of SQLite is found at a start.
    await service.admin.close();
    expect(uses(await service.admin.operations.diagnose())).toEqual([]);
  });

  it('examines tables from a number of rows', async () => {
    const service = await start();
    expect((await service.admin.operations.diagnose(count + 1)).examined).toEqual({ tables: 0, uses: 0 });
    const { examined, unserved } = await service.admin.operations.diagnose(1);
    expect(examined.tables).toBe(3);
    expect(unserved.some(({ model: key }) => key === 't.Small')).toBe(true);
  });

  it('names an index that there is twice', async () => {
    const service = await start();
    // An index on an expression and the same column is another one.
    await service.database.execute('CREATE INDEX by_expression ON "日本 ""語" (lower("order"), kind)');
    expect((await service.admin.operations.diagnose()).advice).toEqual([]);
    await service.database.execute('CREATE INDEX kind_two ON "日本 ""語" (kind)');
    const { advice } = await service.admin.operations.diagnose();
    expect(advice).toHaveLength(1);
    expect(advice[0]?.problem).toMatch(/kind_two.* is the same as .*kind_one/);
    await service.database.execute(String(advice[0]?.cure).replace('CONCURRENTLY ', ''));
    expect((await service.admin.operations.diagnose()).advice).toEqual([]);
  });
});
