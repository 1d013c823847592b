import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import * as lite from 'drizzle-orm/sqlite-core';
import * as pg from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { describeDrizzleTable } from './drizzle.ts';

// The CommonJS build of the package is a copy of its own, as the one that a bundled host contains.
const require = createRequire(import.meta.url);
const other = {
  pg: require('drizzle-orm/pg-core') as typeof pg,
  lite: require('drizzle-orm/sqlite-core') as typeof lite,
  sql: (require('drizzle-orm') as { readonly sql: typeof sql }).sql,
};
type Copy = typeof other;

const ofPostgres = ({ pg: own, sql: text }: Copy): unknown =>
  own.pgTable(
    'orders',
    {
      id: own.uuid().primaryKey().defaultRandom(),
      status: own.text({ enum: ['open', 'paid'] }).notNull(),
      parent: own.uuid().references((): pg.AnyPgColumn => parents(own).id, { onDelete: 'cascade' }),
      createdAt: own.timestamp('created_at').notNull().defaultNow(),
      touchedAt: own.timestamp('touched_at').$onUpdate(() => new Date()),
      seenAt: own.timestamp('seen_at').default(text`now()`),
    },
    (table) => [own.uniqueIndex().on(table.status)],
  );

const parents = (own: Copy['pg']) => own.pgTable('parents', { id: own.uuid().primaryKey() });

const ofSqlite = ({ lite: own, sql: text }: Copy): unknown =>
  own.sqliteTable('orders', {
    id: own.integer().primaryKey(),
    madeAt: own.integer('made_at', { mode: 'timestamp' }).notNull().default(text`(unixepoch())`),
    total: own.integer().generatedAlwaysAs(text`1 + 1`),
  });

describe('describeDrizzleTable', () => {
  it('reads tables of another copy of Drizzle as those of its own', () => {
    const plain = (table: unknown): unknown =>
      JSON.parse(JSON.stringify(describeDrizzleTable(table), (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)));
    expect(other.sql).not.toBe(sql);
    expect(plain(ofPostgres(other))).toEqual(plain(ofPostgres({ pg, lite, sql })));
    expect(plain(ofPostgres(other))).toMatchObject({
      columns: expect.arrayContaining([expect.objectContaining({ column: 'created_at', ownTime: 'default' })]) as unknown,
      uniques: [['status']],
    });
    expect(plain(ofSqlite(other))).toEqual(plain(ofSqlite({ pg, lite, sql })));
  });
});
