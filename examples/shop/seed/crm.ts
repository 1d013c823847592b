import type { NewRow } from '../schema/tables.ts';
import { addDays, clock, dayOf, money, slugOf } from './format.ts';
import { Random } from './random.ts';
import { companies, customerNotes, regions } from './words/people.ts';

/** The rows about customers. */
export interface Crm {
  readonly customers: (NewRow<'customers'> & { readonly id: string })[];
  readonly addresses: NewRow<'addresses'>[];
  readonly customerProfiles: NewRow<'customerProfiles'>[];
}

type Region = keyof typeof regions;

const shares = { north: 24, south: 22, east: 18, west: 36 };

/** Makes so many customers with their addresses, and profiles for some. */
export function makeCrm(count: number, until: Date): Crm {
  const random = new Random('crm');
  const customers = Array.from({ length: count }, (_, place) => makeCustomer(random, place + 1, until));
  const addresses = customers
    .flatMap((customer) => makeAddresses(random, customer))
    .map((address, place) => ({ id: place + 1, ...address }));
  const customerProfiles = customers.flatMap((customer, place) => (random.chance(0.3) ? [makeProfile(random, customer, place + 1)] : []));
  return { customers, addresses, customerProfiles };
}

function makeCustomer(random: Random, place: number, until: Date): Crm['customers'][number] {
  const region = random.weighted(shares);
  const words = regions[region];
  const firstName = random.pick(words.firstNames);
  const lastName = random.pick(words.lastNames);
  const local = [slugOf(firstName), slugOf(lastName), String(place)].filter(Boolean).join('.');
  const createdAt = new Date(until.getTime() - Math.floor(random.next() * 1100 * 86_400_000));
  return {
    id: random.uuid(),
    firstName,
    lastName,
    company: random.maybe(0.2, () => random.pick(companies)),
    email: `${local}@example.com`,
    phone: random.maybe(0.7, () => `+${random.integer(30, 49)} ${random.integer(100, 999)} ${random.integer(100_000, 9_999_999)}`),
    country: random.pick(words.countries),
    region,
    birthday: random.maybe(0.6, () => dayOf(new Date(Date.UTC(random.integer(1940, 2007), random.integer(0, 11), random.integer(1, 28))))),
    lastIp: random.maybe(0.8, () => addressOf(random)),
    newsletter: random.chance(0.45),
    creditLimit: random.maybe(0.3, () => money(random.integer(1, 200) * 10_000)),
    notes: random.maybe(0.15, () => random.pick(customerNotes)),
    createdAt,
  };
}

/** An address of the blocks that are kept for examples. */
function addressOf(random: Random): string {
  if (random.chance(0.2)) return `2001:db8:${random.integer(1, 0xffff).toString(16)}::${random.integer(1, 0xffff).toString(16)}`;
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.integer(1, 254)}`;
}

function makeAddresses(random: Random, customer: Crm['customers'][number]): Omit<NewRow<'addresses'>, 'id'>[] {
  const words = regions[customer.region as Region];
  return Array.from({ length: random.weighted({ 1: 60, 2: 32, 3: 8 }) === '1' ? 1 : 2 }, (_, place) => ({
    customer: customer.id,
    kind: place === 0 ? ('billing' as const) : ('shipping' as const),
    street: `${random.pick(words.streets)} ${random.integer(1, 199)}${random.chance(0.1) ? 'b' : ''}`,
    postalCode: String(random.integer(1000, 99_999)).padStart(5, '0'),
    city: random.pick(words.cities),
    country: customer.country,
    isDefault: place === 0,
  }));
}

function makeProfile(random: Random, customer: Crm['customers'][number], place: number): NewRow<'customerProfiles'> {
  const handle = `${slugOf(customer.firstName) || 'guest'}-${place}`;
  return {
    customer: customer.id,
    handle,
    website: random.maybe(0.3, () => `https://${handle}.example.org/`),
    avatar: random.maybe(0.5, () => `/files/avatars/${handle}.webp`),
    bio: random.maybe(
      0.4,
      () => `Buys things for ${random.pick(['the balcony 🌿', 'two cats 🐈🐈', 'une grande famille', 'das neue Büro'])}.`,
    ),
    loyaltyPoints: random.integer(0, 5000),
    callAfter: random.maybe(0.3, () => clock(random.integer(8, 19), random.pick([0, 30]))),
    preferences: {
      language: customer.country.toLowerCase(),
      channels: random.some(['email', 'sms', 'post'], 2),
      ...(random.chance(0.4) ? { theme: random.pick(['light', 'dark'] as const) } : {}),
    },
  };
}

/** Makes what customers say of products. */
export function makeReviews(count: number, crm: Crm, { products, titles, bodies, until }: ReviewParts): NewRow<'reviews'>[] {
  const random = new Random('reviews');
  return Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    product: random.integer(1, products),
    customer: random.maybe(0.9, () => random.pick(crm.customers).id),
    rating: Number(random.weighted({ 5: 45, 4: 28, 3: 13, 2: 7, 1: 7 })),
    title: random.pick(titles),
    body: random.maybe(0.7, () => random.pick(bodies)),
    isPublished: random.chance(0.9),
    createdAt: addDays(until, -random.next() * 700),
  }));
}

/** What reviews are made of; `products` is how many there are. */
export interface ReviewParts {
  readonly products: number;
  readonly titles: readonly string[];
  readonly bodies: readonly string[];
  readonly until: Date;
}
