import { type AnySQLiteColumn, index, integer, numeric, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ProductAttributes } from '../json.ts';
import { productStatus } from '../choices.ts';
import { customers } from './crm.ts';
import { now } from './now.ts';

/** The tree that products stand in. */
export const categories = sqliteTable(
  'catalog_category',
  {
    id: integer('id').primaryKey(),
    name: text('name', { length: 80 }).notNull(),
    slug: text('slug', { length: 80 }).notNull().unique(),
    parent: integer('parent_id').references((): AnySQLiteColumn => categories.id, { onDelete: 'set null' }),
    position: integer('position').notNull().default(0),
    isVisible: integer('is_visible', { mode: 'boolean' }).notNull().default(true),
  },
  (t) => [index('catalog_category_parent_idx').on(t.parent)],
);

/** Free words that products are marked with. */
export const tags = sqliteTable('catalog_tag', {
  id: integer('id').primaryKey(),
  name: text('name', { length: 40 }).notNull().unique(),
  color: text('color', { length: 7 }),
});

/** Who products are bought from. */
export const suppliers = sqliteTable(
  'catalog_supplier',
  {
    id: integer('id').primaryKey(),
    name: text('name', { length: 120 }).notNull(),
    website: text('website', { length: 200 }),
    email: text('email', { length: 254 }).notNull(),
    country: text('country', { length: 2 }).notNull(),
    iban: text('iban', { length: 34 }),
    rating: real('rating'),
    contract: text('contract', { length: 200 }),
    isPreferred: integer('is_preferred', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('catalog_supplier_name_idx').on(t.name)],
);

/** What the shop sells. */
export const products = sqliteTable(
  'catalog_product',
  {
    id: integer('id').primaryKey(),
    sku: text('sku', { length: 20 }).notNull().unique(),
    name: text('name', { length: 120 }).notNull(),
    category: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'restrict' }),
    supplier: integer('supplier_id').references(() => suppliers.id, { onDelete: 'set null' }),
    status: text('status', { enum: productStatus.values }).notNull().default('draft'),
    price: numeric('price').notNull(),
    cost: numeric('cost'),
    weight: real('weight'),
    stockThreshold: integer('stock_threshold').notNull().default(10),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    barcode: integer('barcode'),
    description: text('description'),
    attributes: text('attributes', { mode: 'json' }).$type<ProductAttributes>(),
    keywords: text('keywords', { mode: 'json' }).$type<string[]>().notNull().default([]),
    image: text('image'),
    manual: text('manual', { length: 200 }),
    releasedOn: text('released_on'),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull().default(now),
  },
  (t) => [
    index('catalog_product_category_idx').on(t.category),
    index('catalog_product_supplier_idx').on(t.supplier),
    index('catalog_product_name_idx').on(t.name),
    index('catalog_product_price_idx').on(t.price),
  ],
);

/** Which product has which tag. */
export const productTags = sqliteTable(
  'catalog_product_tag',
  {
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    tag: integer('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.product, t.tag] }), index('catalog_product_tag_tag_idx').on(t.tag)],
);

/** What customers say of products. */
export const reviews = sqliteTable(
  'catalog_review',
  {
    id: integer('id').primaryKey(),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    customer: text('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    rating: integer('rating').notNull(),
    title: text('title', { length: 120 }).notNull(),
    body: text('body'),
    isPublished: integer('is_published', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull().default(now),
  },
  (t) => [
    index('catalog_review_product_idx').on(t.product),
    index('catalog_review_customer_idx').on(t.customer),
    index('catalog_review_created_idx').on(t.createdAt),
  ],
);
