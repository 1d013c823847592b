import { index, integer, numeric, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { orderStatus } from '../choices.ts';
import { products } from './catalog.ts';
import { customers } from './crm.ts';
import { now } from './now.ts';

/** Where orders come in. */
export const channels = sqliteTable('sales_channel', {
  code: text('code', { length: 20 }).primaryKey(),
  name: text('name', { length: 80 }).notNull(),
  isOnline: integer('is_online', { mode: 'boolean' }).notNull().default(true),
  commission: numeric('commission').notNull().default('0'),
  openedOn: text('opened_on').notNull(),
});

/** Codes that make an order cheaper. */
export const coupons = sqliteTable('sales_coupon', {
  code: text('code', { length: 20 }).primaryKey(),
  description: text('description', { length: 200 }),
  percent: integer('percent').notNull(),
  validFrom: text('valid_from').notNull(),
  validUntil: text('valid_until'),
  regions: text('regions', { mode: 'json' }).$type<string[]>().notNull().default([]),
});

/** What a customer bought at once. */
export const orders = sqliteTable(
  'sales_order',
  {
    id: integer('id').primaryKey(),
    number: text('number', { length: 20 }).notNull().unique().default(''),
    customer: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    channel: text('channel_code')
      .notNull()
      .references(() => channels.code, { onDelete: 'restrict' }),
    coupon: text('coupon_code').references(() => coupons.code, { onDelete: 'set null' }),
    status: text('status', { enum: orderStatus.values }).notNull().default('new'),
    currency: text('currency', { length: 3 }).notNull().default('EUR'),
    total: numeric('total').notNull().default('0'),
    margin: numeric('margin'),
    isGift: integer('is_gift', { mode: 'boolean' }).notNull().default(false),
    deliverySlot: text('delivery_slot'),
    handlingTime: text('handling_time'),
    note: text('note'),
    placedAt: integer('placed_at', { mode: 'timestamp_ms' }).notNull(),
    updatedAt: integer('updated_at', { mode: 'timestamp_ms' })
      .notNull()
      .default(now)
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
export const orderLines = sqliteTable(
  'sales_order_line',
  {
    order: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    quantity: integer('quantity').notNull().default(1),
    unitPrice: numeric('unit_price').notNull(),
    discount: numeric('discount').notNull().default('0'),
  },
  (t) => [primaryKey({ columns: [t.order, t.position] }), index('sales_order_line_product_idx').on(t.product)],
);
