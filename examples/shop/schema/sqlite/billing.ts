import { randomUUID } from 'node:crypto';
import { blob, index, integer, numeric, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { paymentMethod } from '../choices.ts';
import { customers } from './crm.ts';
import { orders } from './sales.ts';

/** What an order is paid by: one invoice for each order. */
export const invoices = sqliteTable(
  'billing_invoice',
  {
    number: text('number', { length: 20 }).primaryKey(),
    order: integer('order_id')
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'restrict' }),
    customer: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    issuedOn: text('issued_on').notNull(),
    dueOn: text('due_on').notNull(),
    total: numeric('total').notNull().default('0'),
    currency: text('currency', { length: 3 }).notNull().default('EUR'),
    isPaid: integer('is_paid', { mode: 'boolean' }).notNull().default(false),
    sentTo: text('sent_to', { length: 254 }),
    pdf: blob('pdf', { mode: 'buffer' }),
  },
  (t) => [index('billing_invoice_issued_idx').on(t.issuedOn), index('billing_invoice_customer_idx').on(t.customer)],
);

/** Money that came in for an invoice. */
export const payments = sqliteTable(
  'billing_payment',
  {
    id: text('id').primaryKey().$defaultFn(randomUUID),
    invoice: text('invoice_number')
      .notNull()
      .references(() => invoices.number, { onDelete: 'cascade' }),
    method: text('method', { enum: paymentMethod.values }).notNull(),
    amount: numeric('amount').notNull(),
    fee: numeric('fee'),
    reference: text('reference', { length: 40 }).unique(),
    receivedAt: integer('received_at', { mode: 'timestamp_ms' }),
  },
  (t) => [index('billing_payment_invoice_idx').on(t.invoice), index('billing_payment_received_idx').on(t.receivedAt)],
);
