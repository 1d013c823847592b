import { randomUUID } from 'node:crypto';
import { type AnyPgColumn, integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core';
import { type AnySQLiteColumn, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { defineAdmin, model, postgres, where } from 'grimoire';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { type Client, clientOf, startService, type TestService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const ids = [1, 2, 3];

/** Two tables with these columns and the same three rows. */
function twoTables(columns: string, insert: string): string {
  const made = (table: string): string => `CREATE TABLE ${table} (id integer PRIMARY KEY, ${columns}); INSERT INTO ${table} ${insert};`;
  return made('one') + made('two');
}

const models = [model('one', 't.One'), model('two', 't.Two')];
const notes = twoTables('name varchar(20), note varchar(40), length integer', "VALUES (1, 'a', '', 0), (2, 'b', '', 0), (3, 'c', 'x', 1)");

/** Statements after which the database keeps the length of a note in another column. */
const triggers = {
  sqlite: (table: string) =>
    `CREATE TRIGGER ${table}_length AFTER UPDATE OF note ON ${table} BEGIN UPDATE ${table} SET length = length(new.note) WHERE id = new.id; END;`,
  postgres: (table: string) => `CREATE FUNCTION ${table}_length() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN NEW.length := length(NEW.note); RETURN NEW; END';
    CREATE TRIGGER ${table}_length BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_length();`,
} as const;

/** Changes the rows of one table in bulk, those of the other one by one, and expects the same rows and the same log. */
async function expectSame({ database }: TestService, root: Client, data: object): Promise<unknown[]> {
  await database.execute('DELETE FROM grimoire_audit_log');
  expect((await root.post('/r/t.One/bulk/', { action: 'update', ids, data })).body).toEqual({ updated: 3 });
  for (const id of ids) expect((await root.patch(`/r/t.Two/${id}/`, data)).status).toBe(200);
  const stored = (table: string) => database.query(`SELECT * FROM ${table} ORDER BY id`);
  expect(await stored('one')).toEqual(await stored('two'));
  const log = (key: string) =>
    database.query('SELECT object_pk, object_repr, diff FROM grimoire_audit_log WHERE model_label = ? ORDER BY id', [key]);
  const logged = await log('t.One');
  expect(logged).toEqual(await log('t.Two'));
  return logged.map(({ diff }) => (typeof diff === 'string' ? JSON.parse(diff) : diff));
}

describe.each(dialects)('a bulk change on %s', (dialect) => {
  it('is logged as the database has stored it, for the first row as for the others', async () => {
    const columns = {
      sqlite: 'name text, price decimal(6, 2), day date, moment datetime, done boolean, data json, rough real',
      postgres: 'name text, code char(5), price numeric(6, 2), day date, moment timestamptz(0), done boolean, data jsonb, rough real',
    }[dialect];
    const setup = twoTables(columns, "(id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models }));
    const data = {
      price: '1.5',
      day: '2026-02-03',
      moment: '2026-02-03T04:05:06.789+02:00',
      done: true,
      data: { b: [1, 2], a: 1.5 },
      rough: 0.1,
    };
    // PostgreSQL pads the code, and rounds the moment.
    const diffs = await expectSame(service, root, dialect === 'postgres' ? { ...data, code: 'ab' } : data);
    expect(diffs).toHaveLength(3);
    expect(diffs[2]).toEqual(diffs[0]);
    const whole = { ...data, moment: '2026-02-03T04:05:07+02:00' };
    await expectSame(service, root, whole);
    await service.database.execute('UPDATE one SET price = 2 WHERE id = 2; UPDATE two SET price = 2 WHERE id = 2');
    expect(await expectSame(service, root, whole)).toEqual([{ price: ['2.00', '1.50'] }]);
    expect(await expectSame(service, root, { ...whole, price: '3.00', done: null })).toHaveLength(3);
  });

  it('is logged with what a trigger changes, also of one that was created since the last change', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect, setup: notes, models }));
    expect(await expectSame(service, root, { note: 'first' })).toEqual([
      { note: ['', 'first'] },
      { note: ['', 'first'] },
      { note: ['x', 'first'] },
    ]);
    await service.database.execute(triggers[dialect]('one') + triggers[dialect]('two'));
    expect(await expectSame(service, root, { note: 'second' })).toEqual([
      { note: ['first', 'second'], length: [0, 6] },
      { note: ['first', 'second'], length: [0, 6] },
      { note: ['first', 'second'], length: [1, 6] },
    ]);
    expect(await expectSame(service, root, { note: 'no' })).toEqual(ids.map(() => ({ note: ['second', 'no'], length: [6, 2] })));
  });

  it('is logged with generated columns', async () => {
    const columns = `note varchar(40), length integer GENERATED ALWAYS AS (length(note)) STORED`;
    const setup = twoTables(columns, "(id, note) VALUES (1, 'a'), (2, ''), (3, 'abc')");
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models }));
    expect(await expectSame(service, root, { note: 'abc' })).toEqual([
      { note: ['a', 'abc'], length: [1, 3] },
      { note: ['', 'abc'], length: [0, 3] },
    ]);
  });

  it('is logged with what a foreign key changes, also if the model knows nothing of the unique index that it needs', async () => {
    const setup = `CREATE TABLE node (id integer PRIMARY KEY, code text UNIQUE, parent text REFERENCES node (code) ON UPDATE CASCADE);
      INSERT INTO node VALUES (1, 'a', NULL), (2, 'b', 'a'), (3, 'c', 'c')`;
    const table = {
      sqlite: () => sqliteTable('node', { id: integer().primaryKey(), code: text(), parent: text() }),
      postgres: () => pgTable('node', { id: pgInteger().primaryKey(), code: pgText(), parent: pgText() }),
    }[dialect]();
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models: [model(table, 't.Node')] }));
    const answer = await root.post('/r/t.Node/bulk/', { action: 'update', ids, data: { code: null } });
    expect([answer.status, answer.body]).toEqual([200, { updated: 3 }]);
    const log = await service.database.query("SELECT diff FROM grimoire_audit_log WHERE action = 'bulk_update' ORDER BY id");
    expect(log.map(({ diff }) => (typeof diff === 'string' ? JSON.parse(diff) : diff))).toEqual([
      { code: ['a', null] },
      { code: ['b', null], parent: ['a', null] },
      { code: ['c', null], parent: ['c', null] },
    ]);
  });

  it('is logged with what a reference shows of another changed row', async () => {
    const made = {
      sqlite: () => {
        const table = sqliteTable('one', {
          id: integer().primaryKey(),
          code: text(),
          parent: text().references((): AnySQLiteColumn => table.code),
        });
        return table;
      },
      postgres: () => {
        const table = pgTable('one', {
          id: pgInteger().primaryKey(),
          code: pgText(),
          parent: pgText().references((): AnyPgColumn => table.code),
        });
        return table;
      },
    };
    const setup = `CREATE TABLE one (id integer PRIMARY KEY, code text, parent text);
      INSERT INTO one VALUES (1, 'a', NULL), (2, 'b', 'a'), (3, 'c', 'b')`;
    const { service, root } = await serviceOfTest(startService({ dialect, setup, models: [model(made[dialect](), 't.One')] }));
    // A parent is named by its code: after the change, no row has the code that rows 2 and 3 name.
    expect((await root.post('/r/t.One/bulk/', { action: 'update', ids, data: { code: 'z' } })).body).toEqual({ updated: 3 });
    const log = await service.database.query("SELECT diff FROM grimoire_audit_log WHERE action = 'bulk_update' ORDER BY id");
    expect(log.map(({ diff }) => (typeof diff === 'string' ? JSON.parse(diff) : diff))).toEqual([
      { code: ['a', 'z'] },
      { code: ['b', 'z'], parent: [1, null] },
      { code: ['c', 'z'], parent: [2, null] },
    ]);
  });
});

describe.runIf(dialects.includes('sqlite'))('a bulk change on sqlite', () => {
  it('is logged with the default that the table has for each row in place of null', async () => {
    const setup = `CREATE TABLE one (id integer PRIMARY KEY, code text NOT NULL ON CONFLICT REPLACE DEFAULT (hex(randomblob(8))));
      INSERT INTO one VALUES (1, 'a'), (2, 'b'), (3, 'c')`;
    const table = sqliteTable('one', { id: integer().primaryKey(), code: text() });
    const { service, root, rows } = await serviceOfTest(startService({ dialect: 'sqlite', setup, models: [model(table, 't.One')] }));
    expect((await root.post('/r/t.One/bulk/', { action: 'update', ids, data: { code: null } })).body).toEqual({ updated: 3 });
    const log = await service.database.query("SELECT diff FROM grimoire_audit_log WHERE action = 'bulk_update' ORDER BY id");
    expect(log.map(({ diff }) => JSON.parse(String(diff)).code[1])).toEqual((await rows('one')).map(({ code }) => code));
  });
});

describe.runIf(hasPostgres)('a bulk change on postgres', () => {
  it('is logged with what a foreign key to a column changes whose name PostgreSQL has cut', async () => {
    const long = 'c'.repeat(70);
    const setup = `CREATE TABLE node (id integer PRIMARY KEY, ${long} text UNIQUE, parent text REFERENCES node (${long}) ON UPDATE CASCADE);
      INSERT INTO node VALUES (1, 'a', NULL), (2, 'b', 'a')`;
    const table = pgTable('node', { id: pgInteger().primaryKey(), code: pgText(long), parent: pgText() });
    const { service, root } = await serviceOfTest(startService({ dialect: 'postgres', setup, models: [model(table, 't.Node')] }));
    expect((await root.post('/r/t.Node/bulk/', { action: 'update', ids: [1, 2], data: { code: null } })).status).toBe(200);
    const log = await service.database.query("SELECT diff FROM grimoire_audit_log WHERE action = 'bulk_update' ORDER BY id");
    expect(log.map(({ diff }) => diff)).toEqual([{ code: ['a', null] }, { code: ['b', null], parent: ['a', null] }]);
  });

  it('is refused if row level security takes one of its rows away because of another', async () => {
    const role = `clerk_${randomUUID().slice(0, 8)}`;
    const owner = await startService({
      dialect: 'postgres',
      setup: `${notes}
        CREATE FUNCTION closed() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER AS $$ SELECT count(*) FROM one WHERE note = 'last' $$;
        ALTER TABLE one ENABLE ROW LEVEL SECURITY;
        CREATE POLICY few ON one USING (id < 3 OR closed() = 0) WITH CHECK (true);
        CREATE ROLE ${role} LOGIN`,
      models,
    });
    const { database } = owner;
    const root = await owner.superuser();
    await database.execute(`GRANT ALL ON one, two TO ${role}; GRANT USAGE ON SCHEMA grimoire TO ${role};
      GRANT ALL ON ALL TABLES IN SCHEMA grimoire TO ${role}; GRANT ALL ON ALL SEQUENCES IN SCHEMA grimoire TO ${role}`);
    const admin = defineAdmin({
      database: postgres(database.address.replace(/\/\/[^@/]+@/, `//${role}@`)),
      models,
      settings: { logger: pino({ level: 'silent' }) },
    });
    onTestFinished(async () => {
      await admin.close();
      await database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await owner.close();
    });
    const answer = await clientOf(admin, root.token).post('/r/t.One/bulk/', { action: 'update', ids, data: { note: 'last' } });
    expect([answer.status, answer.body.detail]).toEqual([400, 'Row 3: This would put the row out of your reach.']);
    expect(await database.query("SELECT id FROM one WHERE note = 'last'")).toEqual([]);
  });

  it('is logged with what a trigger changes that is created between its first and its second statement', async () => {
    const { service, root } = await serviceOfTest(startService({ dialect: 'postgres', setup: notes, models }));
    const client = new pg.Client(service.database.address);
    await client.connect();
    // What waits for the lock is the UPDATE: it is not in the way of the statement that locks the rows.
    await client.query(`BEGIN; ${triggers.postgres('one')}`);
    const change = { action: 'update', ids, data: { note: 'first' } };
    const answer = root.post('/r/t.One/bulk/', change);
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'one'::regclass";
    await expect.poll(async () => (await service.database.query(waiting)).length).toBe(1);
    await client.query('COMMIT');
    await client.end();
    expect(await answer).toMatchObject({ status: 200 });
    const log = await service.database.query("SELECT diff FROM grimoire_audit_log WHERE action = 'bulk_update' ORDER BY id");
    expect(log.map(({ diff }) => diff)).toEqual([
      { note: ['', 'first'], length: [0, 5] },
      { note: ['', 'first'], length: [0, 5] },
      { note: ['x', 'first'], length: [1, 5] },
    ]);
  });

  it('goes by a row rule over another table as that is after a wait for the row', async () => {
    const setup = `CREATE TABLE team (id integer PRIMARY KEY, open integer); CREATE TABLE task (id integer PRIMARY KEY, a integer, b integer,
      team_id integer REFERENCES team (id)); INSERT INTO team VALUES (1, 1); INSERT INTO task VALUES (1, 0, 0, 1), (2, 0, 0, 1)`;
    const { service } = await serviceOfTest(
      startService({
        dialect: 'postgres',
        setup,
        models: [model('team', 't.Team'), model('task', 't.Task', { rows: () => where('team.open', '=', 1) })],
      }),
    );
    const clerk = await service.user({ username: 'clerk', permissions: ['t.task:view_task', 't.task:change_task'] });
    for (const [a, path] of [
      [0, 'bulk/'],
      [5, 'bulk/'],
      [5, '1/'],
    ] as const) {
      await service.database.execute('UPDATE team SET open = 1');
      const other = new pg.Client(service.database.address);
      await other.connect();
      await other.query('BEGIN; UPDATE team SET open = 0; UPDATE task SET b = b + 1');
      const answer =
        path === 'bulk/'
          ? clerk.post('/r/t.Task/bulk/', { action: 'update', ids: [1, 2], data: { a } })
          : clerk.patch(`/r/t.Task/${path}`, { a });
      const waiting = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0';
      await expect.poll(async () => (await service.database.query(waiting)).length).toBe(1);
      await other.query('COMMIT');
      await other.end();
      const { status, body } = await answer;
      if (path === 'bulk/') expect([status, body.ids]).toEqual([400, ['There is no row with these ids: 1, 2.']]);
      else expect(status).toBe(404);
    }
  });

  it('of a table with parts that have triggers is logged with what these change', async () => {
    const setup = `CREATE TABLE whole (id integer PRIMARY KEY, note varchar(40), length integer DEFAULT 0) PARTITION BY RANGE (id);
      CREATE TABLE part PARTITION OF whole FOR VALUES FROM (0) TO (100);
      ${triggers.postgres('part')} INSERT INTO part (id, note) VALUES (1, 'a'), (2, 'a')`;
    const { service, root } = await serviceOfTest(startService({ dialect: 'postgres', setup, models: [model('whole', 't.Whole')] }));
    const answer = await root.post('/r/t.Whole/bulk/', { action: 'update', ids: [1, 2], data: { note: 'new' } });
    expect(answer.status).toBe(200);
    const log = await service.database.query("SELECT diff FROM grimoire_audit_log WHERE action = 'bulk_update'");
    expect(log.map(({ diff }) => diff)).toEqual([1, 2].map(() => ({ note: ['a', 'new'], length: [0, 3] })));
  });
});
