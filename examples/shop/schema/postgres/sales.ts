import {
  bigint,
  boolean,
  char,
  date,
  index,
  integer,
  interval,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { products } from './catalog.ts';
import { customers } from './crm.ts';
import { orderStatusEnum } from './types.ts';

/** Where orders come in. */
export const channels = pgTable('sales_channel', {
  code: varchar('code', { length: 20 }).primaryKey(),
  name: varchar('name', { length: 80 }).notNull(),
  isOnline: boolean('is_online').notNull().default(true),
  commission: numeric('commission', { precision: 5, scale: 2 }).notNull().default('0'),
  openedOn: date('opened_on').notNull(),
});

/** Codes that make an order cheaper. */
export const coupons = pgTable('sales_coupon', {
  code: varchar('code', { length: 20 }).primaryKey(),
  description: varchar('description', { length: 200 }),
  percent: smallint('percent').notNull(),
  validFrom: date('valid_from').notNull(),
  validUntil: date('valid_until'),
  regions: text('regions').array().notNull().default([]),
});

/** What a customer bought at once. */
export const orders = pgTable(
  'sales_order',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    number: varchar('number', { length: 20 }).notNull().unique().default(''),
    customer: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    channel: varchar('channel_code', { length: 20 })
      .notNull()
      .references(() => channels.code, { onDelete: 'restrict' }),
    coupon: varchar('coupon_code', { length: 20 }).references(() => coupons.code, { onDelete: 'set null' }),
    status: orderStatusEnum('status').notNull().default('new'),
    currency: char('currency', { length: 3 }).notNull().default('EUR'),
    total: numeric('total', { precision: 12, scale: 2 }).notNull().default('0'),
    margin: numeric('margin', { precision: 12, scale: 2 }),
    isGift: boolean('is_gift').notNull().default(false),
    deliverySlot: time('delivery_slot'),
    handlingTime: interval('handling_time'),
    note: text('note'),
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true })
      .notNull()
      .defaultNow()
      .$onUpdateFn(() => new Date()),
  },
  (t) => [
    index('sales_order_customer_idx').on(t.customer),
    index('sales_order_channel_idx').on(t.channel),
    index('sales_order_coupon_idx').on(t.coupon),
    index('sales_order_status_idx').on(t.status, t.placedAt),
    index('sales_order_placed_idx').on(t.placedAt),
    index('sales_order_total_idx').on(t.total),
  ],
);

/** The products of an order, in the order that they were put in. */
export const orderLines = pgTable(
  'sales_order_line',
  {
    order: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    quantity: smallint('quantity').notNull().default(1),
    unitPrice: numeric('unit_price', { precision: 10, scale: 2 }).notNull(),
    discount: numeric('discount', { precision: 5, scale: 2 }).notNull().default('0'),
  },
  (t) => [primaryKey({ columns: [t.order, t.position] }), index('sales_order_line_product_idx').on(t.product)],
);
