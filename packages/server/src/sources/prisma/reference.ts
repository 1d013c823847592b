import type { PrismaModel, PrismaSchema } from './schema.ts';

/** The property by which a table of a Prisma schema is recognised. */
export const prismaMark: unique symbol = Symbol.for('grimoire:PrismaTable') as never;

/** A table of a Prisma schema, as a config names it. */
export interface PrismaReference {
  readonly [prismaMark]: true;
  readonly schema: PrismaSchema;
  readonly model: PrismaModel;
  readonly dateTimes: 'milliseconds' | 'text';
}

/** Whether a reference is a table of a Prisma schema. */
export function isPrismaReference(reference: unknown): reference is PrismaReference {
  return typeof reference === 'object' && reference !== null && prismaMark in reference;
}
