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
    const script = await limited.operations.migrationScript();
    expect(await namesIn(database, 'grimoire')).toEqual([]);
    await expect(limited.operations.migrate()).rejects.toThrow('permission denied');
    await database.execute(script.join(';\n'));
    expect((await limited.operations.migrate()).applied).toEqual([]);
    await limited.ready();
    expect(await limited.operations.migrationScript()).toEqual([]);
    await limited.close();
    // A script makes what the migrations make.
    const other = await createTestDatabase('postgres');
    const whole = admin(other.address);
    await whole.operations.migrate();
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

  it('are made while the application drops tables of its own', async () => {
    const busy = await createTestDatabase('postgres');
    const names = Array.from({ length: 20 }, (_, index) => `import_${index}`);
    const end = new AbortController();
    const dropping = (async () => {
      while (!end.signal.aborted) {
        await busy.execute(names.map((name) => `CREATE TABLE ${name} (id serial PRIMARY KEY)`).join(';'));
        await busy.execute(names.map((name) => `DROP TABLE ${name}`).join(';'));
      }
    })();
    for (let round = 0; round < 8; round++) {
      const own = admin(busy.address, { schema: `own_${round}` });
      expect((await own.operations.migrate()).applied.length).toBeGreaterThan(0);
      await own.close();
    }
    end.abort();
    await dropping;
    await busy.close();
  });

  it('leave a table of the application alone that has the name of one of them', async () => {
    expect(await namesIn(database, 'public')).toEqual(['user']);
    const live = defineAdmin({ database: postgres(database.address), settings: { logger } });
    const keys = (await live.operations.registry()).models.map(({ key }) => key);
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

  it('that a role may use only in part stop the start, each with the right that is missing', async () => {
    const restricted = `${role}_restricted`;
    await database.execute(`CREATE ROLE ${restricted} LOGIN; GRANT USAGE ON SCHEMA grimoire TO ${restricted};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA grimoire TO ${restricted};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA grimoire TO ${restricted};
      REVOKE DELETE ON grimoire.audit_log FROM ${restricted}`);
    const allowed = admin(as(database, restricted));
    await allowed.ready();
    await allowed.close();
    await database.execute(`REVOKE INSERT ON grimoire.audit_log FROM ${restricted}; REVOKE UPDATE ON grimoire."user" FROM ${restricted}`);
    const refused = admin(as(database, restricted));
    const message = /lacks INSERT on grimoire\.audit_log, UPDATE on grimoire\.user\. The owner of the tables prints the GRANT/;
    await expect(refused.ready()).rejects.toThrow(message);
    await refused.close();
    await database.execute(`DROP OWNED BY ${restricted}; DROP ROLE ${restricted}`);
  });

  it('stand in the schema of the settings', async () => {
    const other = admin(database.address, { schema: 'back_office' });
    await other.operations.migrate();
    expect(await namesIn(database, 'back_office')).toContain('audit_log');
    await other.ready();
    await other.close();
    const wrong = admin(database.address, { schema: 'public' });
    await expect(wrong.ready()).rejects.toThrow(/"public" of the service's own tables is in the search path/);
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
    await expect(clashing.operations.migrate()).rejects.toThrow(/is in the search path.*Set `settings\.schema` to another name/);
    expect(await namesIn(owner, name)).toEqual([]);
    await clashing.close();
    const apart = admin(as(owner, name));
    await apart.operations.migrate();
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
    await moved.operations.migrate();
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
    await database.execute((await moved.operations.migrationScript()).join(';\n'));
    expect((await moved.operations.migrate()).applied).toEqual([]);
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
    await expect(both.operations.migrate()).rejects.toThrow(/stand in the schema "grimoire", and tables of an earlier version in "public"/);
    expect(await namesIn(database, 'grimoire')).toEqual(['migration']);
    const apart = admin(database.address, { schema: 'own' });
    await apart.operations.migrate();
    expect(await namesIn(database, 'own')).toContain('audit_log');
    await apart.close();
    await both.close();
    await database.close();
  });

  it('are found in every step of a script: its rows of sign-ins are those of the migrations', async () => {
    const bySql = await loadFixture('postgres');
    const byMigrate = await loadFixture('postgres');
    const [first, second] = [admin(bySql.address), admin(byMigrate.address)];
    await bySql.execute((await first.operations.migrationScript()).join(';\n'));
    await first.operations.migrate();
    await second.operations.migrate();
    const rows = (one: TestDatabase) =>
      one.query(`SELECT id, kind, user_id, ends_at IS NULL AS "isEndless" FROM grimoire.sign_in ORDER BY id`);
    expect(await rows(bySql)).toEqual(await rows(byMigrate));
    expect((await rows(bySql)).length).toBeGreaterThan(3);
    for (const one of [first, second]) await one.close();
    for (const one of [bySql, byMigrate]) await one.close();
  });

  it('are part of the models at once: what refers to them is counted in the process that has moved them', async () => {
    const database = await loadFixture('postgres');
    await database.execute(
      'CREATE TABLE task (id integer PRIMARY KEY, made_by integer REFERENCES public.grimoire_user (id) ON DELETE CASCADE)',
    );
    const live = defineAdmin({ database: postgres(database.address), settings: { logger } });
    await live.operations.migrate();
    const task = (await live.operations.registry()).models.find(({ key }) => key === 'main.Task');
    expect(task?.fields.map(({ name, relation }) => [name, relation?.model])).toEqual([
      ['id', undefined],
      ['made_by', 'auth.User'],
    ]);
    await live.close();
    await database.close();
  });

  it('stay usable for the roles that could use them', async () => {
    const database = await loadFixture('postgres');
    const role = `moved_${process.pid}`;
    // Neither is a placeholder of a statement.
    const odd = `"what?_$1_${process.pid}"`;
    await database.execute(`CREATE ROLE ${role} LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
      CREATE ROLE ${odd}; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${odd}`);
    const owner = admin(database.address);
    expect((await owner.operations.migrationScript()).join('\n').toLowerCase()).toContain(`grant usage on schema "grimoire" to ${odd}`);
    await owner.operations.migrate();
    await database.execute((await owner.operations.migrationScript(role)).join(';\n'));
    const limited = admin(as(database, role));
    await limited.ready();
    await limited.close();
    await owner.close();
    await database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}; DROP OWNED BY ${odd}; DROP ROLE ${odd}`);
    await database.close();
  });

  it('of one tenant are never those of another one, who has a default schema of their own', async () => {
    const database = await createTestDatabase('postgres');
    await database.execute(
      'CREATE SCHEMA tenant_a; CREATE SCHEMA tenant_b; CREATE TABLE tenant_b.grimoire_migration (name text, timestamp text)',
    );
    const of = (tenant: string): string => `${database.address}?options=-c%20search_path%3D${tenant}`;
    const first = admin(of('tenant_a'));
    await first.operations.migrate();
    await first.ready();
    const second = admin(of('tenant_b'));
    await expect(second.ready()).rejects.toThrow(/belong to the admin of the schema "tenant_a".*`settings\.schema`/);
    await expect(second.operations.migrate()).rejects.toThrow('tenant_a');
    const apart = admin(of('tenant_b'), { schema: 'staff_b' });
    await apart.operations.migrate();
    await apart.ready();
    for (const one of [first, second, apart]) await one.close();
    await database.close();
  });

  it('that were made beside those of this version stop a start', async () => {
    const database = await createTestDatabase('postgres');
    const own = admin(database.address);
    await own.operations.migrate();
    await database.execute(`CREATE TABLE public.grimoire_migration (name text, timestamp text); CREATE TABLE public.grimoire_sign_in (id text);
      INSERT INTO public.grimoire_migration VALUES ('0001_staff', '')`);
    await own.close();
    await expect(own.ready()).rejects.toThrow(/and tables of an earlier version in "public"/);
    await own.close();
    await database.close();
  });
});

describe.runIf(hasPostgres)('a schema for the service’s own tables', () => {
  it('is refused where it contains other tables, and nothing is granted on those', async () => {
    const database = await createTestDatabase('postgres');
    await database.execute('CREATE SCHEMA shop; CREATE TABLE shop.payroll (id integer)');
    const taken = admin(database.address, { schema: 'shop' });
    await expect(taken.operations.migrate()).rejects.toThrow('"shop" contains tables');
    await expect(taken.operations.migrationScript()).rejects.toThrow('"shop" contains tables');
    await taken.close();
    const own = admin(database.address);
    const script = (await own.operations.migrationScript()).join('\n');
    expect(script).not.toContain('ALL TABLES');
    // The secret that signs tokens is made later, and never printed.
    expect(script).not.toMatch(/insert into "grimoire"."secret"/i);
    await own.close();
    await database.close();
  });

  it('may not be anywhere in the search path, also where it does not exist yet', async () => {
    const database = await createTestDatabase('postgres');
    const far = admin(`${database.address}?options=-c%20search_path%3Dpublic,grimoire`);
    await expect(far.operations.migrate()).rejects.toThrow('"grimoire" of the service');
    await expect(far.operations.migrationScript()).rejects.toThrow('"grimoire" of the service');
    await far.close();
    const dotted = await createTestDatabase('postgres');
    await dotted.execute('CREATE SCHEMA "acme.com"; CREATE TABLE "acme.com".thing (id integer PRIMARY KEY)');
    const acme = admin(`${dotted.address}?options=-c%20search_path%3D%22acme.com%22`);
    await acme.operations.migrate();
    await acme.ready();
    await acme.close();
    for (const one of [database, dotted]) await one.close();
  });

  it('does not make the tables `migration` and `secret` of an application its own', async () => {
    const database = await createTestDatabase('postgres');
    await database.execute(`CREATE TABLE migration (id integer PRIMARY KEY, name integer, timestamp text); CREATE TABLE secret (id integer PRIMARY KEY);
      CREATE TABLE sign_in (id integer PRIMARY KEY)`);
    const live = defineAdmin({ database: postgres(database.address), settings: { logger } });
    const keys = (await live.operations.registry()).models.map(({ key }) => key).filter((key) => key.startsWith('main.'));
    expect(keys.sort((left, right) => left.localeCompare(right))).toEqual(['main.Migration', 'main.Secret', 'main.SignIn']);
    await live.close();
    await database.close();
  });
});
