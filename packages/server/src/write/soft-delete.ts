import { diffOf } from '../audit/entry.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import type { AuditAction } from '@grimoire/protocol';
import { AdminError } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { Assignment } from '../plan/write.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import { yieldEvery } from '../process/event-loop.ts';
import { byKeyText, keyOfRow, nameOfRow } from './row.ts';
import { comparedNow, rowsNow } from './rows-now.ts';
import { assignmentsOf, outOfReach } from './save.ts';
import { requireReason } from './reason.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { say } from '../texts/message.ts';

/** Locked rows of a model with a trash. */
export interface TrashJob {
  readonly model: Model;
  readonly field: Field;
  readonly rows: readonly StoredRow[];
}

/** Moves rows to the trash, with the hooks of a delete. Rows that point to them stay as they are. */
export async function moveToTrash(unit: UnitOfWork, job: TrashJob, action: 'delete' | 'bulk_delete'): Promise<void> {
  const { model, field, rows } = job;
  const resulting = unit.policy.inTrash(model);
  const hooks = unit.hooksOf(model);
  for (const row of rows) await hooks.beforeDelete?.(unit.deleteContext(row, false));
  await mark(unit, job, { action, right: 'delete', values: deletion(unit, model, field), resulting });
  for (const row of rows) await hooks.afterDelete?.(unit.deleteContext(row, false));
}

/** Takes rows out of the trash, with the hooks of a restore. Throws a 400 if the database refuses it, such as for a value that another row has taken meanwhile. */
export async function takeOutOfTrash(unit: UnitOfWork, job: TrashJob): Promise<void> {
  const { model, field, rows } = job;
  requireReason(unit, model, 'restore');
  const resulting = unit.policy.inTrash(null);
  const hooks = unit.hooksOf(model);
  for (const row of rows) await hooks.beforeRestore?.(unit.hookContext(row));
  const after = await mark(unit, job, {
    action: 'restore',
    right: 'restore',
    values: marking(unit, model, [field, null]),
    resulting,
  });
  for (const row of after) await hooks.afterRestore?.(unit.hookContext(row));
}

/** The columns of rows that move to the trash. */
export function deletion(unit: UnitOfWork, model: Model, field: Field): Assignment[] {
  return marking(unit, model, [field, field.type.parse(unit.now.toISOString(), field)]);
}

function marking(unit: UnitOfWork, model: Model, [field, value]: readonly [Field, Value]): Assignment[] {
  const change = { values: new Map([[field, value]]), links: new Map() };
  return assignmentsOf(unit, { model, change, requested: new Set(), isNew: false });
}

interface Mark {
  readonly action: AuditAction;
  readonly right: 'delete' | 'restore';
  readonly values: readonly Assignment[];
  /** The policy of the rows as they are afterwards. */
  readonly resulting: Policy;
}

/** @returns the rows as they are afterwards. */
async function mark(unit: UnitOfWork, { model, field, rows }: TrashJob, { action, right, values, resulting }: Mark): Promise<StoredRow[]> {
  const { policy, writes } = unit;
  const keys = rows.map((row) => keyOfRow(model, row));
  const changed = await withConstraintErrors({ model, fields: [field] }, () =>
    writes.change(authorizeWrite({ kind: 'update', model, right, keys, values }, policy)),
  );
  unit.forgetVerified();
  if (changed < rows.length && (await comparedNow(unit, { model, rows, right: 'change' })).unchanged.length > 0)
    throw new AdminError('protected', { detail: say('trashedRowLeft') });
  const after = byKeyText(
    model,
    await writes.rowsForWrite(authorizeWrite({ kind: 'rows for write', model, right, keys, mode: 'read' }, resulting)),
  );
  const missing = keys.filter((key) => !after.has(keyTextOf(model, key)));
  const elsewhere = missing.length === 0 ? after : await rowsNow(unit, { model, keys: missing, right: 'change' });
  const changedRows: StoredRow[] = [];
  for (const [index, row] of rows.entries()) {
    await yieldEvery(index);
    const key = keyTextOf(model, keys[index] ?? []);
    // A trigger may have taken the row out of the table.
    const stored = after.get(key) ?? null;
    if (!stored && elsewhere.has(key)) throw outOfReach(unit, { model, requested: new Set() }, rows.length > 1 ? key : undefined);
    if (stored) changedRows.push(stored);
    unit.entries.push({
      action,
      model: model.key,
      key,
      name: nameOfRow(model, stored ?? row, key),
      diff: diffOf(model, row, stored),
      targets: [],
      targetsCount: 0,
      status: 'ok',
    });
  }
  return changedRows;
}
