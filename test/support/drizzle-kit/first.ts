import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The application's schema before a change. */
export const customer = pgTable('customer', { id: integer().primaryKey(), name: text().notNull() });
export const user = pgTable('user', { id: integer().primaryKey(), email: text() });
