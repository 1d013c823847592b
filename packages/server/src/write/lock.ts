import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import { together } from '../databases/statement-queue.ts';
import { AdminError } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { TrashRight } from '../model/actor.ts';
import { isOfOtherTable } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { readsOtherRows } from '../plan/condition.ts';
import type { KeyValues } from '../request/key.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { say } from '../texts/message.ts';

/** Locks rows until the transaction ends, and reads them, without their large fields; rows out of the actor's scope are left out. */
export async function lockRows(
  unit: UnitOfWork,
  model: Model,
  keys: readonly KeyValues[],
  right: 'change' | 'delete' | TrashRight,
): Promise<StoredRow[]> {
  const { policy, writes } = unit;
  const plan = { kind: 'rows for write', model, right, keys } as const;
  const readsSeparately = readsApart(policy, model);
  const lock = (): Promise<StoredRow[]> =>
    writes.rowsForWrite(authorizeWrite({ ...plan, mode: readsSeparately ? 'lock' : 'lock and read' }, policy));
  const readRows = (): Promise<StoredRow[]> => writes.rowsForWrite(authorizeWrite({ ...plan, mode: 'read' }, policy));
  const [locked, readAfter] = readsSeparately ? await together(lock(), readRows()) : [await lock(), null];
  if (locked.length === keys.length && !readsSeparately) return locked;
  // After a wait for a lock, a statement sees the newest version of the row, but other tables, also in row rules, as they were before the wait.
  const read = readAfter ?? (await readRows());
  // A second lock succeeds for a row that has come into scope since; it fails for one that row level security protects from changes.
  if (read.length > locked.length && (await lock()).length < read.length) throw notLockable(model);
  return readsSeparately || read.length > locked.length ? read : locked;
}

/** Whether rows are read by another statement than the one that locks them, because that one may wait, and its fields or the row rule read other tables. */
function readsApart(policy: Policy, model: Model): boolean {
  return model.fields.some(isOfOtherTable) || readsOtherRows(policy.requestedRows(model));
}

/** The 403 for a row that exists, but that row level security protects from changes. */
function notLockable({ table }: Model): AdminError {
  const detail = say('refusedByPolicy', { table: table.name });
  return new AdminError('permission_denied', { detail });
}
