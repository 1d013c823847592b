import { afterEach, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { startService, type TestService } from '../support/service.ts';

/** Tables whose keys lead everywhere: chains, loops, diamonds, composite keys, tables without a key. */
function tangle(dialect: Dialect): string {
  const key = dialect === 'postgres' ? 'integer PRIMARY KEY' : 'INTEGER PRIMARY KEY';
  return `
    CREATE TABLE land (id ${key}, name varchar(20));
    CREATE TABLE town (id ${key}, land_id integer REFERENCES land (id) ON DELETE CASCADE, code varchar(5), zone integer, UNIQUE (code, zone));
    CREATE TABLE house (id ${key}, town_id integer NOT NULL REFERENCES town (id) ON DELETE CASCADE, land_id integer REFERENCES land (id) ON DELETE CASCADE);
    CREATE TABLE person (id ${key}, boss_id integer REFERENCES person (id) ON DELETE CASCADE, home_id integer REFERENCES house (id) ON DELETE SET NULL, land_id integer REFERENCES land (id) ON DELETE CASCADE);
    CREATE TABLE parcel (id ${key}, code varchar(5), zone integer, FOREIGN KEY (code, zone) REFERENCES town (code, zone) ON DELETE CASCADE);
    CREATE TABLE note (person_id integer REFERENCES person (id) ON DELETE CASCADE, text varchar(20));
    CREATE TABLE pet (id ${key}, owner_id integer NOT NULL REFERENCES person (id) ON DELETE SET NULL);
    CREATE TABLE tax (id ${key}, person_id integer REFERENCES person (id));
    CREATE TABLE hen (id ${key}, egg_id integer);
    CREATE TABLE egg (id ${key}, hen_id integer REFERENCES hen (id) ON DELETE CASCADE);
    ${dialect === 'postgres' ? 'ALTER TABLE hen ADD FOREIGN KEY (egg_id) REFERENCES egg (id) ON DELETE CASCADE;' : 'DROP TABLE hen; CREATE TABLE hen (id INTEGER PRIMARY KEY, egg_id integer REFERENCES egg (id) ON DELETE CASCADE);'}
    CREATE TABLE feather (id ${key}, hen_id integer REFERENCES hen (id) ON DELETE RESTRICT, egg_id integer REFERENCES egg (id) ON DELETE CASCADE);
    INSERT INTO land VALUES (1, 'one'), (2, 'two');
    INSERT INTO town VALUES (1, 1, 'a', 1), (2, 1, 'b', 1), (3, 2, 'a', 2);
    INSERT INTO house VALUES (1, 1, 1), (2, 1, 2), (3, 3, 1), (4, 3, 2);
    INSERT INTO person VALUES (1, NULL, 1, 1), (2, 1, 4, NULL), (3, 2, 2, NULL), (4, NULL, 1, NULL);
    UPDATE person SET boss_id = 3 WHERE id = 1;
    INSERT INTO parcel VALUES (1, 'a', 1), (2, 'a', 2), (3, NULL, 1);
    INSERT INTO note VALUES (1, 'x'), (1, 'y'), (3, 'z'), (4, 'w');
    INSERT INTO hen VALUES (1, NULL), (2, NULL), (3, NULL);
    INSERT INTO egg VALUES (1, 1), (2, 2), (3, 1);
    UPDATE hen SET egg_id = 1 WHERE id = 2;
    UPDATE hen SET egg_id = 2 WHERE id = 1;`;
}

const tableOf: Readonly<Record<string, string>> = {
  Land: 'land',
  Town: 'town',
  House: 'house',
  Person: 'person',
  Parcel: 'parcel',
  Note: 'note',
  Hen: 'hen',
  Egg: 'egg',
};

/** CONTRACT §5: what a delete takes along is said before it happens, and is what happens. */
describe.each(dialects)('deleting on %s', (dialect) => {
  let service: TestService;
  afterEach(() => service.close());

  const start = async (more = ''): Promise<Awaited<ReturnType<TestService['superuser']>>> => {
    service = await startService({ dialect, setup: `${tangle(dialect)}${more}` });
    return service.superuser();
  };
  const counts = async (): Promise<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const [model, table] of Object.entries(tableOf))
      found[model] = Number((await service.database.query(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);
    return found;
  };

  it.each([
    ['Land', 1],
    ['Land', 2],
    ['Town', 1],
    ['House', 1],
    ['Person', 2],
    ['Person', 4],
    ['Hen', 1],
    ['Hen', 3],
    ['Egg', 2],
  ] as const)('takes with %s %i exactly what it said that it would', async (model, id) => {
    const root = await start();
    const before = await counts();
    const { body } = await root.get(`/r/main.${model}/${id}/related/`);
    const homeless = async (): Promise<number> =>
      Number((await service.database.query('SELECT count(*) AS n FROM person WHERE home_id IS NULL'))[0]?.['n']);
    const alone = await homeless();
    expect(body.blocked_by).toEqual([]);
    expect((await root.delete(`/r/main.${model}/${id}/`)).status).toBe(204);
    const after = await counts();
    const gone: Record<string, number> = {};
    for (const [name, count] of Object.entries(before))
      if (count > (after[name] ?? 0)) gone[name] = count - (after[name] ?? 0) - (name === model ? 1 : 0);
    const said: Record<string, number> = {};
    for (const { model: name, count } of body.related) said[name === null ? 'Note' : name.replace('main.', '')] = count;
    const happened = Object.fromEntries(Object.entries(gone).filter(([, count]) => count > 0));
    expect(said).toEqual(happened);
    const unlinked = body.unlinked.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect((await homeless()) - alone).toBe(unlinked);
    const [entry] = (await root.get('/r/admin.AdminAuditLog/')).body.results;
    const { targets, targets_count: total } = (await root.get(`/r/admin.AdminAuditLog/${entry.id}/`)).body;
    expect(total).toBe(Object.values(happened).reduce((sum, count) => sum + count, 0));
    const named = total - (dialect === 'postgres' ? (said['Note'] ?? 0) : 0);
    expect(targets).toHaveLength(named);
  });

  it('is refused by a row at the end of a chain, which is named; a row that goes as well refuses nothing', async () => {
    const root = await start('INSERT INTO tax VALUES (1, 3); INSERT INTO feather VALUES (1, 1, 1), (2, 3, NULL);');
    const related = (await root.get('/r/main.Land/1/related/')).body;
    expect(related.blocked_by).toEqual([{ model: 'main.Tax', verbose_name: 'tax', count: 1 }]);
    const refused = await root.delete('/r/main.Land/1/');
    expect([refused.status, refused.body.blocked_by]).toEqual([409, related.blocked_by]);
    expect((await root.get('/r/main.Hen/3/related/')).body.blocked_by).toEqual([
      { model: 'main.Feather', verbose_name: 'feather', count: 1 },
    ]);
    expect((await root.delete('/r/main.Hen/3/')).status).toBe(409);
    expect((await root.get('/r/main.Hen/1/related/')).body.blocked_by).toEqual([]);
  });

  it('counts a key that can not become null among those that forbid', async () => {
    const root = await start('INSERT INTO pet VALUES (1, 4);');
    expect((await root.get('/r/main.Person/4/related/')).body).toMatchObject({
      blocked_by: [{ model: 'main.Pet', count: 1 }],
      unlinked: [],
    });
    expect((await root.delete('/r/main.Person/4/')).status).toBe(409);
  });

  it('stops counting at a thousand, but finds the one that forbids', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `(${100 + index}, 4)`).join(',');
    const root = await start(`INSERT INTO person (id, boss_id) VALUES ${rows}; INSERT INTO tax VALUES (1, 1599);`);
    expect((await root.get('/r/main.Person/4/related/')).body).toEqual({
      related: [
        { model: 'main.Person', verbose_name: 'person', count: 1000, capped: true },
        dialect === 'postgres'
          ? { model: null, verbose_name: 'other records', count: 1 }
          : { model: 'main.Note', verbose_name: 'note', count: 1 },
      ],
      blocked_by: [{ model: 'main.Tax', verbose_name: 'tax', count: 1 }],
      unlinked: [],
    });
    await service.database.execute('DELETE FROM tax');
    expect((await root.delete('/r/main.Person/4/')).status).toBe(204);
    const [entry] = (await root.get('/r/admin.AdminAuditLog/')).body.results;
    const { targets, targets_count: total } = (await root.get(`/r/admin.AdminAuditLog/${entry.id}/`)).body;
    expect([targets.length, total]).toEqual([1000, 1501]);
  });

  it('tells the rest of a chain also where a bulk delete takes both ends', async () => {
    const root = await start();
    expect((await root.post('/r/main.Person/bulk/', { action: 'delete', ids: [1, 2, 3] })).body).toEqual({ deleted: 3 });
    expect((await counts())['Person']).toBe(1);
  });
});
