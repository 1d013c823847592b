import { createHash } from 'node:crypto';
import { getTableName, type Table } from 'drizzle-orm';
import type { ShopConnection } from '../database/connection.ts';
import { moveSequences } from '../database/create-tables.ts';
import type { ShopTables } from '../schema/tables.ts';
import { money } from './format.ts';
import { insertSales, type Sale } from './insert-sales.ts';
import { makeInvoice } from './billing.ts';
import { makeMovements } from './inventory.ts';
import { logDays, makeEventLog } from './ops.ts';
import { makeOrder, orderDays, type OrderSources } from './orders.ts';
import { Random } from './random.ts';

/** How far the data has come. Rows are counted from the first one that the demo has made. */
export interface Progress {
  /** How many orders were made at first, and when the last of them was placed, in milliseconds since 1970. */
  readonly orders: number;
  readonly base: number;
  /** How many orders, and entries of the log of events, were made since. */
  readonly moreOrders: number;
  readonly moreLogs: number;
}

/** The largest number of rows of a kind that one start makes: of a shop that stood still for longer, the last ones. */
const mostRows = 20_000;

/** The customers and products that new orders are about. */
const mostSources = 5000;

/** The numbers of the rows that are missing until now: one for each step of time since the first data ended. */
function missing(steps: number, made: number): readonly number[] {
  const first = Math.max(made, steps - mostRows);
  return Array.from({ length: Math.max(0, steps - first) }, (_, place) => first + place + 1);
}

/** Adds the orders and log entries from where the data ends until now, at the same pace. @returns how far the data has come then. */
export async function goOn(
  connection: ShopConnection,
  tables: ShopTables,
  { progress, now }: { progress: Progress; now: Date },
): Promise<Progress> {
  const days = (now.getTime() - progress.base) / 86_400_000;
  const orders = Math.floor((days * progress.orders) / orderDays);
  const logs = Math.floor((days * logsOf(progress)) / logDays);
  await addOrders(connection, tables, { progress, now, places: missing(orders, progress.moreOrders) });
  await addLogs(connection, tables, { progress, places: missing(logs, progress.moreLogs) });
  for (const statement of [tables.orders, tables.movements, tables.eventLogs].flatMap((table: Table) => moveSequences(table)))
    await connection.execute(statement);
  return { ...progress, moreOrders: Math.max(orders, progress.moreOrders), moreLogs: Math.max(logs, progress.moreLogs) };
}

/** How many entries the log of events has at first. */
function logsOf({ orders }: Progress): number {
  return Math.ceil(orders / 2);
}

interface Missing {
  readonly progress: Progress;
  /** The numbers of the rows, the first after the first data being 1. */
  readonly places: readonly number[];
}

async function addOrders(
  connection: ShopConnection,
  tables: ShopTables,
  { progress, now, places }: Missing & { readonly now: Date },
): Promise<void> {
  const known = await knownCodes(connection, tables);
  const sources = await sourcesOf(connection, progress, now);
  if (sources.customers.length === 0 || sources.products.length === 0) return;
  const firstOrder = await nextOf(connection, tables.orders, 'id');
  const firstNumber = await nextNumber(connection);
  const sales = places.flatMap((place, index): Sale[] => {
    const random = new Random(`order ${place}`);
    const order = { place: progress.orders + place, id: firstOrder + index, number: firstNumber + index };
    const made = makeOrder(random, order, sources);
    if (!known.channels.has(made.order.channel)) return [];
    const coupon = known.coupons.has(made.order.coupon) ? made.order.coupon : null;
    const billed = makeInvoice(random, made);
    const payments = billed?.payments.map((payment, turn) => ({ ...payment, id: uuidOf(`payment ${place} ${turn}`) })) ?? [];
    const movements = makeMovements(random, made, now).filter(({ warehouse }) => known.warehouses.has(warehouse));
    return [{ ...made, order: { ...made.order, coupon }, invoice: billed?.invoice, payments, movements }];
  });
  await insertSales(connection, tables, sales, await nextOf(connection, tables.movements, 'id'));
}

async function addLogs(connection: ShopConnection, tables: ShopTables, { progress, places }: Missing): Promise<void> {
  const total = logsOf(progress);
  const first = await nextOf(connection, tables.eventLogs, 'id');
  const log = { total, orders: progress.orders, until: new Date(progress.base) };
  const rows = places.map((place, index) => ({ ...makeEventLog(new Random(`event ${place}`), total + place, log), id: first + index }));
  await connection.insert(tables.eventLogs, rows);
}

async function sourcesOf(connection: ShopConnection, { orders: total, base }: Progress, until: Date): Promise<OrderSources> {
  const customers = await connection.query(`SELECT id, country, email FROM crm_customer ORDER BY id LIMIT ${mostSources}`);
  const products = await connection.query(`SELECT id, price, cost FROM catalog_product ORDER BY id LIMIT ${mostSources}`);
  const centsOf = (value: unknown): number => Math.round(Number(value) * 100);
  return {
    customers: customers.map(({ id, country, email }) => ({ id: String(id), country: String(country), email: String(email) })),
    products: products.map(({ id, price, cost }) => ({
      id: Number(id),
      price: money(centsOf(price)),
      cost: cost === null ? null : money(centsOf(cost)),
    })),
    total,
    base: new Date(base),
    until,
  };
}

/** The codes that are still there: staff may have deleted some. */
async function knownCodes(
  connection: ShopConnection,
  { channels, coupons, warehouses }: ShopTables,
): Promise<Record<'channels' | 'coupons' | 'warehouses', ReadonlySet<unknown>>> {
  const codes = async (table: Table): Promise<ReadonlySet<unknown>> =>
    new Set((await connection.query(`SELECT code FROM ${getTableName(table)}`)).map(({ code }) => code));
  return { channels: await codes(channels), coupons: await codes(coupons), warehouses: await codes(warehouses) };
}

async function nextOf(connection: ShopConnection, table: Table, column: string): Promise<number> {
  const [row] = await connection.query(`SELECT coalesce(max(${column}), 0) AS last FROM ${getTableName(table)}`);
  return Number(row?.['last']) + 1;
}

/** The number of the next order, without its letters; staff may have made orders, too. */
async function nextNumber(connection: ShopConnection): Promise<number> {
  const [row] = await connection.query(`SELECT max(number) AS last FROM sales_order WHERE number LIKE 'SO-_______'`);
  return Number(/\d+$/.exec(String(row?.['last'] ?? ''))?.[0] ?? 0) + 1;
}

/** A UUID that is the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
