import type { ShopTarget } from '../database/connection.ts';
import { postgresTables } from './postgres.ts';
import { sqliteTables } from './sqlite.ts';
import type { ShopTables } from './tables.ts';

/** The shop's tables in the words of this database. */
export function tablesOf(target: ShopTarget): ShopTables {
  return 'sqlite' in target ? sqliteTables : postgresTables;
}
