import { defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../support/databases.ts';

const logger = pino({ level: 'silent' });

/** The tables in which an installation keeps its secret, its sign-ins and its staff. */
describe.each(dialects)('the own tables of two admins over one database on %s', (dialect) => {
  it('are models of neither, whatever their prefix', async () => {
    const database = await createTestDatabase(dialect);
    await database.execute(
      'CREATE TABLE shop_migration (name varchar(50) PRIMARY KEY, note varchar(50)); CREATE TABLE thing (id integer PRIMARY KEY)',
    );
    const first = defineAdmin({ database: database.source(), settings: { logger, tablePrefix: 'first_' } });
    await first.operations.migrate();
    const second = defineAdmin({ database: database.source(), settings: { logger } });
    await second.operations.migrate();
    for (const admin of [first, second]) {
      const keys = (await admin.operations.registry()).models.map(({ key }) => key).filter((key) => key.startsWith('main.'));
      expect(keys.sort((a, b) => a.localeCompare(b))).toEqual(['main.ShopMigration', 'main.Thing']);
      await admin.close();
    }
    const later = defineAdmin({ database: database.source(), settings: { logger, tablePrefix: 'third_' } });
    expect((await later.operations.registry()).models.map(({ key }) => key).filter((key) => key.startsWith('main.'))).toHaveLength(2);
    await later.close();
    const own =
      dialect === 'postgres'
        ? ['grimoire_first_.secret', 'grimoire.sign_in', 'grimoire.user']
        : ['first_secret', 'grimoire_sign_in', 'grimoire_user'];
    for (const name of own) {
      expect(await database.query(`SELECT count(*) AS n FROM ${name}`)).toHaveLength(1);
      const named = defineAdmin({ database: database.source(), models: [model(name, 'x.Own')], settings: { logger } });
      await expect(named.ready()).rejects.toThrow(`"${name}" is none, or is one of the service's own.`);
      await named.close();
    }
    await database.close();
  });

  it('are refused where a newer version has made them', async () => {
    const database = await createTestDatabase(dialect);
    const admin = defineAdmin({ database: database.source(), models: [], settings: { logger } });
    await admin.operations.migrate();
    await database.query("INSERT INTO grimoire_migration (name, timestamp) VALUES ('9999_of_tomorrow', '2099-01-01')");
    const older = defineAdmin({ database: database.source(), models: [], settings: { logger } });
    await expect(older.ready()).rejects.toThrow(/made by a newer version of Grimoire \(9999_of_tomorrow\). Update Grimoire./);
    await expect(older.operations.migrate()).rejects.toThrow(/newer version/);
    await older.close();
    await admin.close();
    await database.close();
  });
});

describe.each(dialects)('the script of the migrations on %s', (dialect) => {
  it('makes what the migrations make', async () => {
    const database = await createTestDatabase(dialect);
    const admin = defineAdmin({ database: database.source(), models: [], settings: { logger } });
    const script = await admin.operations.migrationScript();
    await database.execute(script.join(';\n'));
    expect(await admin.operations.migrationScript()).toEqual([]);
    expect((await admin.operations.migrate()).applied).toEqual([]);
    await admin.ready();
    await admin.close();
    await database.close();
  });
});
