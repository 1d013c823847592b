import { index, integer, numeric, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { model, type ModelRegistration } from 'grimoire';
import { mark } from './actions.ts';

const customers = sqliteTable('customers', {
  id: integer('id').primaryKey(),
  name: text('name', { length: 100 }).notNull(),
  email: text('email', { length: 200 }).notNull(),
  country: text('country', { length: 2 }).notNull(),
});

const channels = sqliteTable('channels', {
  id: integer('id').primaryKey(),
  name: text('name', { length: 100 }).notNull(),
});

const orders = sqliteTable(
  'orders',
  {
    id: integer('id').primaryKey(),
    number: text('number', { length: 20 }).notNull().unique(),
    status: text('status', { length: 20 }).notNull(),
    region: text('region', { length: 10 }).notNull(),
    channel: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    customer: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    total: numeric('total').notNull(),
    placed_at: integer('placed_at', { mode: 'timestamp_ms' }).notNull(),
    note: text('note'),
  },
  (table) => [index('orders_status_idx').on(table.status, table.id), index('orders_customer_idx').on(table.customer)],
);

/** The models of the bench on SQLite. */
export const models: readonly ModelRegistration[] = [
  model(customers, 'sales.Customer'),
  model(channels, 'sales.Channel'),
  // Drizzle's numeric of SQLite has no scale.
  model(orders, 'sales.Order', {
    fields: { total: { maxDigits: 10, decimalPlaces: 2 } },
    listFilter: ['status', 'customer', 'placed_at', 'total'],
    searchFields: ['number'],
    actions: { mark },
  }),
];
