import { isDeepStrictEqual } from 'node:util';
import { diffOf } from '../audit/entry.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { Policy } from '../authorize/policy.ts';
import { systemActor } from '../model/actor.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { KeyValues } from '../request/key.ts';
import { byKeyText, keyOfRow, mergedRow, nameOfRow } from './row.ts';
import { outOfReach, type PendingRow } from './save.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Rows of a model, as they were before a write, and the right that the write needs. */
interface WrittenRows {
  readonly model: Model;
  readonly rows: readonly StoredRow[];
  readonly right: 'add' | 'change' | 'delete' | 'purge';
}

/**
 * The rows with these keys as the database has them, whoever may see them, also in the trash: what a trigger or a rule has made of a write is not
 * known from what the actor sees.
 */
export async function rowsNow(
  { policy, writes }: Pick<UnitOfWork, 'policy' | 'writes'>,
  { model, keys, right }: { readonly model: Model; readonly keys: readonly KeyValues[]; readonly right: WrittenRows['right'] },
): Promise<ReadonlyMap<string, StoredRow>> {
  const all = new Policy(systemActor, policy.registry, { deadline: policy.deadline });
  const policies = model.softDelete ? [all, all.inTrash(model)] : [all];
  const plan = { kind: 'rows for write', model, right, keys, mode: 'read' } as const;
  const rows: StoredRow[] = [];
  for (const each of policies) rows.push(...(await writes.rowsForWrite(authorizeWrite(plan, each))));
  return byKeyText(model, rows);
}

/** The keys of those rows that are now as they were before, and the others that are still there. */
export async function comparedNow(
  unit: UnitOfWork,
  { model, rows, right }: WrittenRows,
): Promise<{ readonly unchanged: readonly string[]; readonly changed: ReadonlyMap<string, StoredRow> }> {
  const keys = rows.map((row) => keyOfRow(model, row));
  const now = await rowsNow(unit, { model, keys, right });
  const unchanged: string[] = [];
  const changed = new Map(now);
  for (const row of rows) {
    const key = keyTextOf(model, keyOfRow(model, row));
    const after = now.get(key);
    // Of a plain change, only some fields were read before.
    if (!after || !Object.entries(row).every(([name, value]) => isDeepStrictEqual(value, after[name]))) continue;
    unchanged.push(key);
    changed.delete(key);
  }
  return { unchanged, changed };
}

/**
 * Records that the database has taken rows out of their table as they were saved, such as a trigger that moves finished rows to an archive: there is no
 * row to show, and none for `afterSave`. Throws the 400 of a row that is still there, and that the actor can no longer reach.
 */
export async function recordGone(
  unit: UnitOfWork,
  rows: readonly (PendingRow & { readonly key: KeyValues })[],
  { action, namesRow }: { readonly action: 'create' | 'update' | 'bulk_update'; readonly namesRow: boolean },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { model } = first;
  const right = action === 'create' ? 'add' : 'change';
  const now = await rowsNow(unit, { model, keys: rows.map(({ key }) => key), right });
  for (const { key, before, change, requested } of rows) {
    const text = keyTextOf(model, key);
    // Without a trigger or a rule, a row that can not be found is hidden by row level security.
    if (now.has(text) || !model.redirects.save) throw outOfReach(unit, { model, requested }, namesRow ? text : undefined);
    const last = before ?? mergedRow(model, null, change);
    const diff = before ? diffOf(model, before, null) : diffOf(model, null, last);
    const name = nameOfRow(model, last, text);
    unit.entries.push({ action, model: model.key, key: text, name, diff, targets: [], targetsCount: 0, status: 'ok' });
  }
}
