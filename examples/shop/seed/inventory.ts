import type { NewRow } from '../schema/tables.ts';
import { addDays, clock } from './format.ts';
import type { MadeOrder } from './orders.ts';
import { Random } from './random.ts';

const places = [
  ['BER-1', 'Berlin main warehouse', 'Berlin'],
  ['MMX', 'Malmö hub 📦', 'Malmö'],
  ['LDZ', 'Centrum Łódź', 'Łódź'],
  ['AGP', 'Almacén Málaga', 'Málaga'],
  ['RET', 'Returns', 'Köln'],
  ['OLD~1/a b', 'Old barn (closed)', '’s-Hertogenbosch'],
] as const;

/** The warehouses; one of them has a key that needs care in an address. */
export function makeWarehouses(): (NewRow<'warehouses'> & { readonly code: string })[] {
  const random = new Random('warehouses');
  return places.map(([code, name, city], place) => ({
    code,
    name,
    city,
    capacity: random.integer(2, 60) * 500,
    opensAt: clock(random.integer(5, 8), 30),
    closesAt: clock(random.integer(16, 22)),
    gateway: random.maybe(0.8, () => (place % 2 === 0 ? `10.20.${place}.1` : `2001:db8:20:${place}::1`)),
    isActive: place < 5,
  }));
}

/** How many of the products lie where. */
export function makeStockLevels(products: readonly NewRow<'products'>[], until: Date): NewRow<'stockLevels'>[] {
  const random = new Random('stock');
  return products.flatMap((product) =>
    random.some(places, 4).map(([warehouse]) => {
      const quantity = random.chance(0.1) ? 0 : random.integer(1, 400);
      return {
        warehouse,
        product: product.id as number,
        quantity,
        reserved: random.integer(0, Math.min(quantity, 20)),
        shelf: random.maybe(0.85, () => `${random.pick(['A', 'B', 'C', 'Å'])}${random.integer(1, 40)}-${random.integer(1, 9)}`),
        countedAt: random.maybe(0.6, () => addDays(until, -random.next() * 365)),
      };
    }),
  );
}

/** The goods that left the warehouses for an order, and came back; without keys. */
export function makeMovements(random: Random, { order, lines }: MadeOrder, until: Date): Omit<NewRow<'movements'>, 'id'>[] {
  if (!['shipped', 'completed', 'refunded'].includes(order.status)) return [];
  const [warehouse] = random.pick(places.slice(0, 4));
  const happenedAt = order.updatedAt ?? order.placedAt;
  const gone = lines.map((line) => ({
    warehouse: warehouse as string,
    product: line.product,
    order: order.id,
    kind: 'outbound' as 'outbound' | 'returned',
    quantity: -(line.quantity ?? 1),
    unitCost: random.maybe(0.7, () => (Number(line.unitPrice) * 0.51).toFixed(4)),
    happenedAt,
    comment: null as string | null,
  }));
  if (order.status !== 'refunded') return gone;
  const back = gone.map((movement) => ({
    ...movement,
    warehouse: 'RET',
    kind: 'returned' as const,
    quantity: -movement.quantity,
    happenedAt: new Date(Math.min(addDays(happenedAt, 6).getTime(), until.getTime())),
    comment: 'Came back 🙁',
  }));
  return [...gone, ...back];
}
