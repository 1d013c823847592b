import { ConfigurationError, defineAdmin, inline, model, NotMigratedError, type Problem } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { librarySql } from '../support/library.ts';

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
        listDisplay: ['author.name', 'pagse'],
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
        'grimoire.E011 lib.Book searchFields',
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
    expect(await admin.migrate()).toMatchObject({
      applied: [
        '0001_staff',
        '0002_secret',
        '0003_audit_log',
        '0004_sign_ins',
        '0005_outcomes',
        '0006_sync_permissions',
        '0007_sign_in_security',
      ],
      permissions: 25,
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
