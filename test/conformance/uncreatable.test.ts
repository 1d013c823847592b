import { pgTable, integer as pgInteger, text as pgText } from 'drizzle-orm/pg-core';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

function tables(dialect: Dialect): string {
  const isPostgres = dialect === 'postgres';
  const bytes = isPostgres ? 'bytea' : 'blob';
  return `
    CREATE TABLE account (id integer PRIMARY KEY, name varchar(20) NOT NULL, password_hash varchar(80) NOT NULL);
    INSERT INTO account VALUES (1, 'ann', 'hash');
    CREATE TABLE photo (id integer PRIMARY KEY, name varchar(20) NOT NULL, picture ${bytes} NOT NULL);
    CREATE TABLE keyed (code ${bytes} PRIMARY KEY, name varchar(20));
    CREATE TABLE optional (id integer PRIMARY KEY, name varchar(20) NOT NULL, password_hash varchar(80), api_key varchar(80) NOT NULL DEFAULT '',
      picture ${bytes}, thumbnail ${bytes} NOT NULL DEFAULT '${isPostgres ? '\\x00' : ''}', is_open boolean NOT NULL);
    CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL, author varchar(20) NOT NULL, stamp varchar(20) NOT NULL);
    INSERT INTO note VALUES (1, 'first', 'ann', 's');
    ${
      isPostgres
        ? `CREATE TABLE document (id integer PRIMARY KEY, title varchar(20) NOT NULL, words tsvector NOT NULL);
           CREATE FUNCTION fill_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.words := to_tsvector('simple', NEW.title); RETURN NEW; END $$;
           CREATE TRIGGER fill BEFORE INSERT OR UPDATE ON document FOR EACH ROW EXECUTE FUNCTION fill_words();
           CREATE TABLE bare_document (id integer PRIMARY KEY, title varchar(20) NOT NULL, words tsvector NOT NULL);
           CREATE DOMAIN shade AS varchar(20) NOT NULL DEFAULT 'dark';
           CREATE TABLE painted (id integer PRIMARY KEY, shade shade);`
        : ''
    }`;
}

const allOf = { view: true, add: true, change: true, delete: true };

describe.each(dialects)('a model whose rows nobody can add on %s', (dialect) => {
  const { service, root: client } = serviceForAll(() => startService({ dialect, setup: tables(dialect) }));

  const permissions = async (name: string, from = client): Promise<unknown> => (await from.get(`/schema/${name}/`)).body.permissions;

  it('offers no add where a column that has to be given is left out', async () => {
    expect(await permissions('main.Account')).toEqual({ ...allOf, add: false });
    const answer = await client.post('/r/main.Account/', { id: 2, name: 'bob' });
    expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied']);
    // A user is not told of columns that they may not know of; the operator is, at start.
    expect(answer.body.detail).toBe('Not possible: a column that has to be given can not be set here.');
    expect((await client.patch('/r/main.Account/1/', { name: 'anna' })).status).toBe(200);
  });

  it('offers no add where its type can not be edited, also of a key', async () => {
    expect(await permissions('main.Photo')).toEqual({ ...allOf, add: false });
    expect(await permissions('main.Keyed')).toEqual({ ...allOf, add: false });
    if (dialect === 'postgres') expect(await permissions('main.BareDocument')).toEqual({ ...allOf, add: false });
  });

  it('offers it where the column may be left out, or the database fills it', async () => {
    expect(await permissions('main.Optional')).toEqual(allOf);
    expect((await client.post('/r/main.Optional/', { id: 1, name: 'x' })).status).toBe(201);
    if (dialect === 'sqlite') return;
    expect(await permissions('main.Document')).toEqual(allOf);
    expect((await client.post('/r/main.Document/', { id: 1, title: 'x' })).status).toBe(201);
    expect(await permissions('main.Painted')).toEqual(allOf);
    expect((await client.post('/r/main.Painted/', { id: 1 })).body).toMatchObject({ shade: 'dark' });
  });

  it('says the same in the list of models, in OpenAPI and at start', async () => {
    const { models } = (await client.get('/schema/')).body;
    expect(models.find((entry: { model: string }) => entry.model === 'main.Photo').permissions.add).toBe(false);
    const { paths } = (await client.get('/openapi.json')).body;
    expect(Object.keys(paths['/r/main.Photo/'])).toEqual(['get']);
    const notes = (await service.admin.operations.notes()).join('\n');
    expect(notes).toContain('Rows of main.Account can not be added: "password_hash" of account has to be given, and looks like a secret.');
    expect(notes).toContain('Rows of main.Photo can not be added: "picture" of photo has to be given, and can not be edited');
    expect(notes).not.toContain('main.Optional');
  });

  it('knows what a config hides, what it fills, and what its hooks may give', async () => {
    const columns = { readonly: true } as const;
    const admin = defineAdmin({
      database: service.database.source(),
      models: [
        model('note', 'lib.Hidden', { fields: { author: { hidden: true } } }),
        model('note', 'lib.Readonly', { fields: { author: columns } }),
        model('note', 'lib.Filled', { fields: { author: { fill: 'createdBy' } } }),
        model('note', 'lib.Hooked', { fields: { author: { hidden: true } }, hooks: { beforeSave: () => ({ author: 'hook' }) } }),
        model('account', 'lib.Account', { fields: { password_hash: { writeOnly: true } } }),
      ],
      settings: { logger: pino({ level: 'silent' }) },
    });
    await admin.ready();
    const other = clientOf(admin, client.token);
    expect(await permissions('lib.Hidden', other)).toEqual({ ...allOf, add: false });
    expect(await permissions('lib.Readonly', other)).toEqual({ ...allOf, add: false });
    expect(await permissions('lib.Filled', other)).toEqual(allOf);
    expect(await permissions('lib.Account', other)).toEqual(allOf);
    expect(await permissions('lib.Hooked', other)).toEqual(allOf);
    expect((await other.post('/r/lib.Hooked/', { id: 9, title: 'x', stamp: 's' })).status).toBe(201);
    await admin.close();
  });

  it('knows a column that a Drizzle table does not have', async () => {
    const note =
      dialect === 'postgres'
        ? pgTable('note', { id: pgInteger().primaryKey(), title: pgText().notNull(), author: pgText().notNull() })
        : sqliteTable('note', { id: integer().primaryKey(), title: text().notNull(), author: text().notNull() });
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model(note, 'lib.Note')],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const other = clientOf(admin, client.token);
    expect(await permissions('lib.Note', other)).toEqual({ ...allOf, add: false });
    expect((await admin.operations.notes()).join('\n')).toContain(
      '"stamp" of note has to be given, and is not among the columns of the model',
    );
    await admin.close();
  });
});
