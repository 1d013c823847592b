/** Type tests of a module that `grimoire pull` wrote, run by `npm run types`; a line marked as an error must be one. */
import { action, defineAdmin, inline, type LiveTable, model, sqlite, where } from '../index.ts';

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
export const served: Pick<Row, 'id' | 'customer' | 'status'> = { id: '9007199254740993', customer: null, status: 'paid' };
// @ts-expect-error no value of the enum
export const status: Row['status'] = 'lost';

// Handlers have the rows of the module; of a new row, the fields are certain that the module names as needed.
interface Parcels {
  readonly id: number;
  readonly state: 'open' | 'sent';
  readonly weight: string;
  readonly isGift: boolean;
  readonly note: string | null;
}
const parcels = 'parcels' as LiveTable<Parcels, 'weight' | 'isGift'>;
const parcel = model(parcels, 'post.Parcel', {
  validate(row) {
    const weight: string = row.weight;
    const state: 'open' | 'sent' | null = row.state;
    return { weight: `${weight} ${state}` };
  },
  hooks: {
    beforeSave: ({ before }) => (before ? { state: 'sent' } : { note: null }),
    afterSave: ({ row }) => console.log(row.state.length),
  },
  rows: ({ actor }) => (actor.isSuperuser ? where('weight', '>', 5) : where('state', '=', 'open')),
  actions: {
    send: action({
      params: { by: { type: 'DateField', required: true } },
      run: ({ input }, rows) =>
        rows.each((row, one) => one.update({ state: 'sent', note: `${input.by} ${row.weight}` }).then(() => undefined)),
    }),
  },
});
// @ts-expect-error no value of the enum
model(parcels, 'post.Parcel', { rows: () => where('state', '=', 'lost') });
// @ts-expect-error no value of the enum
model(parcels, 'post.Parcel', { hooks: { beforeSave: () => ({ state: 'lost' }) } });
model(parcels, 'post.Parcel', {
  // @ts-expect-error a new row gets it by its default
  validate: (row) => ({ note: String(row.state.length) }),
  // @ts-expect-error no such field
  actions: { send: async (_context, rows) => void (await rows.update({ stat: 'sent' })) },
});
// @ts-expect-error no field of the table
export type Wrong = LiveTable<Parcels, 'wait'>;
const admin = defineAdmin({ database: sqlite(':memory:'), models: [parcel] });
type Required = (typeof admin)['$required']['post.Parcel'];
export const required: Required = 'weight';
// @ts-expect-error a boolean that is left out is false
export const boolean: Required = 'isGift';
