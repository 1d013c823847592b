import { DatabaseSync } from 'node:sqlite';
import { defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects, hasPostgres, type TestDatabase } from '../support/databases.ts';
import { clientOf, startService } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const settings = { logger: pino({ level: 'silent' }) };

/** What an application with a collation, functions and a full text index of its own leaves behind. */
const sqliteTables = `
  PRAGMA foreign_keys = OFF;
  CREATE TABLE deck (id integer PRIMARY KEY, name text NOT NULL COLLATE nocase, size integer, deck_kind integer REFERENCES kind (id));
  CREATE UNIQUE INDEX deck_name ON deck (name);
  INSERT INTO deck (id, name, size) VALUES (1, 'b', 10), (2, 'a', 20), (3, 'C', 30);
  CREATE TABLE kind (id integer PRIMARY KEY, name text COLLATE nocase, note text);
  INSERT INTO kind VALUES (1, 'plain', 'n');
  UPDATE deck SET deck_kind = 1;
  CREATE TABLE card (id integer PRIMARY KEY, deck_id integer REFERENCES deck (id), front text);
  INSERT INTO card VALUES (1, 2, 'hello');
  CREATE TABLE loose (word text COLLATE nocase);
  INSERT INTO loose VALUES ('x'), ('y');
  CREATE TABLE tag (tag text PRIMARY KEY COLLATE nocase, uses integer) WITHOUT ROWID;
  CREATE TABLE keyed (word text PRIMARY KEY COLLATE nocase, v text);
  INSERT INTO keyed VALUES ('k', '1');
  CREATE TABLE orphan (id integer PRIMARY KEY, name text, gone_id integer REFERENCES gone (id));
  INSERT INTO orphan VALUES (1, 'one', NULL);
  CREATE TABLE shelf (id integer PRIMARY KEY, code text);
  INSERT INTO shelf VALUES (1, 's');
  CREATE TABLE misled (id integer PRIMARY KEY, name text, shelf_code text REFERENCES shelf (code));
  INSERT INTO misled VALUES (1, 'one', 's');
  CREATE TABLE logged (id integer PRIMARY KEY, name text);
  CREATE TRIGGER log AFTER INSERT ON logged BEGIN INSERT INTO missing_log VALUES (NEW.id); END;
  CREATE VIRTUAL TABLE words USING fts5 (body);
  CREATE VIEW broken AS SELECT name FROM nowhere;
  CREATE TABLE tagged (id integer PRIMARY KEY, name text, tag text REFERENCES tag (tag));
  INSERT INTO tagged (id, name) VALUES (1, 'one');
  CREATE VIEW deck_names AS SELECT id, name FROM deck;
  CREATE VIEW shelf_codes AS SELECT id, code FROM shelf;
  CREATE VIEW by_function AS SELECT their_function(id) AS n FROM shelf;
  PRAGMA writable_schema = ON;
  UPDATE sqlite_schema SET sql = replace(sql, 'nocase', 'unicase');
  PRAGMA writable_schema = RESET;`;

async function makeSqlite(database: TestDatabase): Promise<void> {
  const handle = new DatabaseSync(database.address.replace('sqlite:', ''), { defensive: false });
  handle.exec(sqliteTables);
  handle.close();
}

describe('a SQLite file of an application with a collation of its own', () => {
  const { service, root: client } = serviceForAll(() => startService({ dialect: 'sqlite', setup: makeSqlite }));

  const one = async (path: string): Promise<any> => {
    const answer = await client.get(path);
    expect([path, answer.status, answer.text.slice(0, 200)]).toMatchObject([path, 200, expect.anything()]);
    return answer.body;
  };
  const permissions = async (name: string): Promise<unknown> => (await one(`/schema/main.${name}/`)).permissions;

  it('is not changed where a row could not be found by its key', async () => {
    expect((await one('/r/main.Keyed/k/')).v).toBe('1');
    expect(await permissions('Keyed')).toMatchObject({ view: true, change: false, delete: false });
    expect((await client.patch('/r/main.Keyed/k/', { v: '2' })).status).toBe(403);
    expect((await client.post('/r/main.Keyed/bulk/', { action: 'update', ids: ['k'], data: { v: '2' } })).status).toBe(403);
  });

  it('is read without it', async () => {
    expect((await one('/r/main.Deck/')).results.map((row: { id: number }) => row.id)).toEqual([3, 2, 1]);
    expect((await one('/r/main.Deck/?ordering=name')).results.map((row: { name: string }) => row.name)).toEqual(['C', 'a', 'b']);
    expect((await one('/r/main.Deck/?name=b')).results).toMatchObject([{ id: 1, deck_kind_label: 'plain' }]);
    expect((await one('/r/main.Deck/?name__in=a,C&search=a')).count).toBe(1);
    expect((await one('/r/main.Deck/2/')).name).toBe('a');
    expect((await one('/r/main.Deck/autocomplete/?q=c')).results).toHaveLength(1);
    expect((await one('/r/main.Deck/2/related/')).blocked_by).toMatchObject([{ model: 'main.Card', count: 1 }]);
    expect((await one('/r/main.Card/')).results).toMatchObject([{ deck: 2, deck_label: 'a' }]);
    expect((await one('/r/main.Loose/?word=y')).results).toMatchObject([{ id: 2, word: 'y' }]);
    expect((await one('/r/main.Loose/1/')).word).toBe('x');
    expect((await one('/widgets/model-counts/')).cards).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'main.Deck', value: 3 })]),
    );
  });

  it('is written where no index needs it', async () => {
    expect(await permissions('Deck')).toEqual({ view: true, add: false, change: true, delete: false });
    const refused = await client.patch('/r/main.Deck/1/', { name: 'new' });
    expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('"name":"b"')]);
    expect((await client.patch('/r/main.Deck/1/', { size: 11 })).body.size).toBe(11);
    expect((await client.post('/r/main.Deck/', { name: 'c' })).body.detail).toContain('unicase');
    expect(await permissions('Kind')).toEqual({ view: true, add: true, change: true, delete: true });
    const made = await client.post('/r/main.Kind/', { name: 'fancy' });
    expect(made.status, made.text).toBe(201);
    expect((await client.patch(`/r/main.Kind/${made.body.id}/`, { name: 'fancier' })).body.name).toBe('fancier');
    expect((await client.delete(`/r/main.Kind/${made.body.id}/`)).status).toBe(204);
  });

  it('names what is left out, and why', async () => {
    const leftOut = (await service.admin.operations.leftOut()).join('\n');
    expect(leftOut).toMatch(/^tag: it can not be read \(no such collation sequence: unicase\)\.$/m);
    expect(leftOut).toMatch(/^words: it is a virtual table\.$/m);
    expect(leftOut).toMatch(/^broken: it can not be read \(no such table: main\.nowhere\)\.$/m);
    expect(leftOut).toMatch(/^deck_names: it can not be read \(no such collation sequence: unicase\)\.$/m);
    expect(leftOut).toMatch(/^shelf_codes: a view has no key of its own/m);
    expect(leftOut).toMatch(/^by_function: it can not be read \(no such function: their_function\)\.$/m);
    const { models } = await one('/schema/');
    expect(models.map((entry: { model: string }) => entry.model)).not.toContain('main.Tag');
  });

  it('offers no write to a table whose foreign key leads nowhere, but what SQLite takes', async () => {
    expect(await permissions('Orphan')).toEqual({ view: true, add: false, change: true, delete: false });
    const answer = await client.post('/r/main.Orphan/', { name: 'two' });
    expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('gone')]);
    expect((await client.patch('/r/main.Orphan/1/', { name: 'changed', gone_id: null })).body.name).toBe('changed');
    expect((await client.delete('/r/main.Orphan/1/')).status).toBe(403);
    expect((await service.admin.operations.notes()).join('\n')).toContain('orphan');
  });

  it('asks nothing of a table that can not be read where another points to it', async () => {
    expect((await one('/r/main.Tagged/')).results).toMatchObject([{ id: 1, tag: null }]);
    expect((await client.patch('/r/main.Tagged/1/', { name: 'changed' })).body.name).toBe('changed');
    const pointed = await client.patch('/r/main.Tagged/1/', { tag: 'new' });
    expect(pointed.status, pointed.text).toBeLessThan(500);
    expect((await permissions('Tagged')) as object).toMatchObject({ add: false, change: true });
  });

  it('knows a foreign key to what is no key, and a trigger that fails', async () => {
    const [row] = (await one('/r/main.Misled/')).results;
    expect(row).toMatchObject({ shelf_code: 's' });
    expect(row.shelf_code_label).toBeUndefined();
    expect(await permissions('Misled')).toMatchObject({ add: false, change: true });
    expect(await permissions('Shelf')).toMatchObject({ view: true, delete: false });
    expect(await permissions('Logged')).toEqual({ view: true, add: false, change: true, delete: true });
  });
});

function nullKeys(dialect: Dialect): string {
  return `
    CREATE TABLE part (id integer PRIMARY KEY, name varchar(20));
    INSERT INTO part VALUES (1, 'one'), (2, 'two');
    CREATE TABLE use_of (id integer PRIMARY KEY, part_id integer REFERENCES part (id));
    INSERT INTO use_of VALUES (7, 2);
    CREATE VIEW part_use AS SELECT u.id, p.name FROM part p LEFT JOIN use_of u ON u.part_id = p.id;
    ${
      dialect === 'sqlite'
        ? `CREATE TABLE code (code text PRIMARY KEY, name text);
           INSERT INTO code VALUES ('null', 'a text'), (NULL, 'first without'), (NULL, 'second without'), ('b', 'b');
           CREATE TABLE pair (a text, b text, name text, PRIMARY KEY (a, b));
           INSERT INTO pair VALUES ('x', 'y', 'whole'), ('x', NULL, 'half'), (NULL, NULL, 'none');
           CREATE TABLE whole (code text PRIMARY KEY, name text);
           INSERT INTO whole VALUES ('c', 'c');`
        : ''
    }`;
}

describe.each(dialects)('rows whose key is null on %s', (dialect) => {
  const { service, root: client } = serviceForAll(() => startService({ dialect, setup: nullKeys(dialect) }));

  it('are not among those of a view', async () => {
    const models = [model('part_use', 'main.PartUse', { primaryKey: ['id'] })];
    const admin = defineAdmin({ database: service.database.source(), models, settings });
    const viewer = clientOf(admin, client.token);
    expect((await viewer.get('/r/main.PartUse/')).body).toMatchObject({ count: 1, results: [{ id: 7, name: 'two', _label: 'two' }] });
    expect((await viewer.get('/r/main.PartUse/autocomplete/')).body.results).toEqual([{ value: 7, label: 'two' }]);
    await admin.close();
  });
});

/** Only SQLite has primary keys with nulls in them. */
describe('rows whose primary key is null', () => {
  const { service, root: client } = serviceForAll(() => startService({ dialect: 'sqlite', setup: nullKeys('sqlite') }));

  it('are not among those of a table, and no other row is taken for them', async () => {
    expect((await client.get('/r/main.Code/?ordering=code')).body).toMatchObject({ count: 2, results: [{ code: 'b' }, { code: 'null' }] });
    expect((await client.get('/r/main.Code/null/')).body.name).toBe('a text');
    expect((await client.get('/r/main.Code/?name__icontains=without')).body.count).toBe(0);
    expect((await client.get('/r/main.Pair/')).body).toMatchObject({ count: 1, results: [{ pk: 'x~y', name: 'whole' }] });
    const leftOut = (await service.admin.operations.leftOut()).join('\n');
    expect(leftOut).toContain('code: rows whose key is null are not served.');
    expect(leftOut).toContain('pair: rows whose key is null are not served.');
    expect(leftOut).not.toContain('whole:');
  });

  it('do not take another row along in a run on all that match', async () => {
    const models = [
      model('code', 'main.Code', { actions: { clear: async (_, rows) => ({ message: String(await rows.update({ name: 'cleared' })) }) } }),
    ];
    const admin = defineAdmin({ database: service.database.source(), models, settings });
    const answer = await clientOf(admin, client.token).post('/r/main.Code/action/clear/', {
      all_filtered: true,
      params: { name__icontains: 'without' },
    });
    expect(answer.body).toEqual({ message: '0' });
    expect(await service.database.query("SELECT name FROM code WHERE code = 'null'")).toEqual([{ name: 'a text' }]);
    await admin.close();
  });
});

describe.runIf(hasPostgres)('tables of PostgreSQL that are parts of others', () => {
  it('are named with what serves their rows', async () => {
    const service = await startService({
      dialect: 'postgres',
      setup: `CREATE SCHEMA old;
        CREATE TABLE reading (id integer, year integer, PRIMARY KEY (id, year)) PARTITION BY LIST (year);
        CREATE TABLE reading_2024 PARTITION OF reading FOR VALUES IN (2024);
        CREATE TABLE old.reading_2020 PARTITION OF reading FOR VALUES IN (2020);
        INSERT INTO reading VALUES (1, 2024), (2, 2020);
        CREATE TABLE old.keyless (value integer);
        CREATE VIEW old.some_view AS SELECT 1 AS n;`,
    });
    const client = await service.superuser();
    expect((await client.get('/r/main.Reading/')).body.count).toBe(2);
    const leftOut = (await service.admin.operations.leftOut()).join('\n');
    expect(leftOut).toMatch(/^old\.reading_2020, reading_2024: served as a part of reading\.$/m);
    expect(leftOut).toMatch(/^old\.keyless: it has neither/m);
    expect(leftOut).toMatch(/^old\.some_view: a view/m);
    await service.close();
  });
});

describe('a view over a table that is gone', () => {
  it('does not stop the migrations of SQLite', async () => {
    const { root } = await serviceOfTest(
      startService({
        dialect: 'sqlite',
        setup: 'CREATE TABLE thing (id integer PRIMARY KEY); CREATE VIEW broken AS SELECT * FROM gone;',
      }),
    );
    expect((await root.get('/r/main.Thing/')).status).toBe(200);
  });
});

describe.runIf(dialects.includes('sqlite'))('a key of SQLite that is declared with DESC', () => {
  it('is not the rowid: SQLite makes no value for it, so a new row has to have one', async () => {
    const setup = 'CREATE TABLE note (id INTEGER PRIMARY KEY DESC, title text); CREATE TABLE usual (id INTEGER PRIMARY KEY, title text)';
    const { root } = await serviceOfTest(startService({ dialect: 'sqlite', setup }));
    const { fields } = (await root.get('/schema/main.Note/')).body;
    expect(fields[0]).toMatchObject({ name: 'id', type: 'IntegerField', required: true, editable: true });
    const without = await root.post('/r/main.Note/', { title: 'a' });
    expect([without.status, Object.keys(without.body)]).toEqual([400, ['detail', 'id']]);
    expect((await root.post('/r/main.Note/', { id: 5, title: 'a' })).status).toBe(201);
    expect((await root.patch('/r/main.Note/5/', { title: 'b' })).body).toMatchObject({ id: 5, title: 'b' });
    expect((await root.post('/r/main.Usual/', { title: 'a' })).status).toBe(201);
  });
});
