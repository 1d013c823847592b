import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';
import { type ActionRows, model } from 'grimoire';
import { prisma, prismaModels } from 'grimoire/prisma';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest, serviceOver } from '../support/started-service.ts';

describe.each(dialects)('references without a foreign key in the database, on %s', (dialect) => {
  const isPostgres = dialect === 'postgres';
  const start = async (actions?: Record<string, (context: unknown, rows: ActionRows) => Promise<void>>, readonly = false, more = '') => {
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-declared-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'schema.prisma');
    writeFileSync(
      file,
      `datasource db {
  provider = "${isPostgres ? 'postgresql' : 'sqlite'}"
  url = "file:x"
  relationMode = "prisma"
}

model Team {
  id Int @id
  kept Int?
  members Member[]
  invoices Invoice[]
}

model Member {
  id Int @id
  team Team @relation(fields: [teamId], references: [id], onDelete: Cascade)
  teamId Int
  boss Member? @relation("boss", fields: [bossId], references: [id], onDelete: Cascade)
  bossId Int?
  staff Member[] @relation("boss")
  notes Note[]
}

model Note {
  id Int @id
  member Member? @relation(fields: [memberId], references: [id])
  memberId Int?
}

model Invoice {
  id Int @id
  team Team @relation(fields: [teamId], references: [id])
  teamId Int
}
`,
    );
    const setup = `CREATE TABLE "Team" (id integer PRIMARY KEY, kept integer);
      CREATE TABLE "Member" (id integer PRIMARY KEY, "teamId" integer NOT NULL, "bossId" integer);
      CREATE TABLE "Note" (id integer PRIMARY KEY, "memberId" integer);
      CREATE TABLE "Invoice" (id integer PRIMARY KEY, "teamId" integer NOT NULL);
      INSERT INTO "Team" (id) VALUES (1), (2), (3);
      INSERT INTO "Member" VALUES (1, 1, NULL), (2, 1, 1), (3, 2, 2), (4, 2, NULL);
      INSERT INTO "Note" VALUES (1, 1), (2, 3), (3, 4);
      INSERT INTO "Invoice" VALUES (1, 2);
      ${more}`;
    const [team, ...others] = prismaModels(prisma(file), 'app');
    return serviceOfTest(
      startService({ dialect, setup, models: [{ ...team!, config: { readonly, ...(actions ? { actions } : {}) } }, ...others] }),
    );
  };
  const keys = async ({ rows }: Awaited<ReturnType<typeof start>>, table: string): Promise<unknown> =>
    (await rows(`"${table}"`)).map((row) => row['id']);

  it('count among what a delete takes along, unlinks, and is forbidden by', async () => {
    const { root } = await start();
    expect((await root.get('/r/app.Team/1/related/')).body).toEqual({
      related: [{ model: 'app.Member', verbose_name: 'member', count: 3 }],
      blocked_by: [],
      unlinked: [{ model: 'app.Note', verbose_name: 'note', count: 2 }],
    });
    const { body, status } = await root.delete('/r/app.Team/2/');
    expect([status, body.code, body.blocked_by]).toEqual([409, 'protected', [{ model: 'app.Invoice', verbose_name: 'invoice', count: 1 }]]);
    expect((await root.get('/r/app.Team/3/related/')).body).toEqual({ related: [], blocked_by: [], unlinked: [] });
  });

  it('are carried out by the service as the source says, and recorded', async () => {
    const started = await start();
    const { root, rows } = started;
    expect((await root.delete('/r/app.Team/1/')).status).toBe(204);
    expect(await keys(started, 'Team')).toEqual([2, 3]);
    expect(await keys(started, 'Member')).toEqual([4]);
    expect((await rows('"Note"')).map((row) => row['memberId'])).toEqual([null, null, 4]);
    const { results } = (await root.get('/r/admin.AdminAuditLog/?ordering=id')).body;
    expect(results.map(({ action, model_label: key, object_pk: pk }: any) => [action, key, pk])).toEqual([
      ['update', 'app.Note', '1'],
      ['update', 'app.Note', '2'],
      ['delete', 'app.Team', '1'],
    ]);
    const { targets } = (await root.get(`/r/admin.AdminAuditLog/${String(results[2].id)}/`)).body;
    expect(new Set(targets)).toEqual(new Set(['app.Member:1', 'app.Member:2', 'app.Member:3']));
  });

  it('need the rights on the other rows', async () => {
    const { service } = await start();
    const permissions = ['app.team:view_team', 'app.team:delete_team'];
    const clerk = await service.user({ username: 'clerk', isStaff: true, permissions });
    const { status, body } = await clerk.delete('/r/app.Team/1/');
    expect([status, body.code]).toEqual([403, 'permission_denied']);
    expect(await service.database.query('SELECT count(*) AS n FROM "Member"')).toEqual([{ n: isPostgres ? '4' : 4 }]);
  });

  it('are carried out for the handler of an action, whatever the rights of who runs it, and forbid its delete', async () => {
    const started = await start({ close: async (_context, rows) => void (await rows.delete()) });
    const { service } = started;
    const clerk = await service.user({ username: 'clerk', isStaff: true, permissions: ['app.team:view_team', 'app.team:change_team'] });
    const blocked = await clerk.post('/r/app.Team/action/close/', { ids: [2] });
    expect([blocked.status, blocked.body.code]).toEqual([409, 'protected']);
    // The clerk may not view invoices.
    expect(blocked.body.blocked_by).toEqual([{ model: null, verbose_name: 'other records', count: 1 }]);
    expect((await clerk.post('/r/app.Team/action/close/', { ids: [1, 3] })).status).toBe(200);
    expect(await keys(started, 'Team')).toEqual([2]);
    expect(await keys(started, 'Member')).toEqual([4]);
    expect((await started.rows('"Note"')).map((row) => row['memberId'])).toEqual([null, null, 4]);
  });

  it('are carried out for the handler of an action on a model that is read-only for others', async () => {
    const started = await start({ close: async (_context, rows) => void (await rows.delete()) }, true);
    expect((await started.root.post('/r/app.Team/action/close/', { ids: [2] })).body.code).toBe('protected');
    expect((await started.root.post('/r/app.Team/action/close/', { ids: [1] })).status).toBe(200);
    expect(await keys(started, 'Team')).toEqual([2, 3]);
    expect(await keys(started, 'Member')).toEqual([4]);
  });

  it('are left alone where a trigger keeps the row, for requests and for the handlers of actions', async () => {
    const kept = isPostgres
      ? `CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF OLD.id = 1 THEN UPDATE "Team" SET kept = coalesce(kept, 0) + 1 WHERE id = 1; RETURN NULL; END IF;
           RETURN OLD;
         END $$;
         CREATE TRIGGER keep BEFORE DELETE ON "Team" FOR EACH ROW EXECUTE FUNCTION keep()`
      : `CREATE TRIGGER keep BEFORE DELETE ON "Team" WHEN OLD.id = 1
         BEGIN UPDATE "Team" SET kept = coalesce(kept, 0) + 1 WHERE id = 1; SELECT RAISE(IGNORE); END`;
    const started = await start({ close: async (_context, rows) => void (await rows.delete()) }, false, kept);
    for (const end of [
      { path: 'action/close', ids: { ids: [1, 4] } },
      { path: 'bulk', ids: { action: 'delete', ids: [1, 4] } },
    ]) {
      expect((await started.root.post('/r/app.Team/', { id: 4 })).status).toBe(201);
      expect((await started.root.post('/r/app.Member/', { id: 5, team: 4 })).status).toBe(201);
      expect([end.path, (await started.root.post(`/r/app.Team/${end.path}/`, end.ids)).status]).toEqual([end.path, 200]);
      expect(await keys(started, 'Team')).toEqual([1, 2, 3]);
      expect(await keys(started, 'Member')).toEqual([1, 2, 3, 4]);
      expect((await started.rows('"Note"')).map((row) => row['memberId'])).toEqual([1, 3, 4]);
    }
  });

  it('of a cycle of tables forbid the delete', async () => {
    const ofPostgres = () => {
      const hens = pg.pgTable('hens', {
        id: pg.integer().primaryKey(),
        egg: pg.integer().references((): pg.AnyPgColumn => eggs.id, { onDelete: 'cascade' }),
      });
      const eggs = pg.pgTable('eggs', {
        id: pg.integer().primaryKey(),
        hen: pg.integer().references((): pg.AnyPgColumn => hens.id, { onDelete: 'cascade' }),
      });
      return [hens, eggs];
    };
    const ofSqlite = () => {
      const hens = lite.sqliteTable('hens', {
        id: lite.integer().primaryKey(),
        egg: lite.integer().references((): lite.AnySQLiteColumn => eggs.id, { onDelete: 'cascade' }),
      });
      const eggs = lite.sqliteTable('eggs', {
        id: lite.integer().primaryKey(),
        hen: lite.integer().references((): lite.AnySQLiteColumn => hens.id, { onDelete: 'cascade' }),
      });
      return [hens, eggs];
    };
    const [hens, eggs] = isPostgres ? ofPostgres() : ofSqlite();
    const setup = `CREATE TABLE hens (id integer PRIMARY KEY, egg integer); CREATE TABLE eggs (id integer PRIMARY KEY, hen integer);
      INSERT INTO hens VALUES (1, NULL), (2, 1); INSERT INTO eggs VALUES (1, 1);`;
    const { root } = await serviceOfTest(startService({ dialect, setup, models: [model(hens, 'm.Hen'), model(eggs, 'm.Egg')] }));
    expect((await root.delete('/r/m.Hen/1/')).body).toMatchObject({ code: 'protected', blocked_by: [{ model: 'm.Egg', count: 1 }] });
    expect((await root.delete('/r/m.Hen/2/')).status).toBe(204);
  });

  it('of a link table are those of a table that is no model: its links go with a row, or forbid its delete', async () => {
    const ofPostgres = () => {
      const books = pg.pgTable('books', { id: pg.integer().primaryKey() });
      const tags = pg.pgTable('tags', { id: pg.integer().primaryKey() });
      const bookTags = pg.pgTable('book_tags', {
        book: pg.integer().references(() => books.id, { onDelete: 'cascade' }),
        tag: pg.integer().references(() => tags.id),
      });
      return { books, tags, bookTags };
    };
    const ofSqlite = () => {
      const books = lite.sqliteTable('books', { id: lite.integer().primaryKey() });
      const tags = lite.sqliteTable('tags', { id: lite.integer().primaryKey() });
      const bookTags = lite.sqliteTable('book_tags', {
        book: lite.integer().references(() => books.id, { onDelete: 'cascade' }),
        tag: lite.integer().references(() => tags.id),
      });
      return { books, tags, bookTags };
    };
    const { books, tags, bookTags } = isPostgres ? ofPostgres() : ofSqlite();
    const setup = `CREATE TABLE books (id integer PRIMARY KEY); CREATE TABLE tags (id integer PRIMARY KEY);
      CREATE TABLE book_tags (book integer NOT NULL, tag integer NOT NULL);
      INSERT INTO books VALUES (1), (2); INSERT INTO tags VALUES (1), (2), (3); INSERT INTO book_tags VALUES (1, 1), (1, 2), (2, 2);`;
    const models = [model(books, 'm.Book', { manyToMany: { tags: { through: bookTags } } }), model(tags, 'm.Tag')];
    const { root, rows } = await serviceOfTest(startService({ dialect, setup, models }));
    expect((await root.delete('/r/m.Tag/1/')).body).toMatchObject({ code: 'protected', blocked_by: [{ count: 1 }] });
    expect((await root.delete('/r/m.Book/1/')).status).toBe(204);
    expect(await rows('book_tags')).toEqual([{ book: 2, tag: 2 }]);
    expect((await root.delete('/r/m.Tag/1/')).status).toBe(204);
  });

  it('are possible where names of columns say so', async () => {
    const { root } = await serviceOver(
      dialect,
      `CREATE TABLE posts (id integer PRIMARY KEY); CREATE TABLE comments (id integer PRIMARY KEY, post_id integer, author_id integer);
       CREATE TABLE tags (id integer PRIMARY KEY); CREATE TABLE uses (id integer PRIMARY KEY, tag_id integer REFERENCES tags);
       INSERT INTO posts VALUES (1); INSERT INTO tags VALUES (1); INSERT INTO comments VALUES (1, 1, 1);`,
    );
    expect((await root.get('/r/m.Posts/1/related/')).body.may_be_more).toBe(true);
    for (const path of ['/r/m.Tags/1/related/', '/r/m.Comments/1/related/'])
      expect((await root.get(path)).body).not.toHaveProperty('may_be_more');
  });
});
