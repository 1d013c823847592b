import { type AdminOptions, ConfigurationError, defineAdmin } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, hasPostgres } from '../support/databases.ts';
import { type Client, clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const names = ['auth', 'Auth', 'auth3', 'admin', 'contenttypes', 'main', 'a b', 'a_b', 'billing'];

const schemas = `
  CREATE TABLE users (id integer PRIMARY KEY, name varchar(20));
  INSERT INTO users VALUES (1, 'of public');
  ${names
    .map(
      (name) => `CREATE SCHEMA "${name}";
        CREATE TABLE "${name}".users (id integer PRIMARY KEY, name varchar(20));
        INSERT INTO "${name}".users VALUES (1, 'of ${name}');
        CREATE TABLE "${name}"."user" (id integer PRIMARY KEY, name varchar(20));`,
    )
    .join('\n')}`;

const settings = { logger: pino({ level: 'silent' }) };

/** Schemas other than the default one are PostgreSQL's. */
describe.runIf(hasPostgres)('schemas whose names are app labels of the service or of one another', () => {
  const { service, root: client } = serviceForAll(() => startService({ dialect: 'postgres', setup: schemas }));

  const labels = {
    users: 'main',
    auth: 'auth4',
    Auth: 'Auth2',
    auth3: 'auth3',
    admin: 'admin2',
    contenttypes: 'contenttypes2',
    main: 'main2',
    'a b': 'a_b',
    a_b: 'a_b2',
    billing: 'billing',
  };

  const keysOf = async (from: Client): Promise<string[]> =>
    (await from.get('/schema/')).body.models.map((entry: { model: string }) => entry.model);

  it('get a number, and nothing mixes', async () => {
    const keys = await keysOf(client);
    expect(keys.filter((key) => /^(auth|admin|contenttypes)\./i.test(key)).sort()).toEqual(
      ['admin.AdminAuditLog', 'auth.Group', 'auth.Permission', 'auth.User', 'contenttypes.ContentType'].sort(),
    );
    for (const [schema, label] of Object.entries(labels)) {
      const { results } = (await client.get(`/r/${label}.Users/`)).body;
      expect([label, results]).toMatchObject([label, [{ name: schema === 'users' ? 'of public' : `of ${schema}` }]]);
    }
    expect(keys.filter((key) => key.startsWith('main.'))).toEqual(['main.Users']);
  });

  it('keep what is granted on a model of the service apart from what is granted on theirs', async () => {
    const staff = await service.user({ username: 'hr', permissions: ['auth.user:view_user'] });
    expect(await keysOf(staff)).toEqual(['auth.User']);
    expect((await staff.get('/r/auth4.User/')).status).toBe(404);
  });

  it('have the same labels after a restart, in whatever order they were made', async () => {
    const first = await keysOf(client);
    await service.database.execute(
      'DROP SCHEMA auth CASCADE; CREATE SCHEMA auth; CREATE TABLE auth.users (id integer PRIMARY KEY, name varchar(20)); CREATE TABLE auth."user" (id integer PRIMARY KEY, name varchar(20))',
    );
    const again = defineAdmin({ database: service.database.source(), settings });
    expect((await keysOf(clientOf(again, client.token))).sort()).toEqual(first.sort());
    await again.close();
  });

  it('are named at start', async () => {
    const notes = (await service.admin.operations.notes()).join('\n');
    expect(notes).toContain('Schema "auth" has the app label "auth4", because "auth" is taken.');
    expect(notes).toContain('Schema "main" has the app label "main2"');
    expect(notes).not.toContain('Schema "billing"');
  });

  it('have the label that a config gives them', async () => {
    const appLabels = { auth: 'accounts', public: 'shop' };
    const admin = defineAdmin({ database: service.database.source(), appLabels, settings });
    const keys = await keysOf(clientOf(admin, client.token));
    expect(keys).toEqual(expect.arrayContaining(['accounts.Users', 'shop.Users', 'main.Users', 'Auth2.Users']));
    expect((await admin.operations.notes()).join('\n')).not.toContain('Schema "auth"');
    await admin.close();
  });

  const problemsOf = async (options: Pick<AdminOptions, 'appLabels' | 'models'>): Promise<string> => {
    const admin = defineAdmin({ database: service.database.source(), settings, ...options });
    const error: unknown = await admin.ready().catch((thrown: unknown) => thrown);
    await admin.close();
    expect(error).toBeInstanceOf(ConfigurationError);
    return String(error);
  };

  it('are refused a label that is taken or none, and one for a schema that is not there', async () => {
    expect(await problemsOf({ appLabels: { billing: 'auth' } })).toContain('"auth" is taken');
    expect(await problemsOf({ appLabels: { billing: 'MAIN' } })).toContain('"MAIN" is taken');
    expect(await problemsOf({ appLabels: { billing: 'x', admin: 'X' } })).toContain('"X" is taken');
    expect(await problemsOf({ appLabels: { billing: 'a.b' } })).toContain('"a.b" is none');
    expect(await problemsOf({ appLabels: { biling: 'money' } })).toContain('Did you mean "billing"?');
    expect(await problemsOf({ appLabels: { billing: 'money' }, models: [] })).toContain('Leave `appLabels` out.');
  });
});

describe.each(dialects)('a default schema that is to have a label of the service on %s', (dialect) => {
  it('gets it with a number', async () => {
    const service = await startService({ dialect, setup: 'CREATE TABLE users (id integer PRIMARY KEY, name varchar(20))', app: 'auth' });
    const client = await service.superuser();
    const keys = (await client.get('/schema/')).body.models.map((entry: { model: string }) => entry.model);
    expect(keys).toContain('auth2.Users');
    expect((await service.admin.operations.notes()).join('\n')).toContain('has the app label "auth2", because "auth" is taken');
    await service.close();
  });

  it('is refused one that is none, once for all of its tables', async () => {
    const database = await createTestDatabase(dialect);
    await database.execute('CREATE TABLE one (id integer PRIMARY KEY); CREATE TABLE two (id integer PRIMARY KEY)');
    const admin = defineAdmin({ database: database.source(), app: 'a b', settings });
    const error: unknown = await admin.operations.registry().catch((thrown: unknown) => thrown);
    expect((error as ConfigurationError).problems).toMatchObject([
      { id: 'grimoire.E005', place: 'app', message: expect.stringContaining('"a b"') },
    ]);
    await admin.close();
    await database.close();
  });
});
