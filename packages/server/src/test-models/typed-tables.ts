/** Tables of the type tests. */
import { bigint, boolean, integer, numeric, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { integer as liteInteger, sqliteTable, text as liteText } from 'drizzle-orm/sqlite-core';

export const orders = pgTable('orders', {
  id: serial().primaryKey(),
  status: text({ enum: ['new', 'paid', 'sent'] }).notNull(),
  total: numeric().notNull(),
  placed: timestamp().notNull(),
  paidAt: timestamp(),
  isGift: boolean().notNull(),
  customer: integer(),
  barcode: bigint({ mode: 'bigint' }),
  note: text(),
  createdAt: timestamp().notNull().defaultNow(),
});
export const links = pgTable('links', { order: integer(), tag: integer() });
export const tags = sqliteTable('tags', {
  id: liteInteger().primaryKey(),
  word: liteText().notNull(),
  at: liteInteger({ mode: 'timestamp' }),
});
