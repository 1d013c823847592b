import type { Kysely } from 'kysely';
import { loginAttemptRetention } from '../auth/login-attempts.ts';
import { nowInSeconds } from '../auth/sign-ins.ts';
import type { Database } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { idempotencyRetention } from '../write/idempotency.ts';

/** How many rows of the service's own tables had no use any more. */
export interface Pruned {
  /** Sign-ins that have expired. */
  readonly signIns: number;
  /** Outcomes of requests with an `Idempotency-Key`, older than 24 hours. */
  readonly idempotencyKeys: number;
  /** Failed logins that no longer count. */
  readonly loginAttempts: number;
}

/** Rows of each table that are deleted in one transaction: other writers wait for no more. */
const batch = 5000;

/**
 * Deletes rows of the service's own tables that have expired. The service deletes most of them by itself, as users sign in and requests come; not
 * those of users who never come back.
 */
export async function prune(database: Database, tables: SystemTableNames): Promise<Pruned> {
  const now = Date.now();
  return {
    signIns: await pruneTable(database, { table: tables.signIn, column: 'expires_at', before: nowInSeconds() }),
    idempotencyKeys: await pruneTable(database, { table: tables.idempotencyKey, column: 'at', before: now - idempotencyRetention }),
    loginAttempts: await pruneTable(database, { table: tables.loginAttempt, column: 'at', before: now - loginAttemptRetention }),
  };
}

interface Expired {
  readonly table: string;
  readonly column: string;
  readonly before: number;
}

async function pruneTable(database: Database, expired: Expired): Promise<number> {
  let all = 0;
  for (;;) {
    const count = await database.transaction(({ queries }) => pruneBatch(queries, expired), { isSignIn: true });
    all += count;
    if (count < batch) return all;
  }
}

async function pruneBatch(queries: Kysely<AnyTables>, { table, column, before }: Expired): Promise<number> {
  const some = queries.selectFrom(table).select('id').where(column, '<', before).limit(batch);
  const { numDeletedRows } = await queries.deleteFrom(table).where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
