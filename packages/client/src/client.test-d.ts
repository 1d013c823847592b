import { Client, type ModelsOf } from './index.ts';

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

// Aggregates of fields of the model, of which the answer has the names.
const { sum, groups } = await orders.aggregate({
  filter: { status: 'paid', search: 'x' },
  sum: ['customer'],
  max: ['id'],
  groupBy: 'status',
});
export const sums: readonly unknown[] = [sum.customer, groups?.[0]?.max.id];
// @ts-expect-error it was not asked for
export const notAsked: unknown = sum.id;
// @ts-expect-error an unknown field
void orders.aggregate({ avg: ['stauts'] });
// @ts-expect-error an aggregate has no pages
void orders.aggregate({ filter: { page: 2 } });

// The helpers besides a row's fields.
const { row } = await orders.get(1);
export const texts: readonly (string | null | undefined)[] = [row._label, row.customer_label, row.status_display];
// @ts-expect-error
export const nothing: unknown = row.stauts_display;

// A create with the types of a config sends the fields that it must.
interface AdminTypes {
  readonly $models: {
    readonly 'sales.Order': { readonly id: number; readonly status: 'paid' | 'new'; readonly total: string; readonly note: string | null };
    readonly 'sales.View': Readonly<Record<string, unknown>>;
  };
  readonly $required: { readonly 'sales.Order': 'status' | 'total'; readonly 'sales.View': never };
}
const typed = new Client<ModelsOf<AdminTypes>>({ baseUrl: '/api/' });
void typed.model('sales.Order').create({ status: 'new', total: '1.00', note: null });
void typed.model('sales.Order').update(1, { note: 'x' });
void typed.model('sales.View').create({ anything: 1 });
// @ts-expect-error it must send the total
void typed.model('sales.Order').create({ status: 'new' });
// @ts-expect-error a value that the column can not have
void typed.model('sales.Order').create({ status: 'pad', total: '1.00' });
// @ts-expect-error an unknown field
void typed.model('sales.Order').create({ status: 'new', total: '1.00', nota: 'x' });
// Without types of required fields it may leave out any.
void orders.create({ status: 'new' });
void new Client<ModelsOf<{ readonly $models: AdminTypes['$models'] }>>({ baseUrl: '/api/' }).model('sales.Order').create({});

// A create with the types of an OpenAPI document has a type of its own.
interface Schemas {
  'sales.Order': { readonly id: number; status: 'paid' | 'new'; total: string; note: string | null };
  'sales.Order.Create': { status: 'paid' | 'new'; total: string | number; note?: string | null };
  'sales.View': { readonly id: number; name: string };
}
const documented = new Client<Schemas>({ baseUrl: '/api/' });
void documented.model('sales.Order').create({ status: 'new', total: 1 });
// Who may not create has no such type.
void documented.model('sales.View').create({});
// @ts-expect-error it must send the total
void documented.model('sales.Order').create({ status: 'new' });
// @ts-expect-error a field that a create does not send
void documented.model('sales.Order').create({ status: 'new', total: 1, id: 5 });
