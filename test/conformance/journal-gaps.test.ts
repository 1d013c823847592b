import { sql } from 'kysely';
import { action, model, type Queries } from 'grimoire';
import { afterEach, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Judgement, judge } from '../support/journal-oracle.ts';
import { type Answer, type Client, type TestService, startService } from '../support/service.ts';

/** Something that a request does, beside what the journal is expected to say of it. */
interface Case {
  readonly setup?: string | Partial<Record<Dialect, string>>;
  /** What the handler of an action does; or the request. */
  readonly host?: (queries: Queries) => Promise<unknown>;
  readonly request?: (root: Client) => Promise<Answer>;
  readonly on?: Dialect;
  /** The tables that are named as not recorded; none if every row is. */
  readonly gaps?: readonly string[] | Partial<Record<Dialect, readonly string[]>>;
  /** Another table that has a model. */
  readonly table?: string;
  /** Whether nothing is changed in the end. */
  readonly isNothing?: true;
}

const shop = `
  CREATE TABLE item (id integer PRIMARY KEY, name varchar(100) UNIQUE, qty integer, parent_id integer REFERENCES item (id));
  CREATE TABLE extra (id integer PRIMARY KEY, item_id integer REFERENCES item (id) ON DELETE CASCADE, note text);
  CREATE TABLE log (id integer PRIMARY KEY, note text);
  CREATE TABLE loose (note text);
  INSERT INTO item VALUES (1, 'one', 1, NULL), (2, 'two', 2, NULL), (3, 'three', 3, NULL);
  INSERT INTO extra VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c');
  INSERT INTO log VALUES (1, 'old');
  INSERT INTO loose VALUES ('old');`;

const patch = (root: Client): Promise<Answer> => root.patch('/r/shop.Item/1/', { qty: 5 });

/** A trigger that runs a statement after each update of an item. */
function afterUpdate(statement: string): Record<Dialect, string> {
  return {
    sqlite: `CREATE TRIGGER on_item AFTER UPDATE ON item BEGIN ${statement}; END`,
    postgres: `CREATE FUNCTION on_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;
      CREATE TRIGGER on_item AFTER UPDATE ON item FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION on_item()`,
  };
}

const raw =
  (text: string) =>
  (queries: Queries): Promise<unknown> =>
    sql.raw(text).execute(queries);

const cases: Readonly<Record<string, Case>> = {
  'a statement as text that updates': { host: raw("UPDATE log SET note = 'new'"), gaps: { postgres: ['log'] } },
  'a statement as text that inserts into a table without a key': { host: raw("INSERT INTO loose VALUES ('new')"), gaps: ['loose'] },
  'a statement as text that deletes all rows': { host: raw('DELETE FROM log'), gaps: { postgres: ['log'] } },
  'a statement as text that merges': {
    on: 'postgres',
    host: raw(
      "MERGE INTO log USING (VALUES (1), (2)) AS v(id) ON log.id = v.id WHEN MATCHED THEN UPDATE SET note = 'm' WHEN NOT MATCHED THEN INSERT VALUES (v.id, 'n')",
    ),
    gaps: ['log'],
  },
  'a statement as text that truncates': { on: 'postgres', host: raw('TRUNCATE log'), gaps: ['log'] },
  'a row that is made, and truncated with the others': {
    on: 'postgres',
    host: async (queries) => {
      await queries.insertInto('log').values({ id: 5, note: 'five' }).execute();
      await raw('TRUNCATE log')(queries);
    },
    gaps: ['log'],
  },
  'a statement as text with a changing part': {
    on: 'postgres',
    host: raw('WITH gone AS (DELETE FROM log RETURNING note) INSERT INTO loose SELECT note FROM gone'),
    gaps: ['log', 'loose'],
  },
  'a function that writes': {
    on: 'postgres',
    setup: "CREATE FUNCTION writes() RETURNS integer LANGUAGE sql AS $$ UPDATE log SET note = 'f' RETURNING 1 $$",
    host: raw('SELECT writes()'),
    gaps: ['log'],
  },
  'an anonymous block': { on: 'postgres', host: raw("DO $$ BEGIN UPDATE log SET note = 'f'; END $$"), gaps: ['log'] },
  'a statement as text that changes nothing': { host: raw("UPDATE log SET note = 'new' WHERE id = 99"), isNothing: true },
  'a statement as text that reads': { host: raw('SELECT * FROM log'), isNothing: true },
  'a table that is made while the service runs': {
    host: raw('CREATE TABLE made AS SELECT 1 AS id'),
    gaps: ['made'],
  },
  'a table with a key that is made while the service runs': {
    host: async (queries) => {
      await raw('CREATE TABLE made (id integer PRIMARY KEY)')(queries);
      await raw('INSERT INTO made VALUES (1)')(queries);
    },
    gaps: ['made'],
  },
  'a query that inserts or updates': {
    host: (queries) =>
      queries
        .insertInto('item')
        .values([
          { id: 1, name: 'uno' },
          { id: 7, name: 'seven' },
        ] as never)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: 'uno' }))
        .execute(),
    gaps: { postgres: ['item'] },
  },
  'a query that inserts or does nothing': {
    host: (queries) =>
      queries
        .insertInto('item')
        .values([
          { id: 1, name: 'uno' },
          { id: 7, name: 'seven' },
        ] as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  },
  'a query that inserts what another one reads': {
    host: (queries) =>
      queries
        .insertInto('log')
        .columns(['id', 'note'] as never)
        .expression(
          queries
            .selectFrom('item')
            .select(['qty as id', 'name as note'] as never)
            .where('id', '>', 1),
        )
        .execute(),
  },
  'a query that changes a key': { host: (queries) => queries.updateTable('log').set({ id: 9 }).where('id', '=', 1).execute() },
  'a query that changes keys so that one takes the place of another': {
    host: (queries) => queries.updateTable('log').set({ id: sql`id + 1` }).execute(),
  },
  'a query whose condition has another answer each time': {
    on: 'postgres',
    setup: "CREATE SEQUENCE turn; INSERT INTO log SELECT n, 'n' FROM generate_series(2, 10) AS n",
    host: (queries) => queries.updateTable('log').set({ note: 'turn' }).where(sql<boolean>`nextval('turn') % 3 = 0`).execute(),
    gaps: ['log'],
  },
  'a query that deletes rows on which others depend': {
    host: (queries) => queries.deleteFrom('item').where('id', '=', 1).execute(),
    gaps: { postgres: ['extra'] },
  },
  'a query that returns rows': {
    host: async (queries) => {
      const rows = await queries.updateTable('item').set({ qty: 9 }).where('id', '<', 3).returning('qty').execute();
      expect(rows).toEqual([{ qty: 9 }, { qty: 9 }]);
      const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await queries.updateTable('item').set({ qty: 8 }).where('id', '=', 3).execute();
      expect(numUpdatedRows).toBe(1n);
    },
  },
  'a row that is changed twice, and back': {
    host: async (queries) => {
      await queries.updateTable('item').set({ qty: 9 }).where('id', '=', 1).execute();
      await queries.updateTable('item').set({ qty: 1 }).where('id', '=', 1).execute();
      await queries.insertInto('log').values({ id: 5, note: 'five' }).execute();
      await queries.deleteFrom('log').where('id', '=', 5).execute();
    },
    isNothing: true,
  },
  'a row that is deleted, and made again': {
    host: async (queries) => {
      await queries.deleteFrom('log').where('id', '=', 1).execute();
      await queries.insertInto('log').values({ id: 1, note: 'again' }).execute();
    },
  },
  'a trigger that writes into another table': {
    setup: afterUpdate("UPDATE log SET note = 'by trigger'"),
    request: patch,
    gaps: { postgres: ['log'] },
  },
  'a trigger that writes into a table without a key': {
    setup: afterUpdate("INSERT INTO loose VALUES ('t')"),
    request: patch,
    gaps: ['loose'],
  },
  'a trigger that changes the row again': {
    setup: afterUpdate("UPDATE item SET name = 'touched' WHERE id = 1"),
    request: patch,
    gaps: { postgres: ['item'] },
  },
  'a trigger that changes another row of the table': {
    setup: afterUpdate("UPDATE item SET name = 'touched' WHERE id = 2 AND name <> 'touched'"),
    request: patch,
    gaps: { postgres: ['item'] },
  },
  'a trigger that waits for the end of the transaction': {
    on: 'postgres',
    setup: `CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE log SET note = 'late'; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late()`,
    request: patch,
    gaps: ['log'],
  },
  'a trigger that waits, of a table that the handler writes': {
    on: 'postgres',
    setup: `CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE item SET qty = 77 WHERE id = 2; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late()`,
    host: (queries) => queries.updateTable('log').set({ note: 'x' }).execute(),
    gaps: ['item'],
  },
  'a trigger before the write that changes the row': {
    setup: {
      postgres: `CREATE FUNCTION before() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name := 'filled'; RETURN NEW; END $$;
        CREATE TRIGGER before BEFORE UPDATE ON item FOR EACH ROW EXECUTE FUNCTION before()`,
      sqlite: "CREATE TRIGGER before AFTER UPDATE OF qty ON item BEGIN UPDATE item SET name = 'filled' WHERE id = NEW.id; END",
    },
    request: patch,
  },
  'a trigger before the write that changes the key': {
    on: 'postgres',
    setup: `CREATE FUNCTION before() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id := NEW.id + 100; RETURN NEW; END $$;
      CREATE TRIGGER before BEFORE UPDATE ON log FOR EACH ROW EXECUTE FUNCTION before()`,
    host: (queries) => queries.updateTable('log').set({ note: 'x' }).execute(),
    gaps: ['log'],
  },
  'a trigger on rows that are deleted with others': {
    setup: {
      postgres: `CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE extra SET note = 'last' WHERE id = 3; RETURN OLD; END $$;
        CREATE TRIGGER gone AFTER DELETE ON item FOR EACH ROW EXECUTE FUNCTION gone()`,
      sqlite: "CREATE TRIGGER gone AFTER DELETE ON item BEGIN UPDATE extra SET note = 'last' WHERE id = 3; END",
    },
    request: (root) => root.delete('/r/shop.Item/1/'),
    gaps: { postgres: ['extra'] },
  },
  'a trigger of one partition': {
    on: 'postgres',
    setup: `CREATE TABLE part (id integer PRIMARY KEY, qty integer) PARTITION BY RANGE (id);
      CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10); CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (10) TO (20);
      INSERT INTO part VALUES (1, 1), (11, 11);
      CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE log SET note = 'part'; RETURN NULL; END $$;
      CREATE TRIGGER touch AFTER UPDATE ON part_1 FOR EACH ROW EXECUTE FUNCTION touch()`,
    table: 'part',
    request: (root) => root.patch('/r/shop.Part/1/', { qty: 2 }),
    gaps: ['log'],
  },
  'rows of partitions': {
    on: 'postgres',
    setup: `CREATE TABLE part (id integer PRIMARY KEY, qty integer) PARTITION BY RANGE (id);
      CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10); CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (10) TO (20);
      INSERT INTO part VALUES (1, 1), (11, 11)`,
    host: async (queries) => {
      await queries.updateTable('part').set({ qty: 5 }).execute();
      await queries.insertInto('part').values({ id: 12, qty: 1 }).execute();
    },
  },
  'a statement as text that writes a partition': {
    on: 'postgres',
    setup: `CREATE TABLE part (id integer PRIMARY KEY, qty integer) PARTITION BY RANGE (id); CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10)`,
    host: raw('INSERT INTO part_1 VALUES (2, 2)'),
    gaps: ['part'],
  },
  'a key that other rows follow': {
    setup: `CREATE TABLE country (id integer PRIMARY KEY, code varchar(3) NOT NULL UNIQUE);
      CREATE TABLE city (id integer PRIMARY KEY, country varchar(3) REFERENCES country (code) ON UPDATE CASCADE);
      INSERT INTO country VALUES (1, 'at'); INSERT INTO city VALUES (1, 'at'), (2, 'at')`,
    table: 'country',
    request: (root) => root.patch('/r/shop.Country/1/', { code: 'aut' }),
    gaps: { postgres: ['city'] },
  },
  'a generated column': {
    setup: `CREATE TABLE made (id integer PRIMARY KEY, qty integer, twice integer GENERATED ALWAYS AS (qty * 2) STORED); INSERT INTO made (id, qty) VALUES (1, 1)`,
    table: 'made',
    request: (root) => root.patch('/r/shop.Made/1/', { qty: 4 }),
  },
  'hard names': {
    setup:
      `CREATE TABLE "日本語" ("order" integer PRIMARY KEY, "a""b.c\\d" text, "~id" text, "" text); INSERT INTO "日本語" VALUES (1, 'x', 'y', 'z')`
        .replace(', "" text', '')
        .replace(", 'z'", ''),
    host: (queries) =>
      queries
        .updateTable('日本語')
        .set({ 'a"b.c\\d': 'new', '~id': 'n' } as never)
        .execute(),
  },
  'a row with a null in its key': {
    on: 'sqlite',
    setup:
      "CREATE TABLE nullable (a text, b text, note text, PRIMARY KEY (a, b)); INSERT INTO nullable VALUES (NULL, 'b', 'x'), ('a', 'b', 'y')",
    host: raw("UPDATE nullable SET note = 'new'"),
    gaps: ['nullable'],
  },
  'a row that takes the place of another': { on: 'sqlite', host: raw("REPLACE INTO item (id, name) VALUES (9, 'one')") },
  'a row of a table without a key that takes the place of another': {
    on: 'sqlite',
    setup: "CREATE TABLE odd (a text UNIQUE); INSERT INTO odd VALUES ('x')",
    host: raw("REPLACE INTO odd VALUES ('x')"),
    isNothing: true,
    gaps: ['odd'],
  },
  'a table without a rowid': {
    on: 'sqlite',
    setup: "CREATE TABLE plain (a text, b integer, note text, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO plain VALUES ('x', 1, 'n')",
    host: raw('UPDATE plain SET b = 2; '),
  },
  'a virtual table that holds its own rows': {
    on: 'sqlite',
    setup: "CREATE VIRTUAL TABLE notes USING fts5(body); INSERT INTO notes VALUES ('old')",
    host: raw("UPDATE notes SET body = 'new'"),
    gaps: ['notes'],
  },
  'a table that is dropped': { host: raw('DROP TABLE log'), gaps: ['log'] },
  'a table without a key that is dropped': { host: raw('DROP TABLE loose'), gaps: ['loose'] },
  'a table to which a column is added': { host: raw("ALTER TABLE log ADD COLUMN more text DEFAULT 'x'"), gaps: ['log'] },
  'what is only of the session, or repeats what tables hold': {
    on: 'postgres',
    setup: 'CREATE TEMP TABLE short (id integer); CREATE MATERIALIZED VIEW seen AS SELECT * FROM log',
    host: async (queries) => {
      await raw('CREATE TEMP TABLE mine (id integer PRIMARY KEY)')(queries);
      await raw('INSERT INTO mine VALUES (1)')(queries);
      await raw('REFRESH MATERIALIZED VIEW seen')(queries);
    },
    isNothing: true,
  },
  'rows of which some are taken back': {
    host: async (queries) => {
      await queries.updateTable('item').set({ qty: 4 }).where('id', '=', 3).execute();
    },
    request: (root) => root.post('/r/shop.Item/action/each/', { ids: [1, 2, 3] }),
  },
  'rows of which some are taken back, with a trigger': {
    setup: afterUpdate("UPDATE log SET note = 'by trigger'"),
    request: (root) => root.post('/r/shop.Item/action/each/', { ids: [1, 2, 3] }),
    gaps: { postgres: ['log'] },
  },
  'rows of which some are refused by the database, with a trigger that changes nothing': {
    setup: afterUpdate('PERFORM 1').postgres === undefined ? '' : { postgres: afterUpdate('PERFORM 1').postgres },
    request: (root) => root.post('/r/shop.Item/action/refused/', { ids: [1, 2, 3] }),
  },
};

const models = [
  model('item', 'shop.Item', {
    actions: {
      each: action({
        run: (_context, rows) =>
          rows.each(async (row, one) => {
            await one.update({ qty: 50 });
            if (row['id'] === 2) throw new Error('not this one');
          }),
      }),
      refused: action({
        run: (_context, rows) => rows.each(async (row, one) => void (await one.update(row['id'] === 2 ? { name: 'three' } : { qty: 50 }))),
      }),
    },
  }),
];

function setupOf({ setup = '' }: Case, dialect: Dialect): string {
  return typeof setup === 'string' ? setup : (setup[dialect] ?? '');
}

describe.each(dialects)('a gap of the journal on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  const ofDialect = Object.entries(cases).filter(([, { on }]) => on === undefined || on === dialect);
  it.each(ofDialect)('is named, or there is none: %s', async (_, one) => {
    const host = action({ run: async ({ transaction }) => void (await one.host?.(transaction)) });
    const [item] = models;
    const other = one.table === undefined ? [] : [model(one.table, `shop.${one.table[0]?.toUpperCase()}${one.table.slice(1)}`)];
    service = await startService({
      dialect,
      setup: `${shop}; ${setupOf(one, dialect)}`,
      models: [model('log', 'shop.Log', { actions: { host } }), ...(item ? [item] : []), ...other],
      app: 'shop',
    });
    const root = await service.superuser();
    const request = one.request ?? ((client: Client) => client.post('/r/shop.Log/action/host/', { ids: [1] }));
    const found: Judgement = await judge(service.database, async () => {
      const answer = await request(root);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.headers.get('x-change-set');
    });
    expect(found.silent).toEqual([]);
    expect(found.changes.length === 0).toBe(one.isNothing === true);
    const gaps = one.gaps ?? [];
    expect(found.gaps).toEqual('length' in gaps ? gaps : (gaps[dialect] ?? []));
  });
});
