import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';
import { model } from 'grimoire';
import { prisma, prismaModels } from 'grimoire/prisma';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

describe.each(dialects)('columns that are left out as secrets, and that the client of the source fills, on %s', (dialect) => {
  const isPostgres = dialect === 'postgres';

  it('get what Prisma makes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-unseen-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'schema.prisma');
    writeFileSync(
      file,
      `datasource db {
  provider = "${isPostgres ? 'postgresql' : 'sqlite'}"
  url = "file:x"
}
model Recipient {
  id Int @id
  email String
  token String @unique @default(uuid())
  secretUpdatedAt DateTime @updatedAt
}
`,
    );
    const time = isPostgres ? 'timestamp(3)' : 'datetime';
    const setup = `CREATE TABLE "Recipient" (id integer PRIMARY KEY, email text NOT NULL, token text NOT NULL UNIQUE, "secretUpdatedAt" ${time} NOT NULL)`;
    const models = prismaModels(prisma(file), 'app');
    const { root, service } = await serviceOfTest(startService({ dialect, setup, models }));
    const { permissions, fields } = (await root.get('/schema/app.Recipient/')).body;
    expect([permissions.add, fields.map(({ name }: any) => name)]).toEqual([true, ['id', 'email', 'secretUpdatedAt']]);
    const made = await root.post('/r/app.Recipient/', { id: 1, email: 'ann@example.com' });
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty('token');
    const [row] = await service.database.query('SELECT token FROM "Recipient"');
    expect(row?.['token']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await root.patch('/r/app.Recipient/1/', { email: 'bea@example.com' })).status).toBe(200);
    expect(await service.database.query('SELECT token FROM "Recipient"')).toEqual([row]);
    expect((await root.post('/r/app.Recipient/', { id: 2, email: 'x', token: 'mine' })).status).toBe(400);
  });

  it('get what Drizzle makes, also at each save, and are named by no error', async () => {
    let made = 0;
    const next = (): string => `key-${++made}`;
    const ofPostgres = pg.pgTable('hooks', {
      id: pg.integer().primaryKey(),
      url: pg.text().notNull(),
      secret: pg.text().notNull().unique().$defaultFn(next).$onUpdateFn(next),
    });
    const ofSqlite = lite.sqliteTable('hooks', {
      id: lite.integer().primaryKey(),
      url: lite.text().notNull(),
      secret: lite.text().notNull().unique().$defaultFn(next).$onUpdateFn(next),
    });
    const setup = `CREATE TABLE hooks (id integer PRIMARY KEY, url text NOT NULL, secret text NOT NULL UNIQUE)`;
    const models = [model(isPostgres ? ofPostgres : ofSqlite, 'app.Hook')];
    const { root, rows } = await serviceOfTest(startService({ dialect, setup, models }));
    for (const id of [1, 2]) expect((await root.post('/r/app.Hook/', { id, url: 'a' })).status).toBe(201);
    await root.patch('/r/app.Hook/1/', { url: 'b' });
    await root.post('/r/app.Hook/bulk/', { action: 'update', ids: [1, 2], data: { url: 'c' } });
    const secrets = (await rows('hooks')).map(({ secret }) => secret);
    expect(new Set(secrets).size).toBe(2);
    expect(secrets).not.toContain('key-3');
    made = Number(String(secrets[0]).slice(4)) - 1;
    const taken = await root.post('/r/app.Hook/', { id: 3, url: 'a' });
    expect(taken.status).toBe(400);
    expect(taken.text).not.toContain('secret');
  });
});
