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
import type { WriteSession } from './session.ts';
import { say } from '../texts/message.ts';

/** Locked rows of a model with a trash. */
export interface TrashJob {
  readonly model: Model;
  readonly field: Field;
  readonly rows: readonly StoredRow[];
}

/** Moves rows to the trash, with the hooks of a delete. Rows that point to them stay as they are. */
export async function moveToTrash(session: WriteSession, job: TrashJob, action: 'delete' | 'bulk_delete'): Promise<void> {
  const { model, field, rows } = job;
  const resulting = session.policy.inTrash(model);
  for (const row of rows) await model.hooks.beforeDelete?.(session.deleteContext(row, false));
  await mark(session, job, { action, right: 'delete', values: deletion(session, model, field), resulting });
  for (const row of rows) await model.hooks.afterDelete?.(session.deleteContext(row, false));
}

/** Takes rows out of the trash, with the hooks of a restore. Throws a 400 if the database refuses it, such as for a value that another row has taken meanwhile. */
export async function takeOutOfTrash(session: WriteSession, job: TrashJob): Promise<void> {
  const { model, field, rows } = job;
  const resulting = session.policy.inTrash(null);
  for (const row of rows) await model.hooks.beforeRestore?.(session.hookContext(row));
  const after = await mark(session, job, {
    action: 'restore',
    right: 'restore',
    values: marking(session, model, [field, null]),
    resulting,
  });
  for (const row of after) await model.hooks.afterRestore?.(session.hookContext(row));
}

/** The columns of rows that move to the trash. */
export function deletion(session: WriteSession, model: Model, field: Field): Assignment[] {
  return marking(session, model, [field, field.type.parse(session.now.toISOString(), field)]);
}

function marking(session: WriteSession, model: Model, [field, value]: readonly [Field, Value]): Assignment[] {
  const change = { values: new Map([[field, value]]), links: new Map() };
  return assignmentsOf(session, { model, change, requested: new Set(), isNew: false });
}

interface Mark {
  readonly action: AuditAction;
  readonly right: 'delete' | 'restore';
  readonly values: readonly Assignment[];
  /** The policy of the rows as they are afterwards. */
  readonly resulting: Policy;
}

/** @returns the rows as they are afterwards. */
async function mark(
  session: WriteSession,
  { model, field, rows }: TrashJob,
  { action, right, values, resulting }: Mark,
): Promise<StoredRow[]> {
  const { policy, writes } = session;
  const keys = rows.map((row) => keyOfRow(model, row));
  const changed = await withConstraintErrors({ model, fields: [field] }, () =>
    writes.change(authorizeWrite({ kind: 'update', model, right, keys, values }, policy)),
  );
  session.forgetVerified();
  if (changed < rows.length && (await comparedNow(session, { model, rows, right: 'change' })).unchanged.length > 0)
    throw new AdminError('protected', { detail: say('trashedRowLeft') });
  const after = byKeyText(
    model,
    await writes.rowsForWrite(authorizeWrite({ kind: 'rows for write', model, right, keys, mode: 'read' }, resulting)),
  );
  const missing = keys.filter((key) => !after.has(keyTextOf(model, key)));
  const elsewhere = missing.length === 0 ? after : await rowsNow(session, { model, keys: missing, right: 'change' });
  const changedRows: StoredRow[] = [];
  for (const [index, row] of rows.entries()) {
    await yieldEvery(index);
    const key = keyTextOf(model, keys[index] ?? []);
    // A trigger may have taken the row out of the table.
    const stored = after.get(key) ?? null;
    if (!stored && elsewhere.has(key)) throw outOfReach(session, { model, requested: new Set() }, rows.length > 1 ? key : undefined);
    if (stored) changedRows.push(stored);
    session.entries.push({
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
