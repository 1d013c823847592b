import { defineAdmin, model, postgres } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, hasPostgres } from '../support/databases.ts';
import { addUser, clientOf, password, startService, type TestService } from '../support/service.ts';

/** Values that only few columns have, as they are served, filtered and written. */
describe.runIf(hasPostgres)('values of PostgreSQL', () => {
  const start = (setup: string, models?: NonNullable<Parameters<typeof startService>[0]['models']>): Promise<TestService> =>
    startService({ dialect: 'postgres', setup, ...(models ? { models } : {}) });

  it('are arrays of rows, and of several dimensions, each element as its own type has it', async () => {
    const service = await start(`
      CREATE TYPE place AS (street text, number integer);
      CREATE TABLE t (id integer PRIMARY KEY, places place[], grid integer[], big bigint[], cube numeric(6,2)[], times timestamptz[], nothing text[]);
      INSERT INTO t VALUES (1, ARRAY[ROW('Main, "St"', 1)::place, NULL, ROW('B', NULL)::place], '{{1,2},{3,NULL}}', '{{9007199254740993},{1}}',
        '{{{1.50,2},{3,4}},{{5,6},{7,8}}}', '{{2026-01-01 00:00:00+00},{NULL}}', '{}'),
        (2, NULL, '[0:1]={7,8}', NULL, NULL, NULL, NULL)`);
    const root = await service.superuser();
    const { results } = (await root.get('/r/main.T/?ordering=id')).body;
    expect(results[0]).toMatchObject({
      places: ['("Main, ""St""",1)', null, '(B,)'],
      grid: [
        [1, 2],
        [3, null],
      ],
      big: [['9007199254740993'], [1]],
      cube: [
        [
          ['1.50', '2.00'],
          ['3.00', '4.00'],
        ],
        [
          ['5.00', '6.00'],
          ['7.00', '8.00'],
        ],
      ],
      times: [['2026-01-01T00:00:00Z'], [null]],
      nothing: [],
    });
    expect(results[1]).toMatchObject({ places: null, grid: [7, 8] });
    // What was read and is sent back changes nothing.
    const { grid, big, cube, times, places } = results[0];
    const before = await service.database.query('SELECT * FROM t WHERE id = 1');
    expect((await root.patch('/r/main.T/1/', { grid, big, cube, times, places })).status).toBe(200);
    expect(await service.database.query('SELECT * FROM t WHERE id = 1')).toEqual(before);
    expect((await root.get('/r/main.T/1/history/')).body.count).toBe(0);
    const squares = [
      [5, 6],
      [7, 8],
    ];
    expect((await root.patch('/r/main.T/1/', { grid: squares })).body.grid).toEqual(squares);
    await service.close();
  });

  it('are never rounded without a word', async () => {
    const service = await start('CREATE TABLE t (id integer PRIMARY KEY, amount numeric(5,-2))');
    const root = await service.superuser();
    expect((await root.post('/r/main.T/', { id: 1, amount: '1234500' })).body.amount).toBe('1234500');
    const rounded = await root.patch('/r/main.T/1/', { amount: '1234567' });
    expect([rounded.status, rounded.body.amount]).toEqual([400, ['Must be a multiple of 100.']]);
    expect((await root.patch('/r/main.T/1/', { amount: '-9999900' })).status).toBe(200);
    expect((await root.patch('/r/main.T/1/', { amount: '0' })).status).toBe(200);
    expect((await root.patch('/r/main.T/1/', { amount: '10000000' })).status).toBe(400);
    await service.close();
  });

  it('are durations in the words of PostgreSQL', async () => {
    const service = await start('CREATE TABLE t (id integer PRIMARY KEY, lasts interval)');
    const root = await service.superuser();
    const texts = [
      '3 days',
      '1 year 2 mons 3 days 04:05:06.7',
      '-2 hours',
      '1 day -00:30:00',
      '90 minutes',
      '2 weeks 1 sec',
      '3 days ago',
      '@ 1 min',
      '1h 5m',
    ];
    for (const [index, text] of texts.entries()) {
      const made = await root.post('/r/main.T/', { id: index, lasts: text });
      expect([text, made.status]).toEqual([text, 201]);
      const [row] = await service.database.query(`SELECT lasts = interval '${text}' AS same FROM t WHERE id = ${index}`);
      expect([text, row?.['same']]).toEqual([text, true]);
      expect((await root.get(`/r/main.T/?lasts=${encodeURIComponent(text)}&id=${index}`)).body.count).toBe(1);
    }
    for (const text of ['3', 'days', '3 suns', '1.5 months', '3 days 4 days x', 'ago'])
      expect([text, (await root.post('/r/main.T/', { id: 99, lasts: text })).status]).toEqual([text, 400]);
    await service.close();
  });

  it('are infinite and no numbers, and are filtered for', async () => {
    const service = await start(`CREATE TABLE t (id integer PRIMARY KEY, f double precision, n numeric, d date, at timestamptz);
      INSERT INTO t VALUES (1, 'NaN', 'NaN', 'infinity', '-infinity'), (2, 'Infinity', 'Infinity', '-infinity', 'infinity'),
        (3, '-Infinity', '-Infinity', '2026-01-01', '2026-01-01'), (4, 1, 1, NULL, NULL)`);
    const root = await service.superuser();
    const ids = async (query: string): Promise<unknown> => {
      const { status, body } = await root.get(`/r/main.T/?ordering=id&${query}`);
      return status === 200 ? body.results.map(({ id }: { id: number }) => id) : body;
    };
    for (const field of ['f', 'n']) {
      expect(await ids(`${field}=NaN`)).toEqual([1]);
      expect(await ids(`${field}=Infinity`)).toEqual([2]);
      expect(await ids(`${field}__in=-Infinity,1`)).toEqual([3, 4]);
      expect(await ids(`${field}__lt=Infinity`)).toEqual([3, 4]);
    }
    expect(await ids('d=infinity')).toEqual([1]);
    expect(await ids('at__gt=-infinity')).toEqual([2, 3]);
    for (const id of [1, 2, 3]) {
      const { f, n, d, at } = (await root.get(`/r/main.T/${id}/`)).body;
      expect((await root.patch(`/r/main.T/${id}/`, { f, n, d, at })).status).toBe(200);
      expect((await root.get(`/r/main.T/${id}/history/`)).body.count).toBe(0);
    }
    const written = { n: 'NaN', f: '-Infinity', d: 'infinity' };
    expect((await root.patch('/r/main.T/4/', written)).body).toMatchObject(written);
    expect((await root.patch('/r/main.T/4/', { d: 'never' })).status).toBe(400);
    await service.close();
    const exact = await start("CREATE TABLE t (id integer PRIMARY KEY, n numeric(10,2)); INSERT INTO t VALUES (1, 'NaN')");
    const owner = await exact.superuser();
    expect((await owner.get('/r/main.T/?n=NaN')).body.count).toBe(1);
    expect((await owner.patch('/r/main.T/1/', { n: 'Infinity' })).body.n).toEqual(['A valid number is required.']);
    await exact.close();
  });

  it('are parts of a key whose collations do not go together', async () => {
    const service = await start(
      `CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      CREATE TABLE t (a text COLLATE loose, b text COLLATE "C", c text COLLATE "de-x-icu", n text, PRIMARY KEY (a, b, c));
      INSERT INTO t VALUES ('Lamp', 'x', 'y', 'one'), ('Ärger', 'x', 'y', 'two')`,
    );
    const root = await service.superuser();
    const list = await root.get('/r/main.T/');
    expect(list).toMatchObject({ status: 200, body: { count: 2 } });
    for (const { pk, n } of list.body.results as { pk: string; n: string }[])
      expect(await root.get(`/r/main.T/${encodeURIComponent(pk)}/`)).toMatchObject({ status: 200, body: { n } });
    const ids = (list.body.results as { pk: string }[]).map(({ pk }) => pk);
    expect(await root.post('/r/main.T/bulk/', { action: 'update', ids, data: { n: 'new' } })).toMatchObject({ status: 200 });
    await service.close();
  });

  it('are texts that are equal by a nondeterministic collation, and are searched', async () => {
    const service = await start(
      `CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      CREATE TABLE t (id integer PRIMARY KEY, title text COLLATE loose, other text);
      INSERT INTO t VALUES (1, 'Lamp Ärger', 'x'), (2, 'LAMP', 'lamp'), (3, 'other', 'y')`,
      [model('t', 'main.T', { searchFields: ['title', 'other'] })],
    );
    const root = await service.superuser();
    const ids = async (query: string): Promise<unknown> => {
      const { status, body } = await root.get(`/r/main.T/?ordering=id&${query}`);
      return status === 200 ? body.results.map(({ id }: { id: number }) => id) : [status, body];
    };
    expect(await ids('search=lamp')).toEqual([1, 2]);
    expect(await ids('search=ärger')).toEqual([1]);
    expect(await ids('title__icontains=LAM')).toEqual([1, 2]);
    expect(await ids('title=lamp')).toEqual([2]);
    expect((await root.get('/r/main.T/autocomplete/?q=lamp')).status).toBe(200);
    expect((await root.get('/r/main.T/?ordering=title')).status).toBe(200);
    await service.close();
  });

  it('are written where a trigger names tables by the search path of its application', async () => {
    const database = await createTestDatabase('postgres');
    await database.execute(`CREATE SCHEMA "the shop"; CREATE TABLE "the shop".log (what text);
      CREATE TABLE "the shop".item (id integer PRIMARY KEY, name text);
      CREATE FUNCTION "the shop".note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (NEW.name); RETURN NEW; END $$;
      CREATE TRIGGER note AFTER INSERT ON "the shop".item FOR EACH ROW EXECUTE FUNCTION "the shop".note()`);
    const lines: string[] = [];
    const post = async (searchPath: readonly string[], id: number): Promise<number> => {
      const admin = defineAdmin({
        database: postgres({ connectionString: database.address, searchPath }),
        models: [model('the shop.item', 'shop.Item')],
        settings: { logger: pino({ level: 'error' }, { write: (line) => lines.push(line) }) },
      });
      await admin.operations.migrate();
      if (id === 1) await addUser(database, { username: 'root', isSuperuser: true });
      const { access } = (await clientOf(admin, null).post('/auth/login/', { username: 'root', password })).body;
      const { status } = await clientOf(admin, access).post('/r/shop.Item/', { id, name: 'a' });
      await admin.close();
      return status;
    };
    expect(await post([], 1)).toBe(500);
    expect(lines.join('')).toContain('option searchPath of postgres()');
    expect(await post(['the shop'], 2)).toBe(201);
    expect(await database.query('SELECT what FROM "the shop".log')).toEqual([{ what: 'a' }]);
    await database.close();
  });
});

describe('values of SQLite', () => {
  it('are infinite, and are filtered for', async () => {
    const service = await startService({
      dialect: 'sqlite',
      setup: `CREATE TABLE t (id integer PRIMARY KEY, f real, n numeric(8,2), m numeric);
        INSERT INTO t VALUES (1, 9e999, 9e999, 9e999), (2, -9e999, -9e999, -9e999), (3, 1, 1, 1)`,
    });
    const root = await service.superuser();
    const ids = async (query: string): Promise<unknown> =>
      (await root.get(`/r/main.T/?ordering=id&${query}`)).body.results?.map(({ id }: { id: number }) => id);
    for (const field of ['f', 'n', 'm']) {
      expect((await root.get('/r/main.T/1/')).body[field]).toBe('Infinity');
      expect((await root.get('/r/main.T/2/')).body[field]).toBe('-Infinity');
      expect(await ids(`${field}=Infinity`)).toEqual([1]);
      expect(await ids(`${field}__lt=Infinity`)).toEqual([2, 3]);
      const written = (await root.patch('/r/main.T/3/', { [field]: 'Infinity' })).body[field];
      expect(written).toEqual(field === 'n' ? ['A valid number is required.'] : 'Infinity');
      expect((await root.patch('/r/main.T/3/', { [field]: 'NaN' })).status).toBe(400);
    }
    await service.close();
  });
});

describe.each(dialects)('keys of bytes on %s', (dialect) => {
  it('are base64 in answers and addresses', async () => {
    const isPostgres = dialect === 'postgres';
    const bytes = isPostgres ? 'bytea' : 'blob';
    const value = (hex: string): string => (isPostgres ? `'\\x${hex}'` : `x'${hex}'`);
    const service = await startService({
      dialect,
      setup: `CREATE TABLE item (id ${bytes} PRIMARY KEY, name text);
        CREATE TABLE line (a ${bytes} NOT NULL, b integer NOT NULL, item_id ${bytes} REFERENCES item (id), PRIMARY KEY (a, b));
        INSERT INTO item VALUES (${value('fbff00')}, 'first'), (${value('00')}, 'second');
        INSERT INTO line VALUES (${value('fe01')}, 1, ${value('fbff00')})`,
    });
    const root = await service.superuser();
    const at = (id: string): string => `/r/main.Item/${encodeURIComponent(id)}/`;
    const { results } = (await root.get('/r/main.Item/?ordering=name')).body;
    expect(results.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['+/8A', 'first'],
      ['AA==', 'second'],
    ]);
    for (const id of ['+/8A', '-_8A', 'AA==', 'AA']) expect([id, (await root.get(at(id))).status]).toEqual([id, 200]);
    for (const id of ['+/8B', '!', 'x y', '+/8']) expect([id, (await root.get(at(id))).status]).toEqual([id, 404]);
    expect((await root.patch(at('+/8A'), { name: 'changed' })).body).toMatchObject({ id: '+/8A', name: 'changed' });
    const bulk = await root.post('/r/main.Item/bulk/', { action: 'update', ids: ['+/8A', 'AA=='], data: { name: 'both' } });
    expect(bulk.status).toBe(200);
    expect((await root.get('/r/main.Item/?name=both')).body.count).toBe(2);
    expect((await root.get(`/r/main.Line/?item=${encodeURIComponent('+/8A')}`)).body.results).toEqual([
      expect.objectContaining({ a: '/gE=', b: 1, item: '+/8A' }),
    ]);
    const [line] = (await root.get('/r/main.Line/')).body.results;
    expect((await root.get(`/r/main.Line/${encodeURIComponent(line.pk)}/`)).body.b).toBe(1);
    expect((await root.get(`${at('+/8A')}history/`)).body.count).toBeGreaterThan(0);
    expect((await root.delete(at('AA=='))).status).toBe(204);
    await service.close();
  });
});

describe.each(dialects)('an empty create on %s', (dialect) => {
  it('that breaks a rule of the database names the field, and speaks of no other rows', async () => {
    const key = `INTEGER PRIMARY KEY${dialect === 'postgres' ? ' GENERATED BY DEFAULT AS IDENTITY' : ''}`;
    /** The column is required since the service has started. */
    const start = async (columns: string): Promise<TestService> => {
      const service = await startService({
        dialect,
        setup: `CREATE TABLE item (id ${key}, name text, inner_code text)`,
        models: [model('item', 'main.Item', { fields: { name: { readonly: true }, inner_code: { hidden: true } } })],
      });
      await service.database.execute(`DROP TABLE item; CREATE TABLE item (id ${key}, ${columns})`);
      return service;
    };
    const shown = await start('name text NOT NULL, inner_code text');
    const made = await (await shown.superuser()).post('/r/main.Item/', {});
    expect([made.status, made.body.name]).toEqual([400, ['This field may not be null.']]);
    await shown.close();
    const concealed = await start('name text, inner_code text NOT NULL');
    const hidden = await (await concealed.superuser()).post('/r/main.Item/', {});
    expect([hidden.status, hidden.body.non_field_errors]).toEqual([400, ['A column that can not be set here needs a value.']]);
    expect(hidden.text).not.toContain('inner_code');
    await concealed.close();
  });
});
