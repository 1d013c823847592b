import type { ShopConnection, ShopTarget } from './connection.ts';
import { connectPostgres } from './postgres-connection.ts';
import { connectSqlite } from './sqlite-connection.ts';

/** Connects to the shop's database; a missing SQLite file and its folder are made. */
export async function connect(target: ShopTarget): Promise<ShopConnection> {
  return 'sqlite' in target ? connectSqlite(target.sqlite) : connectPostgres(target.postgres);
}
