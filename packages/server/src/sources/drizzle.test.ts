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

const ofPostgres = ({ pg, sql }: Pick<typeof other, 'pg' | 'sql'>): unknown =>
  pg.pgTable(
    'orders',
    {
      id: pg.uuid().primaryKey().defaultRandom(),
      status: pg.text({ enum: ['open', 'paid'] }).notNull(),
      parent: pg.uuid().references((): pg.AnyPgColumn => parents(pg).id, { onDelete: 'cascade' }),
      createdAt: pg.timestamp('created_at').notNull().defaultNow(),
      touchedAt: pg.timestamp('touched_at').$onUpdate(() => new Date()),
      seenAt: pg.timestamp('seen_at').default(sql`now()`),
    },
    (table) => [pg.uniqueIndex().on(table.status)],
  );

const parents = (own: typeof pg) => own.pgTable('parents', { id: own.uuid().primaryKey() });

const ofSqlite = ({ lite, sql }: Pick<typeof other, 'lite' | 'sql'>): unknown =>
  lite.sqliteTable('orders', {
    id: lite.integer().primaryKey(),
    madeAt: lite.integer('made_at', { mode: 'timestamp' }).notNull().default(sql`(unixepoch())`),
    total: lite.integer().generatedAlwaysAs(sql`1 + 1`),
  });

describe('describeDrizzleTable', () => {
  it('reads tables of another copy of Drizzle as those of its own', () => {
    const plain = (table: unknown): unknown =>
      JSON.parse(JSON.stringify(describeDrizzleTable(table), (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)));
    expect(other.sql).not.toBe(sql);
    expect(plain(ofPostgres(other))).toEqual(plain(ofPostgres({ pg, sql })));
    expect(plain(ofPostgres(other))).toMatchObject({
      columns: expect.arrayContaining([expect.objectContaining({ column: 'created_at', ownTime: 'default' })]) as unknown,
      uniques: [['status']],
    });
    expect(plain(ofSqlite(other))).toEqual(plain(ofSqlite({ lite, sql })));
  });
});
