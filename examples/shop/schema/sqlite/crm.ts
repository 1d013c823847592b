import { randomUUID } from 'node:crypto';
import { index, integer, numeric, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { addressKind } from '../choices.ts';
import type { ProfilePreferences } from '../json.ts';
import { now } from './now.ts';

/** Who buys. */
export const customers = sqliteTable(
  'crm_customer',
  {
    id: text('id').primaryKey().$defaultFn(randomUUID),
    firstName: text('first_name', { length: 60 }).notNull(),
    lastName: text('last_name', { length: 60 }).notNull(),
    company: text('company', { length: 120 }),
    email: text('email', { length: 254 }).notNull().unique(),
    phone: text('phone', { length: 30 }),
    country: text('country', { length: 2 }).notNull(),
    region: text('region', { length: 20 }).notNull(),
    birthday: text('birthday'),
    lastIp: text('last_ip'),
    newsletter: integer('newsletter', { mode: 'boolean' }).notNull().default(false),
    creditLimit: numeric('credit_limit'),
    notes: text('notes'),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull().default(now),
  },
  (t) => [
    index('crm_customer_last_name_idx').on(t.lastName, t.firstName),
    index('crm_customer_region_idx').on(t.region),
    index('crm_customer_country_idx').on(t.country),
    index('crm_customer_created_idx').on(t.createdAt),
  ],
);

/** Where a customer lives, or wants parcels. */
export const addresses = sqliteTable(
  'crm_address',
  {
    id: integer('id').primaryKey(),
    customer: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: addressKind.values }).notNull().default('shipping'),
    street: text('street', { length: 120 }).notNull(),
    postalCode: text('postal_code', { length: 12 }).notNull(),
    city: text('city', { length: 80 }).notNull(),
    country: text('country', { length: 2 }).notNull(),
    isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('crm_address_customer_idx').on(t.customer)],
);

/** What some customers tell of themselves: at most one each, under the customer's own key. */
export const customerProfiles = sqliteTable('crm_customer_profile', {
  customer: text('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  handle: text('handle', { length: 40 }).notNull().unique(),
  website: text('website', { length: 200 }),
  avatar: text('avatar', { length: 200 }),
  bio: text('bio'),
  loyaltyPoints: integer('loyalty_points').notNull().default(0),
  callAfter: text('call_after'),
  preferences: text('preferences', { mode: 'json' }).$type<ProfilePreferences>().notNull(),
});
