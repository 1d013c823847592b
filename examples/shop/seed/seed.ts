import type { ShopConnection } from '../database/connection.ts';
import type { ShopTables } from '../schema/tables.ts';
import { makeInvoice } from './billing.ts';
import { makeCatalog } from './catalog.ts';
import { makeCrm, makeReviews } from './crm.ts';
import { insertSales } from './insert-sales.ts';
import { makeMovements, makeStockLevels, makeWarehouses } from './inventory.ts';
import { makeEventLogs, makeJobs, makeSettings } from './ops.ts';
import { makeOrder, type OrderPlace, type OrderSources } from './orders.ts';
import { Random } from './random.ts';
import { makeChannels, makeCoupons } from './sales.ts';
import { reviewBodies, reviewTitles } from './words/goods.ts';

/** How much data to make. The same numbers give the same rows, whatever the database. */
export interface SeedOptions {
  /** How many orders there shall be; the other tables follow. */
  readonly orders: number;
  /** When the last of them was placed. */
  readonly until: Date;
}

const ordersPerBatch = 5000;

/** Fills the shop's empty tables. */
export async function seed(connection: ShopConnection, tables: ShopTables, { orders, until }: SeedOptions): Promise<void> {
  const catalog = makeCatalog(Math.min(2000, Math.max(60, Math.round(orders / 30))), until);
  const crm = makeCrm(Math.max(40, Math.round(orders / 5)), until);
  await connection.insert(tables.categories, catalog.categories);
  await connection.insert(tables.tags, catalog.tags);
  await connection.insert(tables.suppliers, catalog.suppliers);
  await connection.insert(tables.products, catalog.products);
  await connection.insert(tables.productTags, catalog.productTags);
  await connection.insert(tables.customers, crm.customers);
  await connection.insert(tables.addresses, crm.addresses);
  await connection.insert(tables.customerProfiles, crm.customerProfiles);
  const words = { products: catalog.products.length, titles: reviewTitles, bodies: reviewBodies, until };
  await connection.insert(tables.reviews, makeReviews(Math.ceil(orders / 10), crm, words));
  await connection.insert(tables.channels, makeChannels());
  await connection.insert(tables.coupons, makeCoupons());
  await connection.insert(tables.warehouses, makeWarehouses());
  await connection.insert(tables.stockLevels, makeStockLevels(catalog.products, until));
  await seedOrders(connection, tables, { customers: crm.customers, products: catalog.products, total: orders, base: until, until });
  await connection.insert(tables.eventLogs, makeEventLogs(Math.ceil(orders / 2), orders, until));
  await connection.insert(tables.shopSettings, makeSettings(until));
  await connection.insert(tables.jobs, makeJobs(until));
}

function orderOf(place: number): OrderPlace {
  return { place, id: place, number: place };
}

/** In batches, so that a million orders need no more memory than a few thousand. */
async function seedOrders(connection: ShopConnection, tables: ShopTables, sources: OrderSources): Promise<void> {
  const random = new Random('orders');
  let movement = 1;
  for (let first = 1; first <= sources.total; first += ordersPerBatch) {
    const count = Math.min(ordersPerBatch, sources.total - first + 1);
    const made = Array.from({ length: count }, (_, place) => makeOrder(random, orderOf(first + place), sources));
    const billed = made.map((order) => makeInvoice(random, order));
    const moved = made.map((order) => makeMovements(random, order, sources.until));
    const sales = made.map((order, place) => ({
      ...order,
      invoice: billed[place]?.invoice,
      payments: billed[place]?.payments ?? [],
      movements: moved[place] ?? [],
    }));
    movement = await insertSales(connection, tables, sales, movement);
  }
}
