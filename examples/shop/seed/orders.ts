import type { NewRow } from '../schema/tables.ts';
import { addDays, clock, duration, money } from './format.ts';
import type { Random } from './random.ts';

/** What orders are made from. */
export interface OrderSources {
  readonly customers: readonly { readonly id: string; readonly country: string; readonly email: string }[];
  readonly products: readonly Pick<NewRow<'products'>, 'id' | 'price' | 'cost'>[];
  /** How many orders the shop is made with; they are spread evenly over two years. */
  readonly total: number;
  /** When the last of them is placed; those after them follow at the same pace. */
  readonly base: Date;
  /** As of when orders are new, or have been shipped. */
  readonly until: Date;
}

/** One order with its lines and what billing and the warehouses need to know of it. */
export interface MadeOrder {
  readonly order: NewRow<'orders'> & { readonly id: number; readonly status: OrderStatus };
  readonly lines: readonly NewRow<'orderLines'>[];
  readonly email: string;
}

type OrderStatus = NonNullable<NewRow<'orders'>['status']>;

/** The days over which the first orders are spread. */
export const orderDays = 730;

const span = orderDays * 86_400_000;
const currencyOf: Readonly<Record<string, string>> = { SE: 'SEK', CH: 'CHF', GB: 'GBP' };
const couponPercents = { WELCOME10: 10, 'SUMMER-24': 15, NORDLYS5: 5 };

const channelShares = { web: 55, app: 22, store: 12, phone: 4, marketplace: 7 };

/** Which order is made: `place` counts them from 1, and says when it is placed. */
export interface OrderPlace {
  readonly place: number;
  readonly id: number;
  readonly number: number;
}

/** Makes one order. */
export function makeOrder(random: Random, { place, id, number }: OrderPlace, sources: OrderSources): MadeOrder {
  const customer = random.pick(sources.customers);
  const beforeBase = (span * (sources.total - place + random.next())) / sources.total;
  const placedAt = new Date(sources.base.getTime() - Math.round(beforeBase));
  const status = statusAt(random, (sources.until.getTime() - sources.base.getTime() + beforeBase) / 86_400_000);
  const lines = makeLines(random, id, sources.products);
  const coupon = random.maybe(0.07, () => random.pick(Object.keys(couponPercents) as (keyof typeof couponPercents)[]));
  const total = Math.round((lines.cents * (100 - (coupon === null ? 0 : couponPercents[coupon]))) / 100);
  const isHandled = !['new', 'paid', 'cancelled'].includes(status);
  const handling = random.integer(1, 96) * 60 + random.pick([0, 15, 30, 45]);
  return {
    order: {
      id,
      number: `SO-${String(number).padStart(7, '0')}`,
      customer: customer.id,
      channel: random.weighted(channelShares),
      coupon,
      status,
      currency: currencyOf[customer.country] ?? 'EUR',
      total: money(total),
      margin: lines.cost === null ? null : money(total - lines.cost),
      isGift: random.chance(0.08),
      deliverySlot: random.maybe(0.4, () => clock(random.integer(7, 20), random.pick([0, 30]))),
      handlingTime: isHandled ? duration(handling) : null,
      note: random.maybe(0.1, () => random.pick(notes)),
      placedAt,
      updatedAt: new Date(Math.min(sources.until.getTime(), addDays(placedAt, isHandled ? handling / 1440 : 0.01).getTime())),
    },
    lines: lines.rows,
    email: customer.email,
  };
}

const notes: readonly string[] = [
  'Please leave it with the neighbour 🙏',
  'Bitte ohne Plastik verpacken.',
  'Happy birthday, Zoë! 🎂',
  'Ring twice; the bell is "loud".',
  'Livraison après 18 h, s’il vous plaît.',
];

function statusAt(random: Random, days: number): OrderStatus {
  if (days < 1) return random.weighted({ new: 50, paid: 40, packed: 10 });
  if (days < 5) return random.weighted({ packed: 35, shipped: 35, paid: 25, cancelled: 5 });
  if (days < 30) return random.weighted({ completed: 60, shipped: 30, cancelled: 5, refunded: 5 });
  return random.weighted({ completed: 88, cancelled: 6, refunded: 4, shipped: 2 });
}

interface MadeLines {
  readonly rows: NewRow<'orderLines'>[];
  readonly cents: number;
  /** What the goods cost in cents; null where that is not known of all. */
  readonly cost: number | null;
}

function makeLines(random: Random, order: number, products: OrderSources['products']): MadeLines {
  const count = Number(random.weighted({ 1: 30, 2: 27, 3: 20, 4: 13, 5: 7, 6: 3 }));
  let cents = 0;
  let cost: number | null = 0;
  const rows = Array.from({ length: count }, (_, place) => {
    // Few products sell most.
    const product = random.pick(products, 2);
    const quantity = Number(random.weighted({ 1: 70, 2: 20, 3: 6, 6: 3, 12: 1 }));
    const discount = random.chance(0.1) ? random.pick([5, 10, 12.5, 50]) : 0;
    cents += Math.round((Number(product.price) * 100 * quantity * (100 - discount)) / 100);
    cost = cost === null || product.cost === null ? null : cost + Math.round(Number(product.cost) * 100) * quantity;
    return {
      order,
      position: place + 1,
      product: product.id as number,
      quantity,
      unitPrice: product.price,
      discount: discount.toFixed(2),
    };
  });
  return { rows, cents, cost };
}
