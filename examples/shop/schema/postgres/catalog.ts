import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { ProductAttributes } from '../json.ts';
import { customers } from './crm.ts';
import { productStatusEnum } from './types.ts';

/** The tree that products stand in. */
export const categories = pgTable(
  'catalog_category',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: varchar('name', { length: 80 }).notNull(),
    slug: varchar('slug', { length: 80 }).notNull().unique(),
    parent: integer('parent_id').references((): AnyPgColumn => categories.id, { onDelete: 'set null' }),
    position: smallint('position').notNull().default(0),
    isVisible: boolean('is_visible').notNull().default(true),
  },
  (t) => [index('catalog_category_parent_idx').on(t.parent)],
);

/** Free words that products are marked with. */
export const tags = pgTable('catalog_tag', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: varchar('name', { length: 40 }).notNull().unique(),
  color: char('color', { length: 7 }),
});

/** Who products are bought from. */
export const suppliers = pgTable(
  'catalog_supplier',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: varchar('name', { length: 120 }).notNull(),
    website: varchar('website', { length: 200 }),
    email: varchar('email', { length: 254 }).notNull(),
    country: char('country', { length: 2 }).notNull(),
    iban: varchar('iban', { length: 34 }),
    rating: doublePrecision('rating'),
    contract: varchar('contract', { length: 200 }),
    isPreferred: boolean('is_preferred').notNull().default(false),
  },
  (t) => [index('catalog_supplier_name_idx').on(t.name)],
);

/** What the shop sells. */
export const products = pgTable(
  'catalog_product',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    sku: varchar('sku', { length: 20 }).notNull().unique(),
    name: varchar('name', { length: 120 }).notNull(),
    category: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'restrict' }),
    supplier: integer('supplier_id').references(() => suppliers.id, { onDelete: 'set null' }),
    status: productStatusEnum('status').notNull().default('draft'),
    price: numeric('price', { precision: 10, scale: 2 }).notNull(),
    cost: numeric('cost', { precision: 10, scale: 2 }),
    weight: doublePrecision('weight'),
    stockThreshold: integer('stock_threshold').notNull().default(10),
    isActive: boolean('is_active').notNull().default(true),
    barcode: bigint('barcode', { mode: 'number' }),
    description: text('description'),
    attributes: jsonb('attributes').$type<ProductAttributes>(),
    keywords: text('keywords').array().notNull().default([]),
    image: text('image'),
    manual: varchar('manual', { length: 200 }),
    releasedOn: date('released_on'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('catalog_product_category_idx').on(t.category),
    index('catalog_product_supplier_idx').on(t.supplier),
    index('catalog_product_name_idx').on(t.name),
    index('catalog_product_price_idx').on(t.price),
  ],
);

/** Which product has which tag. */
export const productTags = pgTable(
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
export const reviews = pgTable(
  'catalog_review',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    product: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    customer: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    rating: smallint('rating').notNull(),
    title: varchar('title', { length: 120 }).notNull(),
    body: text('body'),
    isPublished: boolean('is_published').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('catalog_review_product_idx').on(t.product),
    index('catalog_review_customer_idx').on(t.customer),
    index('catalog_review_created_idx').on(t.createdAt),
  ],
);
