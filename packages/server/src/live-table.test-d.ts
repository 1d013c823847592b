/** Type tests of a module that `grimoire pull` wrote, run by `npm run types`; a line marked as an error must be one. */
import { defineAdmin, inline, type LiveTable, model, sqlite } from './index.ts';

interface Customers {
  readonly id: number;
  readonly name: string;
}
interface Orders {
  readonly id: number | string;
  readonly customer: number | null;
  readonly status: 'new' | 'paid';
}
interface Lines {
  readonly id: number;
  readonly order: number | string;
}
export const tables = {
  customers: 'customers' as LiveTable<Customers>,
  orders: 'orders' as LiveTable<Orders>,
  lines: 'lines' as LiveTable<Lines>,
};

const orders = model(tables.orders, 'shop.Order', {
  label: (row) => String(row.status),
  listDisplay: ['id', 'customer'],
  searchFields: ['customer.name'],
  ordering: ['-status', 'pk'],
  fields: { status: { label: 'State' } },
  inlines: [inline(tables.lines, 'order')],
  manyToMany: { customers: { through: tables.customers } },
});
defineAdmin({ database: sqlite(':memory:'), models: [orders, model(tables.customers, 'shop.Customer')] });
// @ts-expect-error no such field
model(tables.orders, 'shop.Order', { listDisplay: ['idd'] });
// @ts-expect-error no such field at the start of the path
model(tables.orders, 'shop.Order', { searchFields: ['custommer.name'] });
// @ts-expect-error no such field to describe
model(tables.orders, 'shop.Order', { fields: { state: {} } });
// @ts-expect-error no such field of the child
inline(tables.lines, 'ordre');
// @ts-expect-error no such table
model(tables.order, 'shop.Order');

type Row = NonNullable<typeof orders.$row>;
export const row: Pick<Row, 'id' | 'customer' | 'status'> = { id: '9007199254740993', customer: null, status: 'paid' };
// @ts-expect-error no value of the enum
export const status: Row['status'] = 'lost';
