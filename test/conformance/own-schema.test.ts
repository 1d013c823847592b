import { type AdminOptions, type AdminSettings, defineAdmin, postgres } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFixture } from '../upgrade/load-fixture.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/databases.ts';

const logger = pino({ level: 'silent' });

const admin = (address: string, settings: AdminSettings = {}, models: AdminOptions['models'] = []) =>
  defineAdmin({ database: postgres(address), models, settings: { ...settings, logger } });

const namesIn = async (database: TestDatabase, schema: string): Promise<unknown[]> =>
  (await database.query('SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1', [schema])).map(
    (row) => row['table_name'],
  );

/** The same database as another role. */
const as = (database: TestDatabase, role: string): string => database.address.replace('//tester@', `//${role}@`);

describe.runIf(hasPostgres)('the service’s own tables on PostgreSQL', () => {
  let database: TestDatabase;
  const role = `own_schema_${process.pid}`;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    await database.execute(`CREATE ROLE ${role} LOGIN; CREATE TABLE "user" (id integer PRIMARY KEY, name text);
      GRANT SELECT, INSERT, UPDATE, DELETE ON "user" TO ${role}`);
  });
  afterAll(async () => {
    await database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await database.close();
  });

  it('are made by an administrator’s script where the role may not create them, and then used by the role', async () => {
    const limited = admin(as(database, role));
    const script = await limited.migrationScript();
    expect(await namesIn(database, 'grimoire')).toEqual([]);
    await expect(limited.migrate()).rejects.toThrow('permission denied');
    await database.execute(script.join(';\n'));
    expect((await limited.migrate()).applied).toEqual([]);
    await limited.ready();
    expect(await limited.migrationScript()).toEqual([]);
    await limited.close();
    // A script makes what the migrations make.
    const other = await createTestDatabase('postgres');
    const whole = admin(other.address);
    await whole.migrate();
    const columns = (one: TestDatabase) =>
      one.query(`SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
        WHERE table_schema = 'grimoire' ORDER BY 1, 2`);
    const keys = (one: TestDatabase) =>
      one.query(`SELECT conrelid::regclass::text AS "of", pg_get_constraintdef(oid) AS is FROM pg_constraint
        WHERE connamespace = 'grimoire'::regnamespace ORDER BY 1, 2`);
    expect(await columns(database)).toEqual(await columns(other));
    expect(await keys(database)).toEqual(await keys(other));
    expect(await database.query('SELECT name FROM grimoire.migration ORDER BY 1')).toEqual(
      await other.query('SELECT name FROM grimoire.migration ORDER BY 1'),
    );
    await whole.close();
    await other.close();
  });

  it('leave a table of the application alone that has the name of one of them', async () => {
    expect(await namesIn(database, 'public')).toEqual(['user']);
    const live = defineAdmin({ database: postgres(database.address), settings: { logger } });
    const keys = (await live.registry()).models.map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith('main.'))).toEqual(['main.User']);
    expect(keys).toContain('auth.User');
    await live.close();
  });

  it('that a role may not read are named, with the cure', async () => {
    const stranger = `${role}_stranger`;
    await database.execute(`CREATE ROLE ${stranger} LOGIN`);
    const refused = admin(as(database, stranger));
    await expect(refused.ready()).rejects.toThrow(/may not use the service's own tables, such as grimoire\.migration.*GRANT/);
    await refused.close();
    await database.execute(`DROP ROLE ${stranger}`);
  });

  it('stand in the schema of the settings', async () => {
    const other = admin(database.address, { schema: 'back_office' });
    await other.migrate();
    expect(await namesIn(database, 'back_office')).toContain('audit_log');
    await other.ready();
    await other.close();
    const wrong = admin(database.address, { schema: 'public' });
    await expect(wrong.ready()).rejects.toThrow(/E061 settings schema: .*"public" comes first in the search path/);
    await wrong.close();
    const odd = admin(database.address, { schema: 'back office' });
    await expect(odd.ready()).rejects.toThrow('settings schema');
    await odd.close();
  });

  it('are not made in a schema in which the role’s statements look for the tables of the application', async () => {
    const owner = await createTestDatabase('postgres');
    const name = `grimoire_owner_${process.pid}`;
    await owner.execute(`CREATE ROLE ${name} LOGIN SUPERUSER`);
    const clashing = admin(as(owner, name), { schema: name });
    await expect(clashing.migrate()).rejects.toThrow(/comes first in the search path.*Set `settings\.schema` to another name/);
    expect(await namesIn(owner, name)).toEqual([]);
    await clashing.close();
    const apart = admin(as(owner, name));
    await apart.migrate();
    await apart.ready();
    await apart.close();
    await owner.close();
    await database.execute(`DROP ROLE ${name}`);
  });
});

describe.runIf(hasPostgres)('the tables of an earlier version on PostgreSQL', () => {
  it('are moved with everything that refers to them', async () => {
    const database = await loadFixture('postgres');
    await database.execute('CREATE TABLE task (id integer PRIMARY KEY, made_by integer REFERENCES public.grimoire_user (id))');
    const [before] = await database.query('SELECT id FROM grimoire_user WHERE username = ?', ['root']);
    await database.query('INSERT INTO task VALUES (1, ?)', [Number(before?.['id'])]);
    const moved = admin(database.address);
    await moved.migrate();
    expect((await namesIn(database, 'public')).filter((name) => String(name).startsWith('grimoire'))).toEqual([]);
    expect(await database.query('SELECT u.username FROM task t JOIN grimoire.user u ON u.id = t.made_by')).toEqual([{ username: 'root' }]);
    const key = "SELECT pg_get_constraintdef(oid) AS is FROM pg_constraint WHERE conrelid = 'task'::regclass AND contype = 'f'";
    expect(await database.query(key)).toEqual([{ is: 'FOREIGN KEY (made_by) REFERENCES grimoire."user"(id)' }]);
    await moved.ready();
    await moved.close();
    await database.close();
  });

  it('are moved by an administrator’s script', async () => {
    const database = await loadFixture('postgres');
    const moved = admin(database.address);
    await database.execute((await moved.migrationScript()).join(';\n'));
    expect((await moved.migrate()).applied).toEqual([]);
    await moved.ready();
    expect(await database.query('SELECT count(*)::int AS n FROM grimoire.user')).toEqual([
      { n: database.manifest.counts['grimoire_user'] },
    ]);
    await moved.close();
    await database.close();
  });

  it('beside those of this version are refused, and both are left as they are', async () => {
    const database = await loadFixture('postgres');
    await database.execute('CREATE SCHEMA grimoire; CREATE TABLE grimoire.migration (name text)');
    const both = admin(database.address);
    await expect(both.migrate()).rejects.toThrow(/stand in the schema "grimoire", and tables of an earlier version in "public"/);
    expect(await namesIn(database, 'grimoire')).toEqual(['migration']);
    const apart = admin(database.address, { schema: 'own' });
    await apart.migrate();
    expect(await namesIn(database, 'own')).toContain('audit_log');
    await apart.close();
    await both.close();
    await database.close();
  });
});
