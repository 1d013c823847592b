import { ConfigurationError, defineAdmin, inline, model, NotMigratedError, type Problem } from 'grimoire';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { librarySql } from '../support/library.ts';

const postgresTables = () => ({
  gone: pg.pgTable('gone', { id: pg.integer().primaryKey(), name: pg.text() }),
  goneLink: pg.pgTable('gone_link', { id: pg.integer().primaryKey() }),
  book: pg.pgTable('book', {
    id: pg.integer().primaryKey(),
    title: pg.varchar({ length: 100 }),
    subtitle: pg.text(),
    version: pg.text('xmin'),
  }),
  seen: pg.pgTable('Seen', { id: pg.integer(), pages: pg.integer('Pages') }),
  // The server cuts it after 63 bytes.
  long: pg.pgTable('long_'.repeat(13), { id: pg.integer().primaryKey() }),
  apart: pg.pgSchema('apart').table('thing', { id: pg.integer().primaryKey() }),
  elsewhere: pg.pgSchema('apart').table('book', { id: pg.integer().primaryKey() }),
});

const sqliteTables = () => ({
  gone: lite.sqliteTable('gone', { id: lite.integer().primaryKey(), name: lite.text() }),
  goneLink: lite.sqliteTable('gone_link', { id: lite.integer().primaryKey() }),
  book: lite.sqliteTable('book', {
    id: lite.integer().primaryKey(),
    title: lite.text('TITLE'),
    subtitle: lite.text(),
    row: lite.integer('rowid'),
  }),
  seen: lite.sqliteTable('Seen', { id: lite.integer(), pages: lite.integer('Pages') }),
  long: lite.sqliteTable('long_'.repeat(13), { id: lite.integer().primaryKey() }),
  apart: undefined,
  elsewhere: undefined,
});

describe.each(dialects)('the configuration on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(`${librarySql(dialect)} CREATE VIEW keyless_view AS SELECT 1 AS one;`);
  });
  afterAll(() => database.close());

  const problemsOf = async (models: readonly ReturnType<typeof model>[]): Promise<readonly Problem[]> => {
    const admin = defineAdmin({ database: database.source(), models, settings: { logger: pino({ level: 'silent' }) } });
    try {
      await admin.ready();
      return [];
    } catch (error) {
      if (error instanceof NotMigratedError) return [];
      if (!(error instanceof ConfigurationError)) throw error;
      expect(error.message).toContain(`${error.problems.length} problem`);
      return error.problems;
    } finally {
      await admin.close();
    }
  };

  it('reports every problem at once, each with its id, place and cure', async () => {
    const problems = await problemsOf([
      model('book', 'lib.Book', {
        searchFields: ['titel', 'author.nam', 'author', 'vault_code'],
        listFilter: ['title.length', 'nope.name'],
        listDisplay: ['author.nam', 'pagse'],
        ordering: ['-nope', 'raw'],
        readonlyFields: [],
        fields: { vault_code: { hidden: true }, pagess: { label: 'Pages' }, secret_note: { view: 'other.view_note' } },
        manyToMany: { tags: { through: 'chapter' } },
        inlines: [inline('chapter', 'number'), inline('tag', 'name')],
      }),
      model('author', 'lib.Author'),
      model('author', 'lib.Author'),
      model('chapter', 'lib.Chapter'),
      model('no_such_table', 'lib.Nothing'),
      model('tag', 'lib/odd.Tag'),
      model('keyless_view', 'lib.View'),
    ]);
    expect(problems.map(({ id, place }) => `${id} ${place}`).sort()).toEqual(
      [
        'grimoire.E001 lib.Author',
        'grimoire.E002 lib/odd.Tag',
        'grimoire.E003 lib.View',
        'grimoire.E004 lib.Nothing',
        'grimoire.E010 lib.Book fields.pagess',
        'grimoire.E010 lib.Book searchFields',
        'grimoire.E010 lib.Book searchFields',
        'grimoire.E012 lib.Book searchFields',
        'grimoire.E014 lib.Book searchFields',
        'grimoire.E011 lib.Book listFilter',
        'grimoire.E010 lib.Book listFilter',
        'grimoire.E010 lib.Book listDisplay',
        'grimoire.E010 lib.Book listDisplay',
        'grimoire.E010 lib.Book ordering',
        'grimoire.E010 lib.Book ordering',
        'grimoire.E020 lib.Book inlines.number',
        'grimoire.E021 lib.Book inlines.name',
        'grimoire.E022 lib.Book manyToMany.tags',
        'grimoire.E030 lib.Book',
      ].sort(),
    );
    const typo = problems.find((problem) => problem.message.includes('"titel"'));
    expect(typo?.cure).toBe('Did you mean "title"?');
    for (const problem of problems)
      expect([problem.id, problem.message.length > 20, problem.cure.length > 5]).toEqual([problem.id, true, true]);
  });

  const told = async (models: readonly ReturnType<typeof model>[]): Promise<string[]> =>
    (await problemsOf(models)).map(({ id, place, message, cure }) => `${id} ${place}: ${message} ${cure}`);

  it('says at which name a path ends, and what is meant there', async () => {
    const config = {
      searchFields: ['author.nmae', 'auhtor.name', 'title.name', 'tags.name'],
      listFilter: ['author.country.name'],
      listDisplay: ['author.nmae'],
      ordering: ['-author.nmae'],
      label: 'author.name',
      manyToMany: { tags: { through: 'book_tag' } },
    };
    expect(await told([model('book', 'lib.Book', config), model('author', 'lib.Author'), model('tag', 'lib.Tag')])).toEqual([
      'grimoire.E010 lib.Book searchFields: There is no such field. "nmae" of "author.nmae" is none. Did you mean "name"?',
      'grimoire.E010 lib.Book searchFields: There is no such field. "auhtor" of "auhtor.name" is none. Did you mean "author"?',
      'grimoire.E011 lib.Book searchFields: A path leads along foreign keys only. "title" of "title.name" is none. Name an own field, or a foreign key before the dot.',
      'grimoire.E011 lib.Book searchFields: A path leads along foreign keys only. "tags" of "tags.name" is none. Name an own field, or a foreign key before the dot.',
      'grimoire.E011 lib.Book listFilter: A path leads along foreign keys only. "country" of "author.country.name" is none. Name an own field, or a foreign key before the dot.',
      'grimoire.E010 lib.Book label: There is no such field. "author.name" is not its own. Name an own field.',
      'grimoire.E010 lib.Book listDisplay: There is no such field. "nmae" of "author.nmae" is none. Did you mean "name"?',
      'grimoire.E013 lib.Book ordering: The field can not be sorted by. "author.nmae" is not its own. Name an own field.',
    ]);
  });

  it('names the fields that there are where none is near, and before a dot the foreign keys', async () => {
    const config = { listFilter: ['writer.country'], searchFields: ['author.population'] };
    expect(await told([model('book', 'lib.Book', config), model('author', 'lib.Author')])).toEqual([
      expect.stringMatching(/"population" of "author\.population" is none\. It has: id, name, /),
      'grimoire.E010 lib.Book listFilter: There is no such field. "writer" of "writer.country" is none. It has: author.',
    ]);
  });

  it('reports a key that looks like a secret once, and each name of a key that is none', async () => {
    await database.execute(`CREATE TABLE login (session_key varchar(40) PRIMARY KEY);
      CREATE TABLE visit (session_key varchar(40) NOT NULL, page integer NOT NULL, PRIMARY KEY (session_key, page));`);
    expect((await problemsOf([model('login', 'lib.Login'), model('visit', 'lib.Visit')])).map(({ id, place }) => `${id} ${place}`)).toEqual(
      [`grimoire.E033 lib.Login session_key`, `grimoire.E033 lib.Visit session_key`],
    );
    const view = 'CREATE VIEW totals AS SELECT id, pages FROM book';
    await database.execute(view);
    expect(await told([model('totals', 'lib.Totals', { primaryKey: ['id', 'pagse'] })])).toEqual([
      'grimoire.E010 lib.Totals primaryKey: There is no such field. "pagse" is none. Did you mean "pages"?',
    ]);
  });

  it('looks whether the tables of Drizzle and their columns are there', async () => {
    await database.execute(
      `CREATE TABLE "${'long_'.repeat(13)}" (id integer PRIMARY KEY); CREATE VIEW "Seen" AS SELECT 1 AS id, 2 AS "Pages"${dialect === 'postgres' ? '; CREATE SCHEMA apart; CREATE TABLE apart.thing (id integer PRIMARY KEY)' : ''}`,
    );
    const tables = dialect === 'postgres' ? postgresTables() : sqliteTables();
    const models = [
      model(tables.gone, 'lib.Gone'),
      model(tables.book, 'lib.Book', { manyToMany: { tags: { through: tables.goneLink } } }),
      model(tables.seen, 'lib.Seen', { primaryKey: ['id'] }),
      model(tables.long, 'lib.Long'),
      ...(tables.apart ? [model(tables.apart, 'lib.Apart'), model(tables.elsewhere, 'lib.Elsewhere')] : []),
    ];
    const missing = await told(models);
    expect(missing.filter((line) => /E004|E006/.test(line)).sort()).toEqual(
      [
        'grimoire.E004 lib.Gone: The database has no such table or view. "gone" is not there. Create it, by the migrations that you use, or look whether this is the database that you mean.',
        'grimoire.E004 lib.Book manyToMany.tags: The database has no such table or view. "gone_link" is not there. Create it, by the migrations that you use, or look whether this is the database that you mean.',
        'grimoire.E006 lib.Book: The table has no such column. "book" has no "subtitle". Add it, by the migrations that you use, or take it out of the table that the model is made of.',
        ...(tables.apart
          ? [
              'grimoire.E004 lib.Elsewhere: The database has no such table or view. "book" is not there. Create it, by the migrations that you use, or look whether this is the database that you mean.',
            ]
          : []),
      ].sort(),
    );
  });

  it('refuses a field type that does not fit the column, where the database has types of its own', async () => {
    const problems = await problemsOf([
      model('author', 'lib.Author', { fields: { name: { type: 'DateField' }, email: { type: 'EmailField' } } }),
    ]);
    expect(problems.map(({ id, place }) => `${id} ${place}`)).toEqual(
      dialect === 'postgres' ? ['grimoire.E032 lib.Author fields.name'] : [],
    );
  });

  it('says that the own tables are missing, and creates them only when told to', async () => {
    const admin = defineAdmin({
      database: database.source(),
      models: [model('author', 'lib.Author')],
      settings: { logger: pino({ level: 'silent' }) },
    });
    await expect(admin.ready()).rejects.toThrow(NotMigratedError);
    const early = await admin.fetch(new Request('http://admin.test/api/config/'));
    expect([early.status, await early.json()]).toEqual([500, { detail: 'Internal error.', request_id: early.headers.get('x-request-id') }]);
    expect(await admin.operations.migrate()).toMatchObject({
      applied: [
        '0001_staff',
        '0002_secret',
        '0003_audit_log',
        '0004_sign_ins',
        '0005_outcomes',
        '0006_sync_permissions',
        '0007_sign_in_security',
        '0008_failed_targets',
        '0009_idempotency_keys',
        '0010_properties',
        '0011_staff_links',
        '0012_audit_log_indexes',
        '0013_write_positions',
        '0014_saved_views',
        '0015_journal',
        '0016_previews',
      ],
      permissions: 31,
    });
    expect((await admin.fetch(new Request('http://admin.test/api/config/'))).status).toBe(200);
    await admin.close();
  });

  it('mounts anywhere', async () => {
    for (const [baseUrl, path] of [
      ['/', '/config/'],
      ['/internal/admin/api', '/internal/admin/api/config'],
      ['conjure/', '/conjure/config/'],
    ] as const) {
      const admin = defineAdmin({
        database: database.source(),
        models: [model('author', 'lib.Author')],
        baseUrl,
        settings: { logger: pino({ level: 'silent' }) },
      });
      expect([path, (await admin.fetch(new Request(`http://admin.test${path}`))).status]).toEqual([path, 200]);
      // Below the root everything is its own; below another path, what is elsewhere is no secret of the service.
      const elsewhere = await admin.fetch(new Request('http://admin.test/elsewhere/config/'));
      expect([baseUrl, elsewhere.status]).toEqual([baseUrl, baseUrl === '/' ? 401 : 404]);
      await admin.close();
    }
  });
});

describe.each(dialects)('keys of models on %s', (dialect) => {
  it('that differ in case, that are too long, and odd table prefixes are refused at the start', async () => {
    const database = await createTestDatabase(dialect);
    await database.execute('CREATE TABLE thing (id integer PRIMARY KEY, name varchar(20))');
    const problems = async (keys: readonly `${string}.${string}`[]): Promise<unknown> => {
      const admin = defineAdmin({
        database: database.source(),
        models: keys.map((key) => model('thing', key)),
        settings: { logger: pino({ level: 'silent' }) },
      });
      const error = await admin.operations.migrate().catch((thrown: unknown) => thrown);
      await admin.close();
      return error instanceof ConfigurationError ? error.problems.map(({ id }) => id) : error;
    };
    expect(await problems(['auth.user'])).toEqual(['grimoire.E001']);
    expect(await problems(['t.Thing', 't.THING'])).toEqual(['grimoire.E001']);
    expect(await problems([`t.${'X'.repeat(91)}`])).toEqual(['grimoire.E002']);
    expect(await problems([`t.${'X'.repeat(90)}`])).toMatchObject({ permissions: 31 });
    const odd = defineAdmin({ database: database.source(), settings: { tablePrefix: 'a.b_', logger: pino({ level: 'silent' }) } });
    await expect(odd.ready()).rejects.toThrow('tablePrefix');
    const near = defineAdmin({ database: database.source(), settings: { tablePrefix: 'th', logger: pino({ level: 'silent' }) } });
    expect((await near.operations.registry()).models.map(({ key }) => key)).toContain('main.Thing');
    await near.close();
    await database.close();
  });
});
