import type { TableDescription } from '../model/table.ts';
import { describeTableIn } from './drizzle-tables.ts';

export { isDrizzleTable } from './drizzle-tables.ts';

/** The description of a Drizzle table; no connection is needed. Throws if it is no Drizzle table of a database that is served. */
export function describeDrizzleTable(source: unknown): TableDescription {
  return describeTableIn(source, undefined);
}
