import { isOwnPath } from '@grimoire/protocol';
import { z } from 'zod';
import { checkOptions } from '../model/build/check-options.ts';
import type { Problems } from '../model/build/checks.ts';
import { anything, type Shape, text, texts } from '../model/build/option-shapes.ts';
import { cardKinds, type HomeDashboardConfig, nameOfCard, type HomeCardConfig } from './home-config.ts';

const value = z.union([z.string(), z.number(), z.boolean()]);
const frame = {
  name: z
    .string()
    .regex(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u, 'Expected letters and digits, with "-" between them.')
    .optional(),
  title: text.optional(),
  width: z.enum(['quarter', 'third', 'half', 'two-thirds', 'full']).optional(),
};
const rows = { model: text, filters: z.record(z.string(), z.union([value, z.array(value)])).optional() };
const measure = z.union([z.literal('count'), z.strictObject({ sum: text }), z.strictObject({ avg: text })]);
const numbers = { ...rows, of: measure.optional(), unit: text.optional() };
const upTo = (most: number): z.ZodType => z.int().min(1).max(most).optional();

const url = z.custom<string>(
  (address) => typeof address === 'string' && (isOwnPath(address) || /^https?:\/\/[^\s\\]+$/.test(address)),
  'Expected an address that begins with "https://" or "http://", or a path that begins with "/".',
);
const labels = { label: text, note: text.optional() };
const link = z.union([z.strictObject({ ...labels, url }), z.strictObject({ ...labels, ...rows })]);

const days = z.int().min(1).max(366);

/** What each kind of card takes. */
const contents: Readonly<Record<(typeof cardKinds)[number], z.ZodType>> = {
  widget: text,
  number: z.strictObject({ ...numbers, period: z.strictObject({ by: text, days }).optional() }),
  series: z.strictObject({
    ...numbers,
    by: text,
    each: z.enum(['day', 'week', 'month']).optional(),
    last: days,
    kind: z.enum(['line', 'bar', 'area']).optional(),
  }),
  breakdown: z.strictObject({ ...numbers, by: text, top: upTo(20) }),
  table: z.strictObject({ ...rows, columns: z.array(text).min(1).optional(), ordering: text.optional(), limit: upTo(50) }),
  view: z.strictObject({ model: text, name: text, limit: upTo(50) }),
  links: z.array(link).min(1),
};

const dashboardShape: Shape<HomeDashboardConfig> = {
  name: z.string().regex(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u, 'Expected letters and digits, with "-" between them.'),
  title: text,
  groups: texts,
  cards: anything,
};

const required = { name: 'Name it for addresses.', title: 'Write what it is called for people.', cards: 'List its cards.' };

/** Reports unknown options and invalid values of the dashboards of the home page, and names that stand twice. */
export function checkHomeOptions(given: unknown, problems: Problems): void {
  if (given === undefined) return;
  if (!Array.isArray(given)) return problems.add('E061', 'home', { message: 'It is no list.', cure: 'Give a list of dashboards.' });
  const names: string[] = [];
  for (const [index, dashboard] of (given as readonly unknown[]).entries()) {
    const place = `home[${index}]`;
    const options = checkOptions(dashboard, dashboardShape, { place, problems }, required);
    if (!options) continue;
    names.push(String(options['name']));
    if (options['cards'] !== undefined) checkCards(options['cards'], place, problems);
  }
  reportTwice(names, 'home', problems);
}

function checkCards(cards: unknown, place: string, problems: Problems): void {
  if (!Array.isArray(cards)) return problems.add('E061', `${place} cards`, { message: 'It is no list.', cure: 'Give a list of cards.' });
  const before = problems.count;
  for (const [index, card] of (cards as readonly unknown[]).entries()) checkCard(card, `${place} cards[${index}]`, problems);
  // The names of cards are made of what they have.
  if (problems.count === before) reportTwice((cards as readonly HomeCardConfig[]).map(nameOfCard), `${place} cards`, problems);
}

function checkCard(card: unknown, place: string, problems: Problems): void {
  const kinds = typeof card === 'object' && card !== null ? cardKinds.filter((kind) => Object.hasOwn(card, kind)) : [];
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const cure = `Give one of ${cardKinds.join(', ')}.`;
    return problems.add('E069', place, { message: `It has ${kinds.length === 0 ? 'no content' : `both ${kinds.join(' and ')}`}.`, cure });
  }
  const shape = { ...frame, [kind]: contents[kind], ...(kind === 'widget' ? { params: z.record(z.string(), value) } : {}) };
  checkOptions(card, shape, { place, problems });
}

function reportTwice(names: readonly string[], place: string, problems: Problems): void {
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index)))
    problems.add('E069', place, { message: `"${name}" stands twice.`, cure: 'Give one of them another `name`.' });
}
