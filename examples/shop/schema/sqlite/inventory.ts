import { index, integer, numeric, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { movementKind } from '../choices.ts';
import { products } from './catalog.ts';
import { orders } from './sales.ts';

/** Where goods lie. */
export const warehouses = sqliteTable('inventory_warehouse', {
  code: text('code', { length: 10 }).primaryKey(),
  name: text('name', { length: 80 }).notNull(),
  city: text('city', { length: 80 }).notNull(),
  capacity: integer('capacity').notNull(),
  opensAt: text('opens_at').notNull(),
  closesAt: text('closes_at').notNull(),
  gateway: text('gateway'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
});

/** How many of a product lie in a warehouse. */
export const stockLevels = sqliteTable(
  'inventory_stock_level',
  {
    warehouse: text('warehouse_code')
      .notNull()
      .references(() => warehouses.code, { onDelete: 'cascade' }),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    shelf: text('shelf', { length: 12 }),
    countedAt: integer('counted_at', { mode: 'timestamp_ms' }),
  },
  (t) => [primaryKey({ columns: [t.warehouse, t.product] }), index('inventory_stock_level_product_idx').on(t.product)],
);

/** Goods that came or went. */
export const movements = sqliteTable(
  'inventory_movement',
  {
    id: integer('id').primaryKey(),
    warehouse: text('warehouse_code')
      .notNull()
      .references(() => warehouses.code, { onDelete: 'restrict' }),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    order: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: movementKind.values }).notNull(),
    quantity: integer('quantity').notNull(),
    unitCost: numeric('unit_cost'),
    happenedAt: integer('happened_at', { mode: 'timestamp_ms' }).notNull(),
    comment: text('comment', { length: 200 }),
  },
  (t) => [
    index('inventory_movement_warehouse_idx').on(t.warehouse),
    index('inventory_movement_product_idx').on(t.product),
    index('inventory_movement_order_idx').on(t.order),
    index('inventory_movement_happened_idx').on(t.happenedAt),
  ],
);
