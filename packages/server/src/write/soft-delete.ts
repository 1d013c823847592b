import { diffOf } from '../audit/entry.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { AuditAction } from '@grimoire/protocol';
import { AdminError } from '../errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import { yieldEvery } from './event-loop.ts';
import { keyOfRow, mergedRow, nameOfRow, type RowChange } from './row.ts';
import { assignmentsOf } from './save.ts';
import type { WriteSession } from './session.ts';

/** Locked rows of a model with a trash. */
export interface TrashJob {
  readonly model: Model;
  readonly field: Field;
  readonly rows: readonly StoredRow[];
}

/** Moves rows to the trash, with the hooks of a delete. Rows that point to them stay as they are. */
export async function moveToTrash(session: WriteSession, job: TrashJob, action: 'delete' | 'bulk_delete'): Promise<void> {
  const { model, rows } = job;
  for (const row of rows) await model.hooks.beforeDelete?.(session.hookContext(row));
  await mark(session, job, { action, right: 'delete', value: momentOf(job.field, session.now) });
  for (const row of rows) await model.hooks.afterDelete?.(session.hookContext(row));
}

/** Takes rows out of the trash. Throws a 400 if the database refuses it, such as for a value that another row has taken meanwhile. */
export function takeOutOfTrash(session: WriteSession, job: TrashJob): Promise<void> {
  return mark(session, job, { action: 'restore', right: 'restore', value: null });
}

/** The change that puts rows into the trash at a time, or takes them out. */
export function trashChange(field: Field, value: Value): RowChange {
  return { values: new Map([[field, value]]), links: new Map() };
}

/** A time as a value of the field that marks deleted rows. */
export function momentOf(field: Field, now: Date): Value {
  return field.type.parse(now.toISOString(), field);
}

interface Mark {
  readonly action: AuditAction;
  readonly right: 'delete' | 'restore';
  readonly value: Value;
}

async function mark(session: WriteSession, { model, field, rows }: TrashJob, { action, right, value }: Mark): Promise<void> {
  const { policy, writes } = session;
  const keys = rows.map((row) => keyOfRow(model, row));
  const change = trashChange(field, value);
  const values = assignmentsOf(session, { model, key: keys[0] ?? [], before: rows[0] ?? {}, change, requested: new Set<Field>() });
  const changed = await withConstraintErrors({ model, fields: [field] }, () =>
    writes.change(authorizeWrite({ kind: 'update', model, right, keys, values }, policy)),
  );
  session.forgetVerified();
  if (changed < rows.length) throw new AdminError('protected', { detail: 'The database left a row as it was.' });
  for (const [index, row] of rows.entries()) {
    await yieldEvery(index);
    const key = keyTextOf(model, keys[index] ?? []);
    const diff = diffOf(model, row, mergedRow(model, row, change));
    session.entries.push({
      action,
      model: model.key,
      key,
      name: nameOfRow(model, row, key),
      diff,
      targets: [],
      targetsCount: 0,
      status: 'ok',
    });
  }
}
