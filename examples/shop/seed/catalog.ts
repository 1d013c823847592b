import type { ProductAttributes } from '../schema/json.ts';
import type { NewRow } from '../schema/tables.ts';
import { addDays, dayOf, money, slugOf } from './format.ts';
import { Random } from './random.ts';
import { type BranchWords, branches, colors, lines, supplierNames, tagNames } from './words/goods.ts';

/** The rows of the catalog, without what customers say of it. */
export interface Catalog {
  readonly categories: NewRow<'categories'>[];
  readonly tags: NewRow<'tags'>[];
  readonly suppliers: NewRow<'suppliers'>[];
  readonly products: NewRow<'products'>[];
  readonly productTags: NewRow<'productTags'>[];
}

/** Where a product can stand, and the words for it. */
interface Shelf {
  readonly category: number;
  readonly branch: BranchWords;
  readonly things: readonly string[];
}

/** Makes a catalog of so many products. */
export function makeCatalog(count: number, until: Date): Catalog {
  const random = new Random('catalog');
  const { categories, shelves } = makeCategories();
  const tags = tagNames.map((name, place) => ({ id: place + 1, name, color: random.maybe(0.7, () => colorOf(random)) }));
  const suppliers = supplierNames.map((name, place) => makeSupplier(random, name, place + 1));
  const products = Array.from({ length: count }, (_, place) => makeProduct(random, { id: place + 1, shelf: random.pick(shelves), until }));
  const productTags = products.flatMap(({ id }) => random.some(tags, 4).map((tag) => ({ product: id as number, tag: tag.id })));
  return { categories, tags, suppliers, products, productTags };
}

function makeCategories(): { categories: NewRow<'categories'>[]; shelves: Shelf[] } {
  const categories: NewRow<'categories'>[] = [];
  const shelves: Shelf[] = [];
  const add = (name: string, parent: number | null, position: number): number => {
    const id = categories.length + 1;
    categories.push({ id, name, slug: slugOf(name), parent, position, isVisible: true });
    return id;
  };
  for (const [place, branch] of branches.entries()) {
    const parent = add(branch.name, null, place + 1);
    for (const [position, [name, things]] of Object.entries(branch.shelves).entries()) {
      shelves.push({ category: add(name, parent, position + 1), branch, things });
    }
  }
  add('Not for sale', null, 99);
  return { categories: categories.map((row) => ({ ...row, isVisible: row.position !== 99 })), shelves };
}

function colorOf(random: Random): string {
  return `#${random.integer(0, 0xffffff).toString(16).padStart(6, '0')}`;
}

function makeSupplier(random: Random, name: string, id: number): NewRow<'suppliers'> {
  const slug = slugOf(name) || `supplier-${id}`;
  const country = random.pick(['SE', 'DK', 'FR', 'CZ', 'ES', 'DE', 'PL', 'IT', 'PT', 'JP', 'GB', 'NL']);
  return {
    id,
    name,
    website: random.maybe(0.8, () => `https://${slug}.example.com/`),
    email: `orders@${slug}.example.com`,
    country,
    iban: random.maybe(0.9, () => `${country}${random.integer(10, 99)}${String(random.integer(1, 1e9)).padStart(18, '0')}`),
    rating: random.maybe(0.85, () => Math.round(random.next() * 400 + 100) / 100),
    contract: random.maybe(0.6, () => `/files/contracts/${slug}.pdf`),
    isPreferred: random.chance(0.3),
  };
}

interface ProductPlace {
  readonly id: number;
  readonly shelf: Shelf;
  readonly until: Date;
}

function makeProduct(random: Random, { id, shelf, until }: ProductPlace): NewRow<'products'> {
  const { branch } = shelf;
  const line = random.pick(lines);
  const material = random.pick(branch.materials);
  const thing = random.pick(shelf.things);
  const price = Math.round((branch.prices[0] + (branch.prices[1] - branch.prices[0]) * random.next() ** 3) / 10) * 10;
  const status = random.weighted({ active: 86, paused: 6, discontinued: 5, draft: 3 });
  const createdAt = new Date(until.getTime() - random.integer(30 * 24 * 60, 1200 * 24 * 60) * 60_000);
  return {
    id,
    sku: `${slugOf(thing).slice(0, 3).toUpperCase()}-${String(id).padStart(5, '0')}`,
    name: `${line} ${thing}, ${material}`,
    category: shelf.category,
    supplier: random.maybe(0.93, () => random.integer(1, supplierNames.length)),
    status,
    price: money(price),
    cost: random.maybe(0.95, () => money(Math.round(price * (0.35 + random.next() * 0.35)))),
    weight: random.maybe(0.9, () => Math.round(random.next() ** 2 * 24_000 + 50) / 1000),
    stockThreshold: random.pick([0, 5, 10, 10, 25, 50]),
    isActive: status === 'active' || status === 'paused',
    barcode: random.maybe(0.9, () => 4_000_000_000_000 + random.integer(0, 999_999_999) * 10 + (id % 10)),
    description: random.maybe(0.8, () => describe({ line, thing, material, icon: branch.icon })),
    attributes: random.maybe(0.85, () => attributesOf(random, material)),
    keywords: [...new Set([thing, material, slugOf(line), ...random.some(['gift', 'home', 'été', 'hand-made, small batch'], 2)])].filter(
      Boolean,
    ),
    image: random.maybe(0.75, () => pictureOf(branch.icon)),
    manual: random.maybe(0.25, () => `/files/manuals/${String(id).padStart(5, '0')}.pdf`),
    releasedOn: random.maybe(0.9, () => dayOf(addDays(createdAt, random.integer(-20, 25)))),
    createdAt,
  };
}

function describe({ line, thing, material, icon }: Readonly<Record<'line' | 'thing' | 'material' | 'icon', string>>): string {
  return `The ${line} ${thing} ${icon} is made of ${material}, by people who like making it.\n\nWipe clean; don’t tumble-dry.`;
}

function attributesOf(random: Random, material: string): ProductAttributes {
  const side = (): number => random.integer(4, 180);
  return {
    color: random.pick(colors),
    material,
    ...(random.chance(0.6) ? { dimensions: { width: side(), height: side(), depth: side() } } : {}),
    ...(random.chance(0.3) ? { care: ['wipe clean', 'keep dry ☔'] } : {}),
    ...(random.chance(0.5) ? { warrantyMonths: random.pick([12, 24, 60]) } : {}),
  };
}

/** A picture that needs no network: the branch's icon on a ground of its own. */
function pictureOf(icon: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#f2eee6"/><text x="1" y="7" font-size="6">${icon}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
