import { inline, model } from 'grimoire';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const status = pg.pgEnum('status', ['draft', 'live']);
const shelvesPg = pg.pgTable('shelves', { code: pg.varchar('shelf_code', { length: 5 }).primaryKey(), label: pg.text() });
const itemsPg = pg.pgTable(
  'items',
  {
    id: pg.integer().primaryKey().generatedAlwaysAsIdentity(),
    itemName: pg.varchar('item_name', { length: 40 }).notNull().unique(),
    status: status().notNull().default('draft'),
    price: pg.numeric({ precision: 8, scale: 3 }),
    shelf: pg.varchar('shelf_code', { length: 5 }).references(() => shelvesPg.code, { onDelete: 'set null' }),
    parent: pg.integer('parent_id').references((): pg.AnyPgColumn => itemsPg.id),
    labels: pg.text().array(),
    description: pg.text(),
    createdAt: pg.timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    touchedAt: pg.timestamp('touched_at').$onUpdateFn(() => new Date()),
    passwordHash: pg.text('password_hash'),
  },
  (table) => [pg.index('items_shelf').on(table.shelf)],
);
const placementsPg = pg.pgTable(
  'placements',
  {
    item: pg
      .integer('item_id')
      .notNull()
      .references(() => itemsPg.id),
    shelf: pg
      .varchar('shelf_code', { length: 5 })
      .notNull()
      .references(() => shelvesPg.code),
    note: pg.text(),
  },
  (table) => [pg.primaryKey({ columns: [table.item, table.shelf] })],
);

const shelvesLite = lite.sqliteTable('shelves', { code: lite.text('shelf_code', { length: 5 }).primaryKey(), label: lite.text() });
const itemsLite = lite.sqliteTable(
  'items',
  {
    id: lite.integer().primaryKey({ autoIncrement: true }),
    itemName: lite.text('item_name', { length: 40 }).notNull().unique(),
    status: lite
      .text({ enum: ['draft', 'live'] })
      .notNull()
      .default('draft'),
    price: lite.numeric(),
    shelf: lite.text('shelf_code', { length: 5 }).references(() => shelvesLite.code, { onDelete: 'set null' }),
    parent: lite.integer('parent_id').references((): lite.AnySQLiteColumn => itemsLite.id),
    labels: lite.text({ mode: 'json' }),
    description: lite.text(),
    createdAt: lite.integer('created_at', { mode: 'timestamp_ms' }).notNull().default(sql`(unixepoch() * 1000)`),
    touchedAt: lite.integer('touched_at', { mode: 'timestamp_ms' }).$onUpdateFn(() => new Date()),
    passwordHash: lite.text('password_hash'),
  },
  (table) => [lite.index('items_shelf').on(table.shelf)],
);
const placementsLite = lite.sqliteTable(
  'placements',
  {
    item: lite
      .integer('item_id')
      .notNull()
      .references(() => itemsLite.id),
    shelf: lite
      .text('shelf_code', { length: 5 })
      .notNull()
      .references(() => shelvesLite.code),
    note: lite.text(),
  },
  (table) => [lite.primaryKey({ columns: [table.item, table.shelf] })],
);

describe.each(dialects)('Drizzle tables on %s', (dialect) => {
  const isPostgres = dialect === 'postgres';
  const { service, root: client } = serviceForAll(() => {
    const items = isPostgres ? itemsPg : itemsLite;
    const shelves = isPostgres ? shelvesPg : shelvesLite;
    const placements = isPostgres ? placementsPg : placementsLite;
    return startService({
      dialect,
      models: [
        model(shelves, 'stock.Shelf'),
        model(items, 'stock.Item', {
          label: (row) => `${String(row.itemName)} (${String(row.status)})`,
          listFilter: ['status', 'shelf.label'],
          fields: { labels: { type: 'ArrayField' }, price: { type: 'DecimalField', maxDigits: 8, decimalPlaces: 3 } },
          manyToMany: { shelves: { through: placements } },
          inlines: [inline(placements, 'item')],
        }),
        model(placements, 'stock.Placement'),
      ],
      setup: `${isPostgres ? `CREATE TYPE status AS ENUM ('draft', 'live');` : ''}
        CREATE TABLE shelves (shelf_code varchar(5) PRIMARY KEY, label text);
        CREATE TABLE items (id ${isPostgres ? 'integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY' : 'integer PRIMARY KEY AUTOINCREMENT'}, item_name varchar(40) NOT NULL UNIQUE,
          status ${isPostgres ? 'status' : 'text'} NOT NULL DEFAULT 'draft', price numeric(8,3), shelf_code varchar(5) REFERENCES shelves, parent_id integer REFERENCES items, labels ${isPostgres ? 'text[]' : 'text'}, description text,
          created_at ${isPostgres ? 'timestamptz NOT NULL DEFAULT now()' : 'integer NOT NULL DEFAULT 0'}, touched_at ${isPostgres ? 'timestamp' : 'integer'}, password_hash text);
        CREATE TABLE placements (item_id integer NOT NULL REFERENCES items, shelf_code varchar(5) NOT NULL REFERENCES shelves, note text, PRIMARY KEY (item_id, shelf_code));
        INSERT INTO shelves VALUES ('A', 'Top'), ('B', NULL);
        INSERT INTO items (item_name, price, shelf_code, labels, created_at) VALUES ('lamp', 12.5, 'A', ${isPostgres ? `'{x,y}', '2026-01-01Z'` : `'["x","y"]', 1767225600000`});
        INSERT INTO items (item_name, status, parent_id, created_at) VALUES ('shade', 'live', 1, ${isPostgres ? `'2026-01-02Z'` : '1767312000000'});
        INSERT INTO placements VALUES (1, 'B', 'n'), (1, 'A', NULL);`,
    });
  });

  it('are described by their properties', async () => {
    const { body } = await client.get('/schema/stock.Item/');
    expect(body.fields.map((field: any) => [field.name, field.type, field.editable, field.required])).toEqual([
      ['id', 'AutoField', false, false],
      ['itemName', 'CharField', true, true],
      ['status', 'CharField', true, false],
      ['price', 'DecimalField', true, false],
      ['shelf', 'ForeignKey', true, false],
      ['parent', 'ForeignKey', true, false],
      ['labels', 'ArrayField', true, false],
      ['description', 'TextField', true, false],
      ['createdAt', 'DateTimeField', false, false],
      ['touchedAt', 'DateTimeField', false, false],
      ['shelves', 'ManyToManyField', true, false],
    ]);
    const byName = Object.fromEntries(body.fields.map((field: any) => [field.name, field]));
    expect(byName['itemName']).toMatchObject({ unique: true, max_length: 40, verbose_name: 'item name' });
    expect(byName['status']).toMatchObject({
      choices: [
        ['draft', 'Draft'],
        ['live', 'Live'],
      ],
      default: 'draft',
    });
    expect(byName['status']).not.toHaveProperty('max_length');
    expect(byName['price']).toMatchObject({ max_digits: 8, decimal_places: 3 });
    expect(byName['shelf']).toMatchObject({ related_model: 'stock.Shelf', related_search_fields: ['code', 'label'] });
    expect(body.inlines).toEqual([{ model: 'stock.Placement', fk_field: 'item', verbose_name: 'placement' }]);
    expect((await client.get('/schema/stock.Placement/')).body.pk_field).toBe('pk');
  });

  it('are served with labels that functions compute, of the row and of its targets', async () => {
    const { body } = await client.get('/r/stock.Item/?ordering=id');
    expect(body.results).toMatchObject([
      {
        itemName: 'lamp',
        price: '12.500',
        labels: ['x', 'y'],
        shelf: 'A',
        shelf_label: 'Top',
        parent_label: null,
        _label: 'lamp (draft)',
        createdAt: '2026-01-01T00:00:00Z',
      },
      { itemName: 'shade', status: 'live', status_display: 'Live', parent: 1, parent_label: 'lamp (draft)', _label: 'shade (live)' },
    ]);
    expect((await client.get('/r/stock.Item/2/')).body.parent_label).toBe('lamp (draft)');
    expect((await client.get('/r/stock.Item/autocomplete/?q=shade')).body.results).toEqual([{ value: 2, label: 'shade (live)' }]);
    expect((await client.get('/r/stock.Placement/1~A/')).body).toMatchObject({ item_label: 'lamp (draft)', shelf_label: 'Top' });
  });

  it('are filtered along declared paths and many-to-many fields', async () => {
    expect((await client.get('/r/stock.Item/1/')).body.shelves).toEqual(['A', 'B']);
    expect((await client.get('/r/stock.Item/?shelves=B')).body.count).toBe(1);
    expect((await client.get('/r/stock.Item/?shelf__label=Top')).body.count).toBe(1);
    expect((await client.get('/r/stock.Item/?shelf__label__isnull=true')).body.count).toBe(1);
    expect((await client.get('/r/stock.Item/?createdAt__date=2026-01-02')).body.count).toBe(1);
    expect((await client.get('/r/stock.Item/?ordering=-shelves')).body.results[0].id).toBe(1);
  });

  it('computes a label from the fields only that the reader may view', async () => {
    const reader = await service.user({ username: 'reader', permissions: ['stock.placement:view_placement'] });
    expect((await reader.get('/r/stock.Placement/1~A/')).body).toMatchObject({ item_label: '1', shelf_label: 'A' });
  });
});

describe.each(dialects)('Drizzle tables whose `casing` writes other names than they do, on %s', (dialect) => {
  const isPostgres = dialect === 'postgres';
  const teamsPg = pg.pgTable('teams', { teamId: pg.integer().primaryKey(), fullName: pg.text().notNull().unique() });
  const membersPg = pg.pgTable('members', {
    memberId: pg.integer().primaryKey().generatedAlwaysAsIdentity(),
    ownTeam: pg.integer().references(() => teamsPg.teamId, { onDelete: 'cascade' }),
    lastSeenAt: pg.timestamp({ withTimezone: true }),
    oddName: pg.text('oddNamed'),
  });
  const teamsLite = lite.sqliteTable('teams', { teamId: lite.integer().primaryKey(), fullName: lite.text().notNull().unique() });
  const membersLite = lite.sqliteTable('members', {
    memberId: lite.integer().primaryKey(),
    ownTeam: lite.integer().references(() => teamsLite.teamId, { onDelete: 'cascade' }),
    lastSeenAt: lite.integer({ mode: 'timestamp' }),
    oddName: lite.text('oddNamed'),
  });
  const [teams, members] = isPostgres ? [teamsPg, membersPg] : [teamsLite, membersLite];
  const key = isPostgres ? 'integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY' : 'integer PRIMARY KEY';
  const setup = `CREATE TABLE teams (team_id integer PRIMARY KEY, full_name text NOT NULL UNIQUE);
    CREATE TABLE members (member_id ${key}, own_team integer REFERENCES teams ON DELETE CASCADE,
      last_seen_at ${isPostgres ? 'timestamptz' : 'integer'}, "oddNamed" text);
    INSERT INTO teams VALUES (1, 'Alpha');`;

  it('are served by the names of the database', async () => {
    const models = [model(teams, 'app.Team'), model(members, 'app.Member')];
    const { root: client } = await serviceOfTest(startService({ dialect, setup, models }));
    const made = await client.post('/r/app.Member/', { ownTeam: 1, lastSeenAt: '2026-01-01T00:00:00Z', oddName: 'x' });
    expect(made).toMatchObject({ status: 201, body: { ownTeam: 1, ownTeam_label: 'Alpha', lastSeenAt: '2026-01-01T00:00:00Z' } });
    expect((await client.get('/r/app.Team/1/related/')).body.related).toMatchObject([{ model: 'app.Member', count: 1 }]);
    expect((await client.post('/r/app.Team/', { teamId: 2, fullName: 'Alpha' })).body).toHaveProperty('fullName');
  });

  it('are told which name the database has, where a name that they write is spelt in another way', async () => {
    const misspelt = setup.replace('"oddNamed"', 'odd_named');
    const starting = startService({ dialect, setup: misspelt, models: [model(members, 'app.Member')] });
    await expect(starting).rejects.toThrow(/"members" has no "oddNamed"\. The database has "odd_named": write that name/);
  });
});
