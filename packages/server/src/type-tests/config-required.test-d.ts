/** Type tests of the fields that a create must send, run by `npm run types`; a line marked as an error must be one. */
import { bigserial, boolean, customType, integer, pgTable, point, serial, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { blob, integer as liteInteger, sqliteTable, text as liteText } from 'drizzle-orm/sqlite-core';
import { defineAdmin, model, sqlite } from '../index.ts';

const money = customType<{ data: string }>({ dataType: () => 'money' });
const orders = pgTable('orders', {
  id: serial().primaryKey(),
  number: text().notNull(),
  status: text({ enum: ['new', 'paid'] })
    .notNull()
    .default('new'),
  note: text(),
  isGift: boolean().notNull(),
  place: point().notNull(),
  price: money().notNull(),
  row: bigserial({ mode: 'number' }).notNull(),
  of: integer().generatedAlwaysAs(1).notNull(),
  at: integer().generatedByDefaultAsIdentity(),
  key: uuid()
    .notNull()
    .$defaultFn(() => 'x'),
  seen: timestamp()
    .notNull()
    .$onUpdate(() => new Date()),
  made: timestamp().notNull(),
  by: text().notNull(),
  pin: text().notNull(),
  secret: text().notNull(),
});
const stays = pgTable('stays', { code: text().primaryKey(), days: integer().notNull() });
const tags = sqliteTable('tags', {
  id: liteInteger().primaryKey(),
  word: liteText().notNull(),
  count: blob({ mode: 'bigint' }).notNull(),
});

const admin = defineAdmin({
  database: sqlite('x.sqlite'),
  models: [
    model(orders, 'shop.Order', {
      readonlyFields: ['by'],
      fields: { made: { fill: 'createdAt' }, pin: { label: 'PIN', writeOnly: true, hidden: true }, secret: { hidden: true } },
    }),
    model(orders, 'shop.Plain', { fields: { number: { readonly: true } } }),
    model(stays, 'shop.Stay'),
    model(tags, 'shop.Tag', { manyToMany: { orders: { through: orders } } }),
    model('orders', 'shop.Untyped'),
  ],
});
type Required = (typeof admin)['$required'];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// Not null, without a default, edited by users, no boolean: what the table and the config say of it.
export const ofOrder: Same<Required['shop.Order'], 'number' | 'pin'> = true;
export const ofPlain: Same<Required['shop.Plain'], 'made' | 'by' | 'pin' | 'secret'> = true;
// A key that the database does not make; and one that it makes.
export const ofStay: Same<Required['shop.Stay'], 'code' | 'days'> = true;
export const ofTag: Same<Required['shop.Tag'], 'word'> = true;
export const ofUntyped: Same<Required['shop.Untyped'], never> = true;
// @ts-expect-error it has a default
export const status: Required['shop.Order'] = 'status';
// @ts-expect-error the service fills it
export const field: Required['shop.Order'] = 'made';

type Row = (typeof admin)['$models']['shop.Order'];
// Values that no field type fits are text; bytes, and values of types that the application defines, are not known.
export const values: Pick<Row, 'place' | 'row' | 'price'> = { place: '(1,2)', row: '9007199254740993', price: 5 };
// @ts-expect-error a point is a text
export const place: Row['place'] = [1, 2];
// @ts-expect-error bytes are not part of a row
export const count: (typeof admin)['$models']['shop.Tag']['count'] extends number | string ? true : false = true;
