import { defineAdmin, postgres, sqlite } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../support/databases.ts';

const tables = `CREATE TABLE team (id integer PRIMARY KEY, name varchar(50));
  CREATE TABLE member (id integer PRIMARY KEY, team_id integer REFERENCES team (id), boss_id integer REFERENCES member (id), boss varchar(50));
  CREATE TABLE _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64));
  CREATE TABLE migrations (id integer PRIMARY KEY, bird varchar(50));`;

describe.each(dialects)('a live database on %s', (dialect) => {
  it('leaves out what the migrations of a tool keep, names keys as people do, and asks a directory for no permissions', async () => {
    const database = await createTestDatabase(dialect);
    await database.execute(tables);
    const source = dialect === 'postgres' ? postgres(database.address) : sqlite(database.address.replace('sqlite:', ''));
    const user = { id: 'u1', username: 'boss', isSuperuser: true };
    const admin = defineAdmin({ database: source, settings: { staffDirectory: { authenticate: () => user } } });
    try {
      await admin.operations.migrate();
      const { models } = await admin.operations.registry();
      const own = models.filter(({ key }) => key.startsWith('main.')).map(({ key }) => key);
      expect(own.sort()).toEqual(['main.Member', 'main.Migrations', 'main.Team']);
      expect(await admin.operations.leftOut()).toEqual([expect.stringMatching(/^_prisma_migrations: the migrations of Prisma keep it/)]);
      const answer = await admin.fetch(new Request('http://admin.test/api/schema/main.Member/'));
      const { fields } = (await answer.json()) as { readonly fields: readonly { readonly name: string; readonly verbose_name: string }[] };
      const labels = fields.map(({ name, verbose_name: label }) => [name, label]);
      expect(labels).toEqual(
        expect.arrayContaining([
          ['team', 'team'],
          ['boss_id', 'boss id'],
          ['boss', 'boss'],
        ]),
      );
      // A table that has come since has no permissions in the service's tables, which nobody reads.
      await database.execute('CREATE TABLE late (id integer PRIMARY KEY)');
      const later = admin.mountedAt('/api/');
      expect(await later.operations.checkPermissions()).toEqual({ missing: [], withoutModel: [] });
      await later.close();
    } finally {
      await admin.close();
      await database.close();
    }
  });
});
