import { authorizeWrite } from '../authorize/authorize-write.ts';
import { type AuditEntry, diffOf, maxTargets } from '../audit/entry.ts';
import { AdminError } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import { ConstraintViolation, withConstraintErrors } from './constraint-violations.ts';
import { type DeleteImpact, type RowsToDelete, countImpact, requireDeletable, requireReach } from './impact.ts';
import { applyDeclaredEffects } from './declared-effects.ts';
import { moveToTrash } from './soft-delete.ts';
import { unlinkedEntries } from './unlinked-rows.ts';
import { watchEffects } from './watched-effects.ts';
import { yieldEvery } from '../process/event-loop.ts';
import { keyOfRow, nameOfRow } from './row.ts';
import { comparedNow } from './rows-now.ts';
import { requireReason } from './reason.ts';
import type { CascadedRows } from '../store/writes.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { say } from '../texts/message.ts';

/** A delete of locked rows. */
interface Deleted {
  readonly model: Model;
  readonly rows: readonly StoredRow[];
  readonly action: 'delete' | 'bulk_delete';
}

/**
 * Deletes locked rows. Those of a model with a trash move there.
 * @returns those that the database has kept all the same, and changed instead, as they are now.
 */
export async function deleteRows(unit: UnitOfWork, { model, rows, action }: Deleted): Promise<KeptRows> {
  requireReason(unit, model, 'delete');
  const { softDelete: field } = model;
  if (!field) return eraseRows(unit, { model, rows, action, right: 'delete' });
  await moveToTrash(unit, { model, field, rows }, action);
  return none;
}

/** Deletes locked rows in the trash for good. @returns those that the database has kept, as they are now. */
export async function purgeRows(unit: UnitOfWork, { model, rows }: Omit<Deleted, 'action'>): Promise<KeptRows> {
  requireReason(unit, model, 'purge');
  return eraseRows(unit, { model, rows, action: 'purge', right: 'purge' });
}

/** The rows that a trigger or a rule has changed in place of deleting them, as they are now, by their keys. */
export type KeptRows = ReadonlyMap<string, StoredRow>;

const none: KeptRows = new Map();

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
async function eraseRows(unit: UnitOfWork, job: Erased): Promise<KeptRows> {
  const { model, rows, right } = job;
  const keys = rows.map((row) => keyOfRow(model, row));
  const hooks = unit.hooksOf(model);
  for (const row of rows) await hooks.beforeDelete?.(unit.deleteContext(row, true));
  const impact = await countImpact(unit.writes, unit.policy, { model, keys, right });
  // Before the delete is tried: triggers run with it, and what they do outside of the database stays.
  requireReach(impact, unit.policy);
  const allKept = model.redirects.delete && !isAlone(impact) ? await keptAll(unit, job) : null;
  if (allKept) {
    await finish(unit, job, { kept: allKept, cascaded: noCascades, unlinked: [] });
    return allKept;
  }
  requireDeletable(impact, unit.policy);
  const targets = { model, keys, right, impact };
  const cascaded = await cascadedKeys(unit, targets);
  const unlinked = await unlinkedEntries(unit, targets);
  watchEffects(unit, targets);
  await applyDeclaredEffects(unit, targets);
  const remaining = await erase(unit, job);
  await finish(unit, job, { kept: remaining, cascaded, unlinked: await really(unit, targets, { kept: remaining, unlinked }) });
  return remaining;
}

/** Whether no other row forbids the delete, or goes with it, or loses a link. */
function isAlone({ counts }: DeleteImpact): boolean {
  return [...counts.cascaded, ...counts.referencing].every((count) => count === 0);
}

/** Runs the statement. Throws a 409 if the database has left a row as it was. */
async function erase(unit: UnitOfWork, { model, rows, right }: Erased): Promise<KeptRows> {
  const keys = rows.map((row) => keyOfRow(model, row));
  const deleted = await withConstraintErrors({ model, fields: null }, () =>
    unit.writes.change(authorizeWrite({ kind: 'delete', model, keys, right }, unit.policy)),
  );
  // The count is also lower if the delete of one of the rows has deleted another of them by a cascade.
  if (deleted === keys.length) return none;
  const { unchanged, changed } = await comparedNow(unit, { model, rows, right });
  if (unchanged.length > 0) throw new AdminError('protected', { detail: say('rowNotDeleted') });
  return changed;
}

/** Thrown to undo a delete that was a try. */
class NotAllKept extends Error {}

/**
 * Tries whether a trigger or a rule keeps all of the rows: then nothing is deleted with them, and no other row forbids it. Otherwise nothing is done.
 * @returns null if it does not.
 */
async function keptAll(unit: UnitOfWork, job: Erased): Promise<KeptRows | null> {
  try {
    return await unit.writes.savepoint(async () => {
      const remaining = await erase(unit, job);
      if (remaining.size < job.rows.length) throw new NotAllKept();
      return remaining;
    });
  } catch (error) {
    const isRefused = error instanceof ConstraintViolation && !unit.writes.isOver;
    if (isRefused || error instanceof NotAllKept) return null;
    throw error;
  }
}

interface Outcome {
  readonly kept: KeptRows;
  readonly cascaded: ReadonlyMap<string, CascadedRows>;
  readonly unlinked: readonly AuditEntry[];
}

/** The entries of rows that were unlinked: those that point to a row which the database has kept still do. */
async function really(
  unit: UnitOfWork,
  { model, ...targets }: RowsToDelete,
  { kept, unlinked }: Pick<Outcome, 'kept' | 'unlinked'>,
): Promise<readonly AuditEntry[]> {
  if (kept.size === 0 || unlinked.length === 0) return unlinked;
  const keys = targets.keys.filter((key) => kept.has(keyTextOf(model, key)));
  const linked = await unlinkedEntries(unit, { ...targets, model, keys });
  const still = new Set(linked.map(({ model: owner, key }) => `${owner} ${key}`));
  return unlinked.filter(({ model: owner, key }) => !still.has(`${owner} ${key}`));
}

/** Runs the hook after the rows were deleted, and records what the database has made of each. */
async function finish(unit: UnitOfWork, { model, rows, action }: Erased, { kept, cascaded, unlinked }: Outcome): Promise<void> {
  if (kept.size < rows.length) unit.recordErased();
  unit.forgetVerified();
  unit.entries.push(...unlinked);
  const hooks = unit.hooksOf(model);
  for (const [index, row] of rows.entries()) {
    await yieldEvery(index);
    const key = keyTextOf(model, keyOfRow(model, row));
    const now = kept.get(key) ?? null;
    await hooks.afterDelete?.(unit.deleteContext(row, now === null));
    const { targets, count } = (now ? undefined : cascaded.get(key)) ?? { targets: [], count: 0 };
    unit.entries.push({
      action,
      model: model.key,
      key,
      name: nameOfRow(model, row, key),
      diff: diffOf(model, row, now),
      targets,
      targetsCount: count,
      status: 'ok',
    });
  }
}

/** For the audit log: what is deleted with each of the deleted rows. */
async function cascadedKeys({ policy, writes }: UnitOfWork, { model, keys, right, impact }: RowsToDelete): Promise<Outcome['cascaded']> {
  const { cascade, counts } = impact;
  if (!counts.cascaded.some((count) => count > 0)) return noCascades;
  return writes.cascadedKeys(authorizeWrite({ kind: 'cascaded keys', model, keys, cascade, limit: maxTargets, right }, policy));
}

const noCascades: Outcome['cascaded'] = new Map();
