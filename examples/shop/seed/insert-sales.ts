import type { ShopConnection } from '../database/connection.ts';
import type { NewRow, ShopTables } from '../schema/tables.ts';
import type { MadeOrder } from './orders.ts';

/** An order with what billing and the warehouses have of it. */
export interface Sale extends Pick<MadeOrder, 'order' | 'lines'> {
  readonly invoice: NewRow<'invoices'> | undefined;
  readonly payments: readonly NewRow<'payments'>[];
  readonly movements: readonly Omit<NewRow<'movements'>, 'id'>[];
}

/** Inserts orders with all that belongs to them. @param firstMovement the key of their first movement. @returns the key after the last one. */
export async function insertSales(
  connection: ShopConnection,
  tables: ShopTables,
  sales: readonly Sale[],
  firstMovement: number,
): Promise<number> {
  const movements = sales.flatMap((sale) => sale.movements).map((movement, place) => ({ id: firstMovement + place, ...movement }));
  const orders = sales.map(({ order }) => order);
  const lines = sales.flatMap((sale) => sale.lines);
  const invoices = sales.flatMap(({ invoice }) => invoice ?? []);
  const payments = sales.flatMap((sale) => sale.payments);
  await connection.insert(tables.orders, orders);
  await connection.insert(tables.orderLines, lines);
  await connection.insert(tables.invoices, invoices);
  await connection.insert(tables.payments, payments);
  await connection.insert(tables.movements, movements);
  return firstMovement + movements.length;
}
