import type { ShopConnection } from '../database/connection.ts';
import type { NewRow, ShopTables } from '../schema/tables.ts';
import { makeInvoice } from './billing.ts';
import { makeCatalog } from './catalog.ts';
import { makeCrm, makeReviews } from './crm.ts';
import { makeMovements, makeStockLevels, makeWarehouses } from './inventory.ts';
import { makeEventLogs, makeJobs, makeSettings } from './ops.ts';
import { makeOrder, type OrderSources } from './orders.ts';
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
  await seedOrders(connection, tables, { customers: crm.customers, products: catalog.products, total: orders, until });
  await connection.insert(tables.eventLogs, makeEventLogs(Math.ceil(orders / 2), orders, until));
  await connection.insert(tables.shopSettings, makeSettings(until));
  await connection.insert(tables.jobs, makeJobs(until));
}

/** In batches, so that a million orders need no more memory than a few thousand. */
async function seedOrders(connection: ShopConnection, tables: ShopTables, sources: OrderSources): Promise<void> {
  const random = new Random('orders');
  let lastMovement = 0;
  for (let first = 1; first <= sources.total; first += ordersPerBatch) {
    const count = Math.min(ordersPerBatch, sources.total - first + 1);
    const made = Array.from({ length: count }, (_, place) => makeOrder(random, first + place, sources));
    const billed = made.flatMap((order) => makeInvoice(random, order) ?? []);
    const moved: Omit<NewRow<'movements'>, 'id'>[] = made.flatMap((order) => makeMovements(random, order, sources.until));
    const movements = moved.map((movement, place) => ({ id: lastMovement + place + 1, ...movement }));
    lastMovement += movements.length;
    await connection.insert(
      tables.orders,
      made.map(({ order }) => order),
    );
    await connection.insert(
      tables.orderLines,
      made.flatMap(({ lines }) => lines),
    );
    await connection.insert(
      tables.invoices,
      billed.map(({ invoice }) => invoice),
    );
    await connection.insert(
      tables.payments,
      billed.flatMap(({ payments }) => payments),
    );
    await connection.insert(tables.movements, movements);
  }
}
