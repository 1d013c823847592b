import { bigint, boolean, char, date, index, numeric, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { customers } from './crm.ts';
import { orders } from './sales.ts';
import { bytea, paymentMethodEnum } from './types.ts';

/** What an order is paid by: one invoice for each order. */
export const invoices = pgTable(
  'billing_invoice',
  {
    number: varchar('number', { length: 20 }).primaryKey(),
    order: bigint('order_id', { mode: 'number' })
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'restrict' }),
    customer: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    issuedOn: date('issued_on').notNull(),
    dueOn: date('due_on').notNull(),
    total: numeric('total', { precision: 12, scale: 2 }).notNull().default('0'),
    currency: char('currency', { length: 3 }).notNull().default('EUR'),
    isPaid: boolean('is_paid').notNull().default(false),
    sentTo: varchar('sent_to', { length: 254 }),
    pdf: bytea('pdf'),
  },
  (t) => [index('billing_invoice_issued_idx').on(t.issuedOn), index('billing_invoice_customer_idx').on(t.customer)],
);

/** Money that came in for an invoice. */
export const payments = pgTable(
  'billing_payment',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    invoice: varchar('invoice_number', { length: 20 })
      .notNull()
      .references(() => invoices.number, { onDelete: 'cascade' }),
    method: paymentMethodEnum('method').notNull(),
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    fee: numeric('fee', { precision: 8, scale: 4 }),
    reference: varchar('reference', { length: 40 }).unique(),
    receivedAt: timestamp('received_at', { withTimezone: true }),
  },
  (t) => [index('billing_payment_invoice_idx').on(t.invoice), index('billing_payment_received_idx').on(t.receivedAt)],
);
