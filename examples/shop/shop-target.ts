import { fileURLToPath } from 'node:url';
import { requireServed } from 'grimoire/cli';
import type { ShopTarget } from './database/connection.ts';

/** The database that the environment names: `DATABASE_URL` (`postgres://…` or `sqlite:FILE`), else the SQLite file `SHOP_DATABASE`, else the demo's own file. */
export function shopTarget(environment: NodeJS.ProcessEnv = process.env): ShopTarget {
  const { DATABASE_URL: url, SHOP_DATABASE: file } = environment;
  const [, named] = /^(?:sqlite|file):(?:\/\/)?(.+)$/.exec(url ?? '') ?? [];
  if (named !== undefined) return { sqlite: named };
  if (url) {
    requireServed(url);
    return { postgres: url };
  }
  return { sqlite: file || fileURLToPath(new URL('.data/shop.sqlite', import.meta.url)) };
}
