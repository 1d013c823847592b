import { createHmac } from 'node:crypto';
import type { Database } from '../store/database.ts';
import type { OwnTables } from './tables.ts';

/** What signs tokens, positions and ETags: the setting, else the one that the migrations made. */
export async function readSecret(database: Database, tables: OwnTables, setting: string | undefined): Promise<string> {
  if (setting !== undefined && setting !== '') return setting;
  const row = await database.tables().selectFrom(tables.secret).select('value').where('name', '=', 'signing').executeTakeFirst();
  if (row === undefined) throw new Error(`The table ${tables.secret} has no secret; run "grimoire migrate", or set GRIMOIRE_SECRET.`);
  return String(row['value']);
}

/** A key of its own for each purpose. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
