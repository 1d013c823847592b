import { bigint, boolean, index, inet, integer, numeric, pgTable, primaryKey, time, timestamp, varchar } from 'drizzle-orm/pg-core';
import { products } from './catalog.ts';
import { orders } from './sales.ts';
import { movementKindEnum } from './types.ts';

/** Where goods lie. */
export const warehouses = pgTable('inventory_warehouse', {
  code: varchar('code', { length: 10 }).primaryKey(),
  name: varchar('name', { length: 80 }).notNull(),
  city: varchar('city', { length: 80 }).notNull(),
  capacity: integer('capacity').notNull(),
  opensAt: time('opens_at').notNull(),
  closesAt: time('closes_at').notNull(),
  gateway: inet('gateway'),
  isActive: boolean('is_active').notNull().default(true),
});

/** How many of a product lie in a warehouse. */
export const stockLevels = pgTable(
  'inventory_stock_level',
  {
    warehouse: varchar('warehouse_code', { length: 10 })
      .notNull()
      .references(() => warehouses.code, { onDelete: 'cascade' }),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    shelf: varchar('shelf', { length: 12 }),
    countedAt: timestamp('counted_at', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.warehouse, t.product] }), index('inventory_stock_level_product_idx').on(t.product)],
);

/** Goods that came or went. */
export const movements = pgTable(
  'inventory_movement',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    warehouse: varchar('warehouse_code', { length: 10 })
      .notNull()
      .references(() => warehouses.code, { onDelete: 'restrict' }),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    order: bigint('order_id', { mode: 'number' }).references(() => orders.id, { onDelete: 'set null' }),
    kind: movementKindEnum('kind').notNull(),
    quantity: integer('quantity').notNull(),
    unitCost: numeric('unit_cost', { precision: 10, scale: 4 }),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    comment: varchar('comment', { length: 200 }),
  },
  (t) => [
    index('inventory_movement_warehouse_idx').on(t.warehouse),
    index('inventory_movement_product_idx').on(t.product),
    index('inventory_movement_order_idx').on(t.order),
    index('inventory_movement_happened_idx').on(t.happenedAt),
  ],
);
