import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The application's schema after a change: a column more, and a table less. */
export const customer = pgTable('customer', { id: integer().primaryKey(), name: text().notNull(), city: text() });
