import { authorizeWrite } from '../authorize/authorize-write.ts';
import { diffOf, maxTargets } from '../audit/entry.ts';
import { AdminError } from '../errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import { type RowsToDelete, countConsequences, requireDeletable } from './consequences.ts';
import { moveToTrash } from './soft-delete.ts';
import { unlinkedEntries } from './unlinked-rows.ts';
import { yieldEvery } from '../event-loop.ts';
import { keyOfRow, nameOfRow } from './row.ts';
import type { WriteSession } from './session.ts';
import { say } from '../texts/message.ts';

/** A delete of locked rows. */
interface Deleted {
  readonly model: Model;
  readonly rows: readonly StoredRow[];
  readonly action: 'delete' | 'bulk_delete';
}

/** Deletes locked rows. Those of a model with a trash move there. */
export async function deleteRows(session: WriteSession, { model, rows, action }: Deleted): Promise<void> {
  const { softDelete: field } = model;
  if (field) return moveToTrash(session, { model, field, rows }, action);
  return eraseRows(session, { model, rows, action, right: 'delete' });
}

/** Deletes locked rows in the trash for good. */
export function purgeRows(session: WriteSession, { model, rows }: Omit<Deleted, 'action'>): Promise<void> {
  return eraseRows(session, { model, rows, action: 'purge', right: 'purge' });
}

interface Erased {
  readonly model: Model;
  readonly rows: readonly StoredRow[];
  readonly action: 'delete' | 'bulk_delete' | 'purge';
  readonly right: 'delete' | 'purge';
}

/**
 * Deletes locked rows, and the rows that the database deletes with them. Throws a 409 if other rows forbid it, and a 403 if it would delete
 * rows that the actor may not delete (CONTRACT §5).
 */
async function eraseRows(session: WriteSession, { model, rows, action, right }: Erased): Promise<void> {
  const { policy, writes } = session;
  const keys = rows.map((row) => keyOfRow(model, row));
  for (const row of rows) await model.hooks.beforeDelete?.(session.deleteContext(row, true));
  const consequences = await countConsequences(writes, policy, { model, keys, right });
  requireDeletable(consequences, policy);
  const cascaded = await cascadedKeys(session, { model, keys, right, consequences });
  const unlinked = await unlinkedEntries(session, { model, keys, right, consequences });
  const deleted = await withConstraintErrors({ model, fields: null }, () =>
    writes.change(authorizeWrite({ kind: 'delete', model, keys, right }, policy)),
  );
  // The count is also lower if the delete of one of the rows has deleted another of them by a cascade.
  const remaining = { kind: 'rows for write', model, right, mode: 'read' } as const;
  const left = deleted < keys.length ? await writes.rowsForWrite(authorizeWrite({ ...remaining, keys }, policy)) : [];
  if (left.length > 0) throw new AdminError('protected', { detail: say('rowNotDeleted') });
  session.recordErased();
  session.entries.push(...unlinked);
  for (const [index, row] of rows.entries()) {
    await yieldEvery(index);
    await model.hooks.afterDelete?.(session.deleteContext(row, true));
    const key = keyTextOf(model, keys[index] ?? []);
    const { targets, count } = cascaded[index] ?? { targets: [], count: 0 };
    session.entries.push({
      action,
      model: model.key,
      key,
      name: nameOfRow(model, row, key),
      diff: diffOf(model, row, null),
      targets,
      targetsCount: count,
      status: 'ok',
    });
  }
}

interface Cascaded {
  readonly targets: readonly string[];
  readonly count: number;
}

/** For the audit log: how many rows are deleted with each of the deleted ones, and the first of their keys. */
async function cascadedKeys({ policy, writes }: WriteSession, { model, keys, right, consequences }: RowsToDelete): Promise<Cascaded[]> {
  const { cascade, counts } = consequences;
  if (!counts.cascaded.some((count) => count > 0)) return [];
  const found: Cascaded[] = [];
  for (const key of keys) {
    const own = keys.length === 1 ? consequences : await countConsequences(writes, policy, { model, keys: [key], right });
    const count = own.counts.cascaded.reduce((sum, rows) => sum + rows, 0);
    const plan = { kind: 'cascaded keys', model, keys: [key], cascade, limit: maxTargets, right } as const;
    const targets = count === 0 ? [] : await writes.cascadedKeys(authorizeWrite(plan, policy));
    found.push({ count, targets: targets.map(([owner, text]) => `${owner}:${text}`) });
  }
  return found;
}
