import { fileURLToPath } from 'node:url';
import type { ShopTarget } from './database/connection.ts';

/** The database that the environment names: `DATABASE_URL`, else the SQLite file `SHOP_DATABASE`, else the demo's own file. */
export function shopTarget(environment: NodeJS.ProcessEnv = process.env): ShopTarget {
  const { DATABASE_URL: url, SHOP_DATABASE: file } = environment;
  if (url) return { postgres: url };
  return { sqlite: file || fileURLToPath(new URL('.data/shop.sqlite', import.meta.url)) };
}
