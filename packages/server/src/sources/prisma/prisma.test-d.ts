/** Type tests of `prisma()`, run by `npm run types`; a line marked as an error must be one. */
import { model } from '../../model/config/config.ts';
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
export const row: Pick<Row, 'number' | 'status' | 'total' | 'cents' | 'placed' | 'customer'> = {
  number: 1,
  status: 'NEW',
  total: '1.00',
  cents: '9007199254740993',
  placed: null,
  customer: 'c1',
};
// @ts-expect-error: no value of the enum.
export const status: Row['status'] = 'OLD';
