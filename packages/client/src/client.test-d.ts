import { Client } from './index.ts';

interface Order {
  readonly id: number;
  readonly status: 'paid' | 'new';
  readonly customer: number | null;
}
const client = new Client<{ readonly 'sales.Order': Order }>({ baseUrl: '/api/' });
const orders = client.model('sales.Order');

// Code that the types accept.
void orders.list({ status: 'paid', customer__country: ['DE', 'NO'], status__in: 'paid,new', ordering: '-id' });
void orders.list({ status: ['paid', 'new'], customer: 5 });
void orders.action('refund', { allFiltered: { status: 'paid' } });
void orders.update(1, { status: 'new' });

// An unknown field.
// @ts-expect-error
void orders.update(1, { stauts: 'new' });
// @ts-expect-error
void orders.create({ status: 'new', custmer: 1 });
// An unknown field to sort by.
// @ts-expect-error
void orders.list({ ordering: '-stauts' });
// A wrong name for `input`.
// @ts-expect-error
void orders.action('refund', { ids: [1], params: { reason: 'Broken' } });
// A value that the filtered field can not have.
// @ts-expect-error
void orders.list({ status: 'pad' });
// An unknown field.
// @ts-expect-error
void orders.list({ stauts: 'paid' });
// An unknown model.
// @ts-expect-error
client.model('sales.Ordre');
// Rows that are selected in two ways.
// @ts-expect-error
void orders.action('refund', { ids: [1], allFiltered: {} });
// A value that the column can not have.
// @ts-expect-error
void orders.update(1, { status: 'pad' });

// The helpers besides a row's fields.
const { row } = await orders.get(1);
export const texts: readonly (string | null | undefined)[] = [row._label, row.customer_label, row.status_display];
// @ts-expect-error
export const nothing: unknown = row.stauts_display;
