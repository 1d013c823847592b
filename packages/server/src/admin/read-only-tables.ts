import type { Database } from '../databases/database.ts';
import type { Queries } from '../model/config/queries.ts';

/** Queries that only read, for the host application's code. */
export function readOnlyTables(database: Database): Queries {
  return database.readOnly() as unknown as Queries;
}
