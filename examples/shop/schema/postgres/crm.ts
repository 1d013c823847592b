import {
  boolean,
  char,
  date,
  index,
  inet,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  time,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { ProfilePreferences } from '../json.ts';
import { addressKindEnum } from './types.ts';

/** Who buys. */
export const customers = pgTable(
  'crm_customer',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    firstName: varchar('first_name', { length: 60 }).notNull(),
    lastName: varchar('last_name', { length: 60 }).notNull(),
    company: varchar('company', { length: 120 }),
    email: varchar('email', { length: 254 }).notNull().unique(),
    phone: varchar('phone', { length: 30 }),
    country: char('country', { length: 2 }).notNull(),
    region: varchar('region', { length: 20 }).notNull(),
    birthday: date('birthday'),
    lastIp: inet('last_ip'),
    newsletter: boolean('newsletter').notNull().default(false),
    creditLimit: numeric('credit_limit', { precision: 12, scale: 2 }),
    notes: text('notes'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('crm_customer_last_name_idx').on(t.lastName, t.firstName),
    index('crm_customer_region_idx').on(t.region),
    index('crm_customer_country_idx').on(t.country),
    index('crm_customer_created_idx').on(t.createdAt),
  ],
);

/** Where a customer lives, or wants parcels. */
export const addresses = pgTable(
  'crm_address',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    customer: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    kind: addressKindEnum('kind').notNull().default('shipping'),
    street: varchar('street', { length: 120 }).notNull(),
    postalCode: varchar('postal_code', { length: 12 }).notNull(),
    city: varchar('city', { length: 80 }).notNull(),
    country: char('country', { length: 2 }).notNull(),
    isDefault: boolean('is_default').notNull().default(false),
  },
  (t) => [index('crm_address_customer_idx').on(t.customer)],
);

/** What some customers tell of themselves: at most one each, under the customer's own key. */
export const customerProfiles = pgTable('crm_customer_profile', {
  customer: uuid('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  handle: varchar('handle', { length: 40 }).notNull().unique(),
  website: varchar('website', { length: 200 }),
  avatar: varchar('avatar', { length: 200 }),
  bio: text('bio'),
  loyaltyPoints: integer('loyalty_points').notNull().default(0),
  callAfter: time('call_after'),
  preferences: jsonb('preferences').$type<ProfilePreferences>().notNull(),
});
