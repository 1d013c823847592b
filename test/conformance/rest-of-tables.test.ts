import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type AdminOptions, defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';

describe.each(dialects)('tables beside models with a config on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(`
      CREATE TABLE author (id integer PRIMARY KEY, name varchar(50), login varchar(60));
      CREATE TABLE book (id integer PRIMARY KEY, title varchar(50), author_id integer REFERENCES author (id));
      CREATE TABLE tag (id integer PRIMARY KEY, word varchar(50));
      CREATE TABLE book_tag (book_id integer REFERENCES book (id), tag_id integer REFERENCES tag (id), PRIMARY KEY (book_id, tag_id));
      CREATE TABLE _import (id integer PRIMARY KEY); CREATE TABLE _import_log (id integer PRIMARY KEY); CREATE TABLE "we.ird" (id integer PRIMARY KEY)`);
  });
  afterAll(() => database.close());

  const keysOf = async (options: Omit<AdminOptions, 'database'>): Promise<string[]> => {
    const admin = defineAdmin({ ...options, database: database.source(), settings: { logger: pino({ level: 'silent' }) } });
    try {
      return (await admin.operations.registry()).models
        .map(({ key }) => key)
        .filter((key) => !/^(auth|admin|contenttypes)\./.test(key))
        .toSorted();
    } finally {
      await admin.close();
    }
  };
  const books = model('book', 'main.Tag', { manyToMany: { tags: { through: 'book_tag' } } });

  it('are served with the rest, except those that a model names and its link tables; keys stay unique', async () => {
    expect(await keysOf({ models: [model('book', 'main.Tag')] })).toEqual(['main.Tag']);
    expect(await keysOf({ models: [books], rest: 'tables' })).toEqual([
      'main.Author',
      'main.Import',
      'main.ImportLog',
      'main.Tag',
      'main.Tag2',
      'main.WeIrd',
    ]);
  });

  it.runIf(dialect === 'sqlite')('are not served twice where a source writes their names in another case', async () => {
    const models = [model(sqliteTable('AUTHOR', { id: integer().primaryKey(), name: text() }), 'main.Writer')];
    expect(await keysOf({ models, rest: 'tables', exclude: ['_*', 'we*', 'book*'] })).toEqual(['main.Tag', 'main.Writer']);
  });

  it('are left out by pattern, also without any model', async () => {
    expect(await keysOf({ exclude: ['_*', 'we.ird'] })).toEqual(['main.Author', 'main.Book', 'main.BookTag', 'main.Tag']);
    expect(await keysOf({ models: [books], rest: 'tables', exclude: ['_import', 'author', 'we*'] })).toEqual([
      'main.ImportLog',
      'main.Tag',
      'main.Tag2',
    ]);
    await expect(keysOf({ exclude: ['autor*'] })).rejects.toThrow(/E061 exclude: .*"autor\*" matches no table/);
    const served = keysOf({ models: [books], rest: 'tables', exclude: ['author', 'boo*'] });
    await expect(served).rejects.toThrow(/E061 exclude: .*"boo\*" matches only tables that a model names/);
    await expect(keysOf({ models: [books], exclude: ['author'] })).rejects.toThrow(/E061 exclude: .*rest: 'tables'/);
    await expect(keysOf({ models: [books], rest: 'all' as never })).rejects.toThrow(/E061 defineAdmin rest/);
  });
});
