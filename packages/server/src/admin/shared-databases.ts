import type { Database, DatabaseAddress } from '../databases/database.ts';
import { withoutWork } from '../process/request-work.ts';

interface Shared {
  readonly key: string;
  readonly database: Promise<Database>;
  /** How many admins use it. */
  users: number;
}

/**
 * The databases that are open, in development only. A framework that reloads changed files evaluates the configuration again, and nothing
 * closes the admin of the previous evaluation: without this, each reload would leave its connections open.
 */
const byKey = new Map<string, Shared>();
const byDatabase = new WeakMap<Database, Shared>();

/** Opens a database; in development, two admins with the same address and options share one. */
export async function openDatabase(source: DatabaseAddress): Promise<Database> {
  const { key } = source;
  if (key === undefined || process.env['NODE_ENV'] !== 'development') return source.open();
  const shared = byKey.get(key) ?? { key, database: source.open(), users: 0 };
  byKey.set(key, shared);
  shared.users += 1;
  try {
    const database = await shared.database;
    byDatabase.set(database, shared);
    return database;
  } catch (error) {
    forget(shared);
    throw error;
  }
}

/** Closes a database that {@link openDatabase} has opened, unless another admin uses it. */
export async function closeDatabase(database: Database): Promise<void> {
  const shared = byDatabase.get(database);
  if (shared && --shared.users > 0) return;
  if (shared) forget(shared);
  // Not as work of a request: its client may leave, and the database would be closed in part.
  await withoutWork(() => database.close());
}

function forget(shared: Shared): void {
  if (byKey.get(shared.key) === shared) byKey.delete(shared.key);
}
