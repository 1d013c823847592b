import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inline, model } from 'grimoire';
import { prisma, prismaModels } from 'grimoire/prisma';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, type Dialect, dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const folder = fileURLToPath(new URL('../support/prisma/shop', import.meta.url));

/** The tables as `prisma db push` creates them. */
function tablesOf(dialect: Dialect): string {
  const isPostgres = dialect === 'postgres';
  const moment = isPostgres ? 'timestamp(3)' : 'DATETIME';
  const text = 'text';
  return `${isPostgres ? `CREATE TYPE "status" AS ENUM ('NEW', 'in-progress', 'done');` : ''}
    CREATE TABLE "customers" ("id" ${text} NOT NULL PRIMARY KEY, "email_address" varchar(200) NOT NULL, "name" ${text},
      "created_at" ${moment} NOT NULL DEFAULT CURRENT_TIMESTAMP, "updated_at" ${moment} NOT NULL, "referrer_id" ${text} REFERENCES "customers" ON DELETE SET NULL, "internal" ${text});
    CREATE UNIQUE INDEX "customers_email_address_key" ON "customers" ("email_address");
    CREATE TABLE "orders" ("number" ${isPostgres ? 'serial NOT NULL PRIMARY KEY' : 'INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT'}, "tracking" ${text} NOT NULL, "code" ${text} NOT NULL,
      "status" ${isPostgres ? '"status"' : 'TEXT'} NOT NULL DEFAULT 'NEW', "total" decimal(10,2) NOT NULL, "cents" bigint NOT NULL DEFAULT 0, "paid" boolean NOT NULL DEFAULT false,
      "meta" ${isPostgres ? 'jsonb' : 'JSONB'}, "placed" ${moment}, "customer_id" ${text} NOT NULL REFERENCES "customers" ON DELETE CASCADE);
    CREATE UNIQUE INDEX "orders_tracking_key" ON "orders" ("tracking");
    CREATE TABLE "lines" ("order_number" integer NOT NULL REFERENCES "orders", "place" integer NOT NULL, "text" ${text} NOT NULL, PRIMARY KEY ("order_number", "place"));
    CREATE TABLE "Tag" ("id" ${text} NOT NULL PRIMARY KEY, "name" ${text} NOT NULL UNIQUE);
    CREATE TABLE "_OrderToTag" ("A" integer NOT NULL REFERENCES "orders" ON DELETE CASCADE, "B" ${text} NOT NULL REFERENCES "Tag" ON DELETE CASCADE);
    CREATE UNIQUE INDEX "_OrderToTag_AB_unique" ON "_OrderToTag" ("A", "B");
    INSERT INTO "customers" VALUES ('c1', 'ada@example.org', 'Ada', ${isPostgres ? `'2026-01-01', '2026-01-02'` : '1767225600000, 1767312000000'}, NULL, 'x'),
      ('c2', 'bo@example.org', NULL, ${isPostgres ? `'2026-01-03', '2026-01-03'` : '1767398400000, 1767398400000'}, 'c1', NULL);
    INSERT INTO "orders" ("tracking", "code", "status", "total", "customer_id") VALUES ('t1', 'k1', 'in-progress', 12.5, 'c1');
    INSERT INTO "lines" VALUES (1, 1, 'bread');
    INSERT INTO "Tag" VALUES ('g1', 'gift'), ('g2', 'urgent');
    INSERT INTO "_OrderToTag" VALUES (1, 'g2');
    CREATE TABLE "_prisma_migrations" ("id" varchar(36) NOT NULL PRIMARY KEY, "migration_name" varchar(255) NOT NULL);`;
}

describe.each(dialects)('Prisma schemas on %s', (dialect) => {
  const { root: client } = serviceForAll(() => {
    const db = prisma(folder);
    return startService({
      dialect,
      models: [
        model(db['Customer'], 'shop.Customer', { label: 'name', searchFields: ['email', 'referrer.email'] }),
        model(db['Order'], 'shop.Order', {
          listDisplay: ['number', 'customer', 'status'],
          listFilter: ['status', 'customer.name', 'tags'],
          inlines: [inline(db['Line'], 'order')],
        }),
        model(db['Line'], 'shop.Line'),
        model(db['Tag'], 'shop.Tag'),
        model(db['Customer'], 'shop.Dated', { fields: { createdAt: { readonly: false } } }),
      ],
      setup: tablesOf(dialect),
    });
  });

  it('are described by their fields, relations, enums and comments', async () => {
    const customer = (await client.get('/schema/shop.Customer/')).body;
    const facts = (body: any): unknown => body.fields.map((field: any) => [field.name, field.type, field.editable, field.required]);
    expect(facts(customer)).toEqual([
      ['id', 'CharField', false, false],
      ['email', 'CharField', true, true],
      ['name', 'CharField', true, false],
      ['createdAt', 'DateTimeField', false, false],
      ['updatedAt', 'DateTimeField', false, false],
      ['referrer', 'ForeignKey', true, false],
    ]);
    expect(customer.fields[1]).toMatchObject({ help_text: 'Where invoices go.', max_length: 200, unique: true });
    const order = (await client.get('/schema/shop.Order/')).body;
    expect(facts(order)).toEqual([
      ['number', 'AutoField', false, false],
      ['tracking', 'CharField', true, false],
      ['code', expect.any(String), true, false],
      ['status', 'CharField', true, false],
      ['total', 'DecimalField', true, true],
      ['cents', 'BigIntegerField', true, false],
      ['paid', 'BooleanField', true, false],
      ['meta', 'JSONField', true, false],
      ['placed', 'DateTimeField', true, false],
      ['customer', 'ForeignKey', true, true],
      ['tags', 'ManyToManyField', true, false],
    ]);
    expect(order.fields[3]).toMatchObject({
      default: 'NEW',
      choices: [
        ['NEW', 'New'],
        ['in-progress', 'In progress'],
        ['done', 'Done'],
      ],
    });
    expect(order.inlines).toEqual([{ model: 'shop.Line', fk_field: 'order', verbose_name: 'line' }]);
  });

  it('are served with their relations as paths and labels', async () => {
    expect((await client.get('/r/shop.Order/1/')).body).toMatchObject({
      customer: 'c1',
      customer_label: 'Ada',
      status: 'in-progress',
      status_display: 'In progress',
      total: '12.50',
      tags: ['g2'],
    });
    expect((await client.get('/r/shop.Order/?customer__name=Ada&tags=g2')).body.count).toBe(1);
    expect((await client.get('/r/shop.Customer/?search=ada')).body.count).toBe(2);
    expect((await client.get('/r/shop.Customer/c1/')).body).toMatchObject({
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-02T00:00:00Z',
    });
  });

  it('are written with the values that Prisma’s client makes', async () => {
    const before = Date.now();
    const customer = await client.post('/r/shop.Customer/', { email: 'new@example.org' });
    expect(customer.status).toBe(201);
    expect(customer.body.id).toMatch(/^c[a-z0-9]{24,}$/);
    for (const name of ['createdAt', 'updatedAt']) expect(Date.parse(customer.body[name])).toBeGreaterThan(before - 2000);
    const order = await client.post('/r/shop.Order/', { total: '3.00', customer: customer.body.id, tags: ['g1', 'g2'] });
    expect([order.status, order.body.tags]).toEqual([201, ['g1', 'g2']]);
    expect(order.body.tracking).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(order.body.code).toMatch(/^[\w-]{8}$/);
    const changed = await client.patch('/r/shop.Customer/c2/', { name: 'Bo' });
    expect(changed.body.createdAt).toBe('2026-01-03T00:00:00Z');
    expect(Date.parse(changed.body.updatedAt)).toBeGreaterThan(before - 2000);
  });

  it('have a time of their own that users set where the config says so', async () => {
    const { fields } = (await client.get('/schema/shop.Dated/')).body;
    expect(fields.find(({ name }: { name: string }) => name === 'createdAt')).toMatchObject({
      editable: true,
      required: false,
      has_default: true,
    });
    const sent = { email: 'dated@example.org', createdAt: '2020-01-02T03:04:05Z' };
    expect((await client.post('/r/shop.Dated/', sent)).body).toMatchObject(sent);
    const without = await client.post('/r/shop.Dated/', { email: 'undated@example.org', createdAt: null });
    expect([without.status, without.body.createdAt.slice(0, 4) >= '2026']).toEqual([201, true]);
  });
});

describe.each(dialects)('every model of a Prisma schema on %s', (dialect) => {
  it('is served without a config, except the ignored ones', async () => {
    const service = await startService({ dialect, models: prismaModels(prisma(folder), 'shop'), setup: tablesOf(dialect) });
    const { body } = await (await service.superuser()).get('/schema/');
    const keys = body.models.map((one: any) => one.model).filter((key: string) => key.startsWith('shop.'));
    expect(keys.sort()).toEqual(['shop.Customer', 'shop.Line', 'shop.Order', 'shop.Tag']);
    await service.close();
  });

  it('is refused, or has the key of the schema, if the schema ignores the key of the table', async () => {
    const place = mkdtempSync(join(tmpdir(), 'prisma-'));
    const file = join(place, 'schema.prisma');
    const setup =
      'CREATE TABLE "Tag" ("id" varchar(36) NOT NULL PRIMARY KEY, "name" varchar(36) NOT NULL UNIQUE, "kind" varchar(9) NOT NULL)';
    writeFileSync(file, 'model Tag {\n  id String @ignore\n  name String @unique\n  kind String\n}\n');
    const service = await startService({ dialect, models: prismaModels(prisma(file), 'shop'), setup });
    expect((await (await service.superuser()).get('/schema/shop.Tag/')).body.pk_field).toBe('name');
    await service.close();
    writeFileSync(file, 'model Tag {\n  id String @ignore\n  name String\n  kind String @unique\n}\n');
    await expect(startService({ dialect, models: [model(prisma(file)['Tag'], 'shop.Tag')], setup })).rejects.toThrow(
      'Rows could not be told apart.',
    );
    const all = await startService({ dialect, models: prismaModels(prisma(file), 'shop'), setup });
    expect(await all.admin.operations.leftOut()).toContainEqual(expect.stringContaining('Tag: it has neither a primary key'));
    await all.close();
    rmSync(place, { recursive: true });
  });

  it('has the names of the database where those of the schema differ in case alone', async () => {
    const place = mkdtempSync(join(tmpdir(), 'prisma-'));
    const file = join(place, 'schema.prisma');
    const relation =
      'bossId Int? @map("BOSS_ID")\n  boss Member? @relation("b", fields: [bossId], references: [id])\n  team Member[] @relation("b")';
    writeFileSync(file, `model Member {\n  id Int @id @map("ID")\n  ${relation}\n\n  @@map("Members")\n}\n`);
    const setup = 'CREATE TABLE members (id integer NOT NULL PRIMARY KEY, boss_id integer REFERENCES members)';
    const service = await startService({ dialect, models: prismaModels(prisma(file), 'shop'), setup });
    const client = await service.superuser();
    const { body } = await client.get('/schema/shop.Member/');
    expect([body.pk_field, body.fields.map((field: any) => [field.name, field.type])]).toEqual([
      'id',
      [
        ['id', expect.stringContaining('Field')],
        ['boss', 'ForeignKey'],
      ],
    ]);
    await client.post('/r/shop.Member/', { id: 1 });
    expect((await client.post('/r/shop.Member/', { id: 2, boss: 1 })).status).toBe(201);
    expect((await client.get('/r/shop.Member/?boss=1')).body.count).toBe(1);
    await service.close();
    rmSync(place, { recursive: true });
  });

  it('has both sides of a many-to-many relation of a model with itself', async () => {
    const place = mkdtempSync(join(tmpdir(), 'prisma-'));
    const file = join(place, 'schema.prisma');
    writeFileSync(
      file,
      'model User {\n  id Int @id\n  name String\n  followedBy User[] @relation("Follows")\n  following User[] @relation("Follows")\n}\n',
    );
    const setup = `CREATE TABLE "User" ("id" integer PRIMARY KEY, "name" text NOT NULL);
      CREATE TABLE "_Follows" ("A" integer NOT NULL REFERENCES "User" ON DELETE CASCADE, "B" integer NOT NULL REFERENCES "User" ON DELETE CASCADE);
      CREATE UNIQUE INDEX "_Follows_AB_unique" ON "_Follows" ("A", "B");
      INSERT INTO "User" VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy'); INSERT INTO "_Follows" VALUES (1, 2)`;
    const all = await startService({ dialect, models: prismaModels(prisma(file), 'app'), setup });
    const root = await all.superuser();
    const linksOf = async (id: number): Promise<unknown> => {
      const { followedBy, following } = (await root.get(`/r/app.User/${id}/`)).body;
      return [followedBy, following];
    };
    // Prisma keeps the own key of the field that comes first by name in "A".
    expect([await linksOf(1), await linksOf(2)]).toEqual([
      [[2], []],
      [[], [1]],
    ]);
    expect((await root.patch('/r/app.User/3/', { following: [1] })).status).toBe(200);
    expect(await linksOf(1)).toEqual([[2, 3], []]);
    await all.close();
    rmSync(place, { recursive: true });
  });

  it('has no column whose name tells a secret, by the name of the model or of its table', async () => {
    const place = mkdtempSync(join(tmpdir(), 'prisma-'));
    const file = join(place, 'schema.prisma');
    writeFileSync(file, 'model ApiKey {\n  id Int @id\n  key String\n  note String\n\n  @@map("ak")\n}\n');
    const setup = 'CREATE TABLE ak (id integer NOT NULL PRIMARY KEY, key varchar(90) NOT NULL, note varchar(9) NOT NULL)';
    const service = await startService({ dialect, models: prismaModels(prisma(file), 'shop'), setup });
    const { body } = await (await service.superuser()).get('/schema/shop.ApiKey/');
    expect(body.fields.map((field: any) => field.name)).toEqual(['id', 'note']);
    await service.close();
    rmSync(place, { recursive: true });
  });

  it('is compared with the database at the start', async () => {
    const database = await createTestDatabase(dialect);
    await database.execute('CREATE TABLE "Tag" ("id" varchar(36) NOT NULL PRIMARY KEY)');
    await database.close();
    const start = startService({
      dialect,
      models: prismaModels(prisma(folder), 'shop'),
      setup: 'CREATE TABLE "Tag" ("id" varchar(36) NOT NULL PRIMARY KEY)',
    });
    const error: Error = await start.then(
      () => new Error('It started.'),
      (cause: Error) => cause,
    );
    expect(error.message).toContain('"customers" is none, or is one of the service\'s own.');
    expect(error.message).toContain('"Tag" has no "name".');
  });
});

describe('a Prisma schema', () => {
  it('that is missing or malformed is named with its line', () => {
    const place = mkdtempSync(join(tmpdir(), 'prisma-'));
    expect(() => prisma(join(place, 'none.prisma'))).toThrow('none.prisma can not be read');
    expect(() => prisma(place)).toThrow('has no file that ends with ".prisma"');
    writeFileSync(join(place, 'bad.prisma'), 'model A {\n  id Int @id\n}\nmodel A {\n  id Int @id\n}\n');
    expect(() => prisma(join(place, 'bad.prisma'))).toThrow('has "A" twice');
    writeFileSync(join(place, 'bad.prisma'), 'model A {\n  id Int @id\n  b Int @@\n}\n');
    expect(() => prisma(join(place, 'bad.prisma'))).toThrow(/bad\.prisma:3/);
    writeFileSync(join(place, 'bad.prisma'), 'model A {\n  id Int @id\n  b = 1\n}\n');
    expect(() => prisma(join(place, 'bad.prisma'))).toThrow(/A line of "A" can not be parsed \(.*bad\.prisma\)/);
    rmSync(place, { recursive: true });
  });
});
