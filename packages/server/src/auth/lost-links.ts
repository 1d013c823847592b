import { sql } from 'kysely';
import type { AuditEntry } from '../audit/entry.ts';
import type { Dialect } from '../databases/dialect.ts';
import { linkColumn, linkField } from '../model/staff-link.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { OwnQuery } from '../store/own-query.ts';
import type { Writes } from '../store/writes.ts';
import type { LinkedRows } from './linked-rows.ts';

/**
 * Ends the links to rows that a transaction has deleted: a later row with the same key must not become the row of that user.
 * @returns an entry for the audit log for each of them.
 */
export type EndLostLinks = (writes: Writes) => Promise<AuditEntry[]>;

/** Makes the function that ends lost links. */
export function lostLinks(dialect: Dialect, tables: SystemTableNames, linked: LinkedRows): EndLostLinks {
  const user = sql.table(tables.user);
  const isLost = linked.isLost('u');
  const find = new OwnQuery(
    dialect,
    () => sql`SELECT u.id, u.username, ${dialect.fragments.scalarText(linked.stored('u'))} FROM ${user} AS u WHERE ${isLost} ORDER BY u.id`,
  );
  const end = new OwnQuery(
    dialect,
    (_, given: (name: 'id') => ReturnType<typeof sql>) =>
      sql`UPDATE ${user} AS u SET ${sql.id(linkColumn)} = NULL WHERE u.id = ${given('id')} AND ${isLost}`,
  );
  return async (writes) => {
    const entries: AuditEntry[] = [];
    for (const [id, username, key] of (await writes.runOwn(find.with({}))).rows) {
      const { changes } = await writes.runOwn(end.with({ id }));
      if (changes > 0) entries.push(linkEntry({ id: String(id), username: String(username) }, [linked.onWire(String(key)), null]));
    }
    return entries;
  };
}

/** The audit log's entry for a change of a user's link, by anything but a request on the user. */
export function linkEntry(user: { readonly id: string; readonly username: string }, change: readonly [unknown, unknown]): AuditEntry {
  return {
    action: 'update',
    model: staffModelKeys.user,
    key: user.id,
    name: user.username,
    diff: { [linkField]: change },
    targets: [],
    targetsCount: 0,
    status: 'ok',
  };
}
