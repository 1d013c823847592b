import { index, integer, numeric, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { model, type ModelRegistration } from 'grimoire';
import { mark } from './actions.ts';

const customers = pgTable('customers', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: varchar('name', { length: 100 }).notNull(),
  email: varchar('email', { length: 200 }).notNull(),
  country: varchar('country', { length: 2 }).notNull(),
});

const channels = pgTable('channels', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: varchar('name', { length: 100 }).notNull(),
});

const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    number: varchar('number', { length: 20 }).notNull().unique(),
    status: varchar('status', { length: 20 }).notNull(),
    region: varchar('region', { length: 10 }).notNull(),
    channel: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    customer: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    total: numeric('total', { precision: 10, scale: 2 }).notNull(),
    placed_at: timestamp('placed_at', { withTimezone: true }).notNull(),
    note: text('note'),
  },
  (table) => [index('orders_status_idx').on(table.status, table.id), index('orders_customer_idx').on(table.customer)],
);

/** The models of the bench on PostgreSQL. */
export const models: readonly ModelRegistration[] = [
  model(customers, 'sales.Customer'),
  model(channels, 'sales.Channel'),
  model(orders, 'sales.Order', {
    listFilter: ['status', 'customer', 'placed_at', 'total'],
    searchFields: ['number'],
    actions: { mark },
  }),
];
