/** Type tests of `prisma()`, run by `npm run types`; a line marked as an error must be one. */
import { action } from '../../model/config/action.ts';
import { model } from '../../model/config/config.ts';
import { where } from '../../model/config/row-rule.ts';
import { prisma } from './prisma.ts';

/** A part of what `prisma generate` writes: `Prisma.TypeMap` of versions 6 and 7. */
interface Decimal {
  readonly d: number[];
  readonly e: number;
  readonly s: number;
  toFixed(): string;
}
interface CustomerPayload {
  name: 'Customer';
  objects: { orders: OrderPayload[]; referrer: CustomerPayload | null };
  scalars: { id: string; email: string; referrerId: string | null };
}
interface OrderPayload {
  name: 'Order';
  objects: { customer: CustomerPayload; tags: { name: 'Tag' }[] };
  scalars: { number: number; status: 'NEW' | 'DONE'; total: Decimal; cents: bigint; placed: Date | null; customerId: string };
}
interface TypeMap {
  model: { Customer: { payload: CustomerPayload; fields: object }; Order: { payload: OrderPayload; fields: object } };
}

const db = prisma<TypeMap>('./prisma/schema.prisma');

const orders = model(db.Order, 'shop.Order', {
  listDisplay: ['number', 'customer', 'tags'],
  searchFields: ['status', 'customer.email'],
  label: (row) => `${String(row.number)} ${String(row.total)}`,
});
model(db.Customer, 'shop.Customer', { listDisplay: ['email', 'referrer'] });
// @ts-expect-error: no such field.
model(db.Order, 'shop.Order', { listDisplay: ['nummer'] });
// @ts-expect-error: the field has the name of the relation.
model(db.Order, 'shop.Order', { listDisplay: ['customerId'] });
// @ts-expect-error: no such model.
model(db.Ordre, 'shop.Order');

type Row = NonNullable<typeof orders.$row>;
export const served: Pick<Row, 'number' | 'status' | 'total' | 'cents' | 'placed' | 'customer'> = {
  number: 1,
  status: 'NEW',
  total: '1.00',
  cents: '9007199254740993',
  placed: null,
  customer: 'c1',
};
// @ts-expect-error: no value of the enum.
export const status: Row['status'] = 'OLD';

// Handlers have the rows of the schema.
model(db.Order, 'shop.Order', {
  validate(row) {
    const total: string | null = row.total;
    const customer: number | string | null = row.customer;
    return { total: `${total} ${customer}` };
  },
  hooks: { beforeSave: () => ({ status: 'DONE', placed: '2026-01-01T00:00:00Z', customer: 'c1' }) },
  rows: ({ actor }) => (actor.isSuperuser ? where('cents', '>', 5n) : where('status', 'in', ['NEW'])),
  actions: {
    close: action({
      params: { why: { type: 'CharField' } },
      run: ({ input }, rows) =>
        rows.each(async (order, one) => {
          const why: string | null = input.why;
          if (order.status === 'NEW') await one.update({ status: 'DONE', total: `${order.total}${why}` });
        }),
    }),
  },
});
// @ts-expect-error: no value of the enum.
model(db.Order, 'shop.Order', { rows: () => where('status', '=', 'OLD') });
// @ts-expect-error: the field has the name of the relation.
model(db.Order, 'shop.Order', { rows: () => where('customerId', '=', 'c1') });
// @ts-expect-error: a decimal is a text.
model(db.Order, 'shop.Order', { hooks: { beforeSave: () => ({ total: 5 }) } });
// @ts-expect-error: no value of the enum.
model(db.Order, 'shop.Order', { actions: { close: async (_context, rows) => void (await rows.update({ status: 'OLD' })) } });

// The inputs of a create, as the client has them: with foreign keys, or with relations.
interface WithKeys {
  number?: number;
  status: 'NEW' | 'DONE';
  total: string;
  blob: Uint8Array;
  gift: boolean;
  placed?: Date;
  customerId: string;
  buyerRef: string;
  tags?: object;
}
interface WithRelations {
  status: 'NEW' | 'DONE';
  total: string;
  blob: Uint8Array;
  gift: boolean;
  placed?: Date;
  customer: object;
  buyer: object;
  tags?: object;
}
type Without<T, U> = { [P in Exclude<keyof T, keyof U>]?: never };
interface SalePayload {
  name: 'Sale';
  objects: { customer: CustomerPayload; buyer: CustomerPayload; tags: { name: 'Tag' }[] };
  scalars: {
    number: number;
    status: 'NEW' | 'DONE';
    total: Decimal;
    blob: Uint8Array;
    gift: boolean;
    placed: Date;
    customerId: string;
    buyerRef: string;
  };
}
interface SaleTypes {
  model: {
    Sale: {
      payload: SalePayload;
      operations: {
        create: { args: { data: (Without<WithRelations, WithKeys> & WithKeys) | (Without<WithKeys, WithRelations> & WithRelations) } };
      };
    };
  };
}
const sale = model(prisma<SaleTypes>('./prisma/schema.prisma').Sale, 'shop.Sale', {
  validate: (row) => ({ status: row.status.length === 0 ? row.total : undefined }),
});
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
// Bytes are not edited, a boolean that is left out is false, and the foreign key of `buyer` has a name that does not tell.
export const required: Same<NonNullable<(typeof sale)['$required']>, 'status' | 'total' | 'customer'> = true;
// @ts-expect-error: the types of the client are needed to know it.
export const unknown: NonNullable<(typeof orders)['$required']> = 'status';
