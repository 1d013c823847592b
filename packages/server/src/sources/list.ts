import { findTable } from './live.ts';
import { isPrismaReference } from './prisma/reference.ts';
import type { Source } from './source.ts';

/** The database itself: a table by its name. */
const database: Source = {
  references: 'the name of a table',
  accepts: (reference) => typeof reference === 'string',
  nameOf: String,
  isApart: false,
  open: async (context) => (name) => findTable(context.live, String(name)),
};

/** The property by which Drizzle itself recognises a table, of any version. */
const drizzleMark = Symbol.for('drizzle:IsDrizzleTable');

/** Drizzle's tables. Drizzle is an optional peer, and is only loaded if needed. */
const drizzle: Source = {
  references: 'a Drizzle table of a database that is served',
  accepts: (reference) => typeof reference === 'object' && reference !== null && drizzleMark in reference,
  isApart: true,
  async open({ live }) {
    const { describeTableIn, isDrizzleTable } = await import('./drizzle-tables.ts');
    return (table) => (isDrizzleTable(table) ? describeTableIn(table, live) : undefined);
  },
};

/** Tables of Prisma schemas. */
const prisma: Source = {
  references: 'a table of `prisma()`',
  accepts: isPrismaReference,
  nameOf: (reference) => (isPrismaReference(reference) ? reference.model.table.name : undefined),
  isApart: true,
  async open({ live, references }) {
    const { describePrismaTable } = await import('./prisma/describe.ts');
    const { cuidsOf } = await import('./prisma/generated-ids.ts');
    const cuids = await cuidsOf(references.filter(isPrismaReference).map(({ model }) => model));
    return (reference) => (isPrismaReference(reference) ? describePrismaTable(reference, { live, cuids }) : undefined);
  },
};

/** Every source; a reference belongs to the first one that accepts it. */
export const sources: readonly Source[] = [drizzle, prisma, database];

/** The source of a reference; undefined if it is a reference of none. */
export function sourceOf(reference: unknown): Source | undefined {
  return sources.find((source) => source.accepts(reference));
}
