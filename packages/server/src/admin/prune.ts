import type { Kysely } from 'kysely';
import { loginAttemptRetention } from '../auth/login-attempts.ts';
import { nowInSeconds } from '../auth/sign-ins.ts';
import type { Database } from '../databases/database.ts';
import type { AnyTables } from '../databases/statement.ts';
import { keepRules } from '../journal/keep-rules.ts';
import { ChangePruning } from '../journal/prune-changes.ts';
import { previewRetention } from '../preview/preview-tokens.ts';
import { idempotencyRetention } from '../write/idempotency.ts';
import type { Core } from './connect.ts';

/** How many rows of the service's own tables had no use any more. */
export interface Pruned {
  /** Sign-ins that have expired. */
  readonly signIns: number;
  /** Outcomes of requests with an `Idempotency-Key`, older than 24 hours. */
  readonly idempotencyKeys: number;
  /** Failed logins that no longer count. */
  readonly loginAttempts: number;
  /** Changed rows whose values are older than `journal` of the settings keeps them. */
  readonly changedRows: number;
  /** Tokens of dry runs that have expired. */
  readonly previews: number;
}

/** What is pruned, and by which settings. */
type PrunedParts = Pick<Core, 'database' | 'tables' | 'settings' | 'registry' | 'journal'>;

/** Rows of each table that are deleted in one transaction: other writers wait for no more. */
const batch = 5000;

/**
 * Deletes rows of the service's own tables that have expired. Of sign-ins, keys and failed logins, the service deletes most by itself, as users sign in and
 * requests come; not those of users who never come back.
 */
export async function prune({ database, tables, settings, registry, journal }: PrunedParts): Promise<Pruned> {
  const now = Date.now();
  return {
    signIns: await pruneTable(database, { table: tables.signIn, column: 'expires_at', before: nowInSeconds() }),
    idempotencyKeys: await pruneTable(database, { table: tables.idempotencyKey, column: 'at', before: now - idempotencyRetention }),
    loginAttempts: await pruneTable(database, { table: tables.loginAttempt, column: 'at', before: now - loginAttemptRetention }),
    changedRows: await new ChangePruning(database, tables).prune(keepRules(settings.journal, { registry, journal })),
    previews: await pruneTable(database, { table: tables.preview, column: 'expires_at', before: now - previewRetention }),
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
