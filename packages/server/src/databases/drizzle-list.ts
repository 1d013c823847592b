import type { DrizzleTables } from './drizzle-tables.ts';
import { postgresDrizzle } from './postgres/drizzle.ts';
import { sqliteDrizzle } from './sqlite/drizzle.ts';

/** The dialects whose Drizzle tables can be described. Apart from the other list, because Drizzle is an optional peer. */
export const drizzleDialects: readonly DrizzleTables[] = [postgresDrizzle, sqliteDrizzle];
