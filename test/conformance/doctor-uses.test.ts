import { all, type Diagnosis, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService, type TestServiceOptions } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const count = 12_000;

const series = {
  sqlite: `(WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${count}) SELECT i FROM s)`,
  postgres: `generate_series(1, ${count}) AS s(i)`,
};

describe.each(dialects)('the doctor on %s', (dialect) => {
  const start = async (setup: string, models: NonNullable<TestServiceOptions['models']>) => {
    const { service } = await serviceOfTest(startService({ dialect, setup, models }));
    await service.database.execute('ANALYZE');
    if (dialect === 'postgres') {
      await service.database.execute('SELECT pg_stat_force_next_flush()');
      await service.database.execute('SELECT pg_stat_reset()');
    }
    const apply = async ({ unserved }: Diagnosis) => {
      for (const statement of new Set(unserved.flatMap(({ cure }) => cure?.split('\n') ?? [])))
        await service.database.execute(statement.replace('CONCURRENTLY ', ''));
      await service.database.execute('ANALYZE');
      // A search index of SQLite is found at a start.
      await service.admin.close();
      return service.admin.operations.diagnose();
    };
    return { service, found: await service.admin.operations.diagnose(), apply };
  };
  const named = (found: Diagnosis, kind: string): string[] =>
    found.unserved.filter((use) => use.kind === kind).map(({ model: key, fields }) => `${key} ${fields.join()}`);

  const sales = `CREATE TABLE customer (id integer PRIMARY KEY, name varchar(100), country varchar(100));
    INSERT INTO customer SELECT i, 'name ' || i, 'country ' || (i % 3000) FROM ${series[dialect]};
    CREATE TABLE sale (id integer PRIMARY KEY, customer_id integer REFERENCES customer (id), status varchar(20), size varchar(20), tenant varchar(50));
    INSERT INTO sale SELECT i, i, CASE WHEN i < 9 THEN 'disputed' ELSE 'paid' END, CASE i % 2 WHEN 0 THEN 's' ELSE 'l' END, 'tenant ' || (i % 500) FROM ${series[dialect]};
    CREATE INDEX sale_customer ON sale (customer_id);`;
  const customer = model('customer', 't.Customer', { searchFields: [], listDisplay: ['id'] });

  it('follows filters along links, and says which indexes are missing on the way', async () => {
    const { found, apply } = await start(sales, [
      customer,
      model('sale', 't.Sale', { searchFields: [], listDisplay: ['id'], listFilter: ['customer.country'] }),
    ]);
    expect(named(found, 'filter')).toEqual(['t.Sale customer__country']);
    const [use] = found.unserved;
    expect(use?.plan.length).toBeGreaterThan(0);
    if (dialect === 'sqlite') {
      expect(use).toMatchObject({ cure: null, notes: [expect.stringContaining('along a link')] });
      return;
    }
    // The index on the foreign key is there already.
    expect(use?.cure).toBe('CREATE INDEX CONCURRENTLY ON "customer" ("country");');
    const after = await apply(found);
    expect(after.unserved).toEqual([]);
    expect(after.uses.find(({ kind }) => kind === 'filter')).toMatchObject({
      served: true,
      plan: expect.arrayContaining([expect.stringContaining('Index')]),
    });
  });

  it('reads the rows that a page leads to, and counts those that point to it, by indexes', async () => {
    const models = [
      model('customer', 't.Customer', { searchFields: [], listDisplay: ['id', 'Sale.count'], ordering: ['-id'] }),
      model('sale', 't.Sale', { searchFields: [], listDisplay: ['id', 'customer.name'], listFilter: [] }),
    ];
    const { service, found } = await start(sales, models);
    expect(found.unserved).toEqual([]);
    await service.database.execute('DROP INDEX sale_customer');
    const without = await service.admin.operations.diagnose();
    expect(named(without, 'link')).toEqual(['t.Sale customer']);
    expect(without.unserved.every(({ kind }) => kind !== 'list' && kind !== 'sort')).toBe(true);
  });

  it('examines choices by the rare ones: an index finds no half of a table', async () => {
    const { found, apply } = await start(sales, [
      customer,
      model('sale', 't.Sale', {
        searchFields: [],
        listDisplay: ['id'],
        listFilter: ['status', 'size'],
        fields: { status: { choices: ['paid', 'disputed'] }, size: { choices: ['s', 'l'] } },
      }),
    ]);
    expect(named(found, 'filter')).toEqual(['t.Sale status']);
    expect(found.uses.find(({ fields }) => fields.join() === 'size')?.served).toBe(true);
    expect((await apply(found)).unserved).toEqual([]);
  });

  it('examines row rules for a user whom they limit', async () => {
    const { found, apply } = await start(sales, [
      customer,
      model('sale', 't.Sale', {
        searchFields: [],
        listDisplay: ['id'],
        rows: ({ actor }) => (actor.isSuperuser ? all : where('tenant', '=', actor.username)),
      }),
      model('sale', 't.Small', { searchFields: [], listDisplay: ['id'], rows: () => where('size', '=', 's') }),
    ]);
    expect(named(found, 'rule')).toEqual(['t.Sale tenant']);
    expect(found.unserved[0]?.cure).toContain('("tenant")');
    expect(found.notes.filter((note) => note.includes('row rule'))).toEqual([]);
    expect((await apply(found)).unserved).toEqual([]);
  });

  it('says which row rules it could not examine', async () => {
    const { found } = await start(sales, [
      customer,
      model('sale', 't.Grouped', {
        searchFields: [],
        listDisplay: ['id'],
        rows: ({ actor }) => (actor.isSuperuser || actor.groups.length === 0 ? all : where('tenant', '=', actor.groups[0] ?? '')),
      }),
      model('sale', 't.Failing', {
        searchFields: [],
        listDisplay: ['id'],
        rows: ({ actor }) => {
          if (!['root', 'vera'].includes(actor.username)) throw new Error('no such user');
          return all;
        },
      }),
    ]);
    const notes = found.notes.filter((note) => note.includes('row rule')).join('\n');
    expect(notes).toContain('t.Grouped was not examined: it gives every row to a sample user');
    expect(notes).toContain('t.Failing was not examined: it fails for a sample user (no such user)');
    expect(named(found, 'rule')).toEqual([]);
  });

  it('asks row rules for no user who may exist, and examines all else without them', async () => {
    const asked = new Set<string | null>();
    const { service, found } = await start(sales, [
      customer,
      model('sale', 't.Sale', {
        searchFields: [],
        listDisplay: ['tenant'],
        rows: ({ actor }) => {
          asked.add(actor.id);
          return where('customer', '=', Number(actor.id));
        },
      }),
    ]);
    // The service itself is no user: with this rule, no row would be sorted.
    expect(named(found, 'sort')).toEqual(['t.Sale tenant']);
    const keys = await service.database.query('SELECT id FROM grimoire_user');
    expect([...asked].filter((id) => id === null || keys.some((key) => String(key['id']) === id))).toEqual([]);
    expect(asked.size).toBeGreaterThan(0);
  });

  it('examines row rules by keys of every width, and says which of them the database refuses', async () => {
    const { found } = await start(`${sales} ALTER TABLE sale ADD COLUMN shop smallint; UPDATE sale SET shop = id % 9999;`, [
      customer,
      model('sale', 't.Sale', { searchFields: [], listDisplay: ['id'], rows: ({ actor }) => where('shop', '=', Number(actor.id)) }),
      model('sale', 't.Odd', { searchFields: [], listDisplay: ['id'], rows: ({ actor }) => where('tenant', '=', `${actor.username}\0`) }),
    ]);
    // PostgreSQL refuses texts with a NUL, which stops nothing else.
    const isRefused = dialect === 'postgres';
    expect(named(found, 'rule').toSorted()).toEqual(isRefused ? ['t.Sale shop'] : ['t.Odd tenant', 't.Sale shop']);
    const refusal = 'The row rule of t.Odd was not examined: the database refuses it for a sample user.';
    expect(found.notes.includes(refusal)).toBe(isRefused);
  });

  it('examines foreign keys of tables that are no models, before a row is deleted', async () => {
    const { found, apply } = await start(
      `${sales} CREATE TABLE visit (at date, customer integer REFERENCES customer (id) ON DELETE CASCADE);
       INSERT INTO visit SELECT '2024-01-01', i FROM ${series[dialect]};
       CREATE TABLE tag (id integer PRIMARY KEY, word varchar(20)); INSERT INTO tag SELECT i, 'tag ' || i FROM ${series[dialect]};
       CREATE TABLE sale_tag (sale_id integer REFERENCES sale (id), tag_id integer REFERENCES tag (id), PRIMARY KEY (sale_id, tag_id));
       INSERT INTO sale_tag SELECT i, i FROM ${series[dialect]};`,
      [
        customer,
        model('sale', 't.Sale', { searchFields: [], listDisplay: ['id'], manyToMany: { tags: { through: 'sale_tag' } } }),
        model('tag', 't.Tag', { searchFields: [], listDisplay: ['id'] }),
      ],
    );
    expect(named(found, 'cascade').toSorted()).toEqual(['t.Customer visit.customer', 't.Tag sale_tag.tag_id']);
    expect(found.uses.filter(({ kind, served }) => kind === 'cascade' && served).map(({ fields }) => fields.join())).toEqual([
      'sale_tag.sale_id',
    ]);
    expect((await apply(found)).unserved).toEqual([]);
  });

  it('examines how rows are chosen for a foreign key', async () => {
    const { found, apply } = await start(sales, [
      model('customer', 't.Customer', { searchFields: [], autocompleteFields: ['name'], ordering: ['country'], listDisplay: ['id'] }),
      model('sale', 't.Sale', { searchFields: ['customer.name', 'tenant'], listDisplay: ['id'] }),
    ]);
    expect(named(found, 'picker')).toEqual(['t.Customer country']);
    expect(named(found, 'autocomplete')).toEqual(['t.Customer name']);
    // A search of which one field is in another table.
    expect(named(found, 'search')).toEqual(['t.Sale customer__name,tenant']);
    expect(found.unserved.find(({ kind }) => kind === 'search')?.cure).toBeNull();
    const after = await apply(found);
    expect(named(after, 'picker')).toEqual([]);
    expect(named(after, 'autocomplete')).toEqual([]);
  });

  it('says how large an index will be, and what waits while it is made', async () => {
    const { service, found } = await start(sales, [customer, model('sale', 't.Sale', { searchFields: [], listDisplay: ['tenant'] })]);
    const use = found.unserved.find(({ kind }) => kind === 'sort');
    expect(use?.notes.join(' ')).toMatch(dialect === 'sqlite' ? /every write to the file waits/ : /blocks neither reads nor writes/);
    await service.database.execute(String(use?.cure).replace('CONCURRENTLY ', ''));
    const sql = {
      sqlite: "SELECT sum(pgsize) FROM dbstat WHERE name = 'sale_tenant_id_idx'",
      postgres: "SELECT pg_relation_size('sale_tenant_id_idx')",
    };
    const [row] = await service.database.query(sql[dialect]);
    const real = Number(Object.values(row ?? {})[0]);
    expect(Number(use?.bytes) / real).toBeGreaterThan(0.4);
    expect(Number(use?.bytes) / real).toBeLessThan(2.5);
  });
});

describe.runIf(dialects.includes('postgres'))('the advice of the doctor on PostgreSQL', () => {
  it('names indexes that no statement and no plan has used, and says since when', async () => {
    const { service } = await serviceOfTest(
      startService({
        dialect: 'postgres',
        setup: `CREATE TABLE note (id integer PRIMARY KEY, word varchar(20) UNIQUE, kind varchar(20), made date);
          INSERT INTO note SELECT i, 'w' || i, 'k' || i, '2024-01-01' FROM ${series.postgres};
          CREATE INDEX note_made ON note (made); CREATE INDEX note_kind ON note (kind)`,
        models: [model('note', 't.Note', { searchFields: [], listDisplay: ['id'], listFilter: ['kind'] })],
      }),
    );
    // The server is told of the rows that were inserted within a second or more: it would count them as changed since the analysis.
    await service.database.execute('SELECT pg_stat_force_next_flush()');
    await service.database.execute('ANALYZE');
    const { advice, notes } = await service.admin.operations.diagnose();
    expect(advice).toEqual([
      {
        problem: expect.stringMatching(/^No statement has used the index \S*note_made \(\d+ kB\).*Replicas/),
        cure: expect.stringMatching(/^DROP INDEX CONCURRENTLY \S*note_made;$/),
      },
    ]);
    expect(notes).toEqual([expect.stringMatching(/admits \d+ connections.* up to 4: there is room for \d+ process/)]);
    // Statistics of less than a day say nothing.
    await service.database.execute('SELECT pg_stat_force_next_flush()');
    await service.database.execute('SELECT pg_stat_reset()');
    await service.database.execute('ANALYZE');
    expect((await service.admin.operations.diagnose()).advice).toEqual([]);
  });

  it('says when the server admits fewer connections than a process opens', async () => {
    const { service } = await serviceOfTest(startService({ dialect: 'postgres', setup: 'CREATE TABLE note (id integer PRIMARY KEY)' }));
    await service.database.execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 3', current_database()); END $$");
    const { advice } = await service.admin.operations.diagnose();
    expect(advice.map(({ problem }) => problem)).toEqual([expect.stringMatching(/^The server admits 3 connections/)]);
  });
});
