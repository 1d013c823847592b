import type { PreviewDifference } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import { AdminError, maxProblems } from '../errors/errors.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { Model } from '../model/model.ts';
import { tableText } from '../model/table.ts';
import { keyTextOf } from '../plan/keys.ts';
import { keyOfValues } from '../write/row.ts';
import type { Effect } from './effects.ts';

/** The 409 for a request that would do something else than was shown. It names the rows that the user may see, and has no new token. */
export function changedPreview(policy: Policy, shown: readonly Effect[], now: readonly Effect[]): AdminError {
  const [removed, added] = [without(shown, now), without(now, shown)];
  const nameOf = ([table, key]: Effect): string => JSON.stringify([table, key]);
  const [before, after] = [
    new Map(removed.map((effect) => [nameOf(effect), effect])),
    new Map(added.map((effect) => [nameOf(effect), effect])),
  ];
  const differing = new Map([...before, ...after]);
  const rows: PreviewDifference[] = [];
  let others = 0;
  for (const [name, effect] of differing) {
    const row = rows.length < maxProblems ? rowOf(policy, effect) : null;
    const state = before.has(name) ? (after.has(name) ? 'changed' : 'removed') : 'added';
    if (row) rows.push({ ...row, state });
    else others += 1;
  }
  return new AdminError('preview_changed', { body: { rows, other_records: others } });
}

/** The effects that are not among others. */
function without(effects: readonly Effect[], others: readonly Effect[]): readonly Effect[] {
  const counts = new Map<string, number>();
  for (const [, , digest] of others) counts.set(digest, (counts.get(digest) ?? 0) + 1);
  return effects.filter(([, , digest]) => {
    const count = counts.get(digest) ?? 0;
    counts.set(digest, count - 1);
    return count <= 0;
  });
}

/** The row of an effect; null if the user may not see all rows of its model. */
function rowOf(policy: Policy, [table, key]: Effect): Pick<PreviewDifference, 'model' | 'pk'> | null {
  const isMeant = (model: Model): boolean => model.key === table || tableText(model.table) === table;
  const model = policy.registry.models.find((one) => isMeant(one) && policy.may(one, 'view') && policy.access(one).rule.kind === 'true');
  if (!model) return null;
  // The row of an action is named by its key already, a new row by none.
  const pk = key === '' ? null : model.key === table ? key : keyOf(model, key);
  return { model: model.key, pk };
}

/** The key of a recorded row; null for one that can not be read without the database. */
function keyOf(model: Model, recorded: string): string | null {
  const columns = JSON.parse(recorded) as Readonly<Record<string, string | null>>;
  try {
    const texts = model.primaryKey.map(({ column }) => columns[column] ?? '');
    return keyTextOf(model, keyOfValues(model, texts));
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}
