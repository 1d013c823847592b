import type { ChangeSet } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { StaffExchange } from '../http/exchange.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import { tableText } from '../model/table.ts';
import { AdminError } from '../errors/errors.ts';
import { say, type Said, type Wording, written } from '../texts/message.ts';
import type { StoredSet } from './stored-set.ts';

/** A change set in the form of the API. Tables without a model that the reader may view are named to superusers only. */
export function changeSetAnswer(set: StoredSet, { policy }: Pick<StaffExchange, 'policy'>): ChangeSet {
  const { registry, actor } = policy;
  const nameOf = (table: string): string => {
    const model = registry.models.find((one) => tableText(one.table) === table && policy.may(one, 'view'));
    return model?.key ?? (actor.isSuperuser ? table : 'other records');
  };
  return {
    id: set.id,
    created_at: set.createdAt,
    actor: actorOf(set, { registry }),
    actor_repr: set.actorName,
    action: set.action,
    // Whose name the reader may not know stays unnamed.
    model: isNamed(set.model, policy) ? set.model : null,
    reason: set.reason,
    rows: set.rows,
    complete: set.gaps.length === 0,
    gaps: [...new Set(set.gaps.map(nameOf))],
    ...reversibility(set, policy.registry.wording),
    undo_of: set.undoOf,
    undone_by: set.undoneBy,
  };
}

function isNamed(key: string | null, policy: Policy): boolean {
  const model = key === null ? undefined : policy.registry.find(key);
  return model === undefined || policy.knows(model);
}

/** The most rows that are taken back at once. */
export const maxUndone = 50_000;

/** Whether a change set can be taken back, and why not. */
function reversibility(set: StoredSet, wording: Wording): Pick<ChangeSet, 'reversible' | 'why'> {
  const refusal = undoRefusal(set);
  const why: Said | undefined = refusal?.said.detail ?? (set.rows === 0 ? say('noChangedRows') : undefined);
  return why === undefined ? { reversible: 'yes', why: null } : { reversible: 'no', why: written(why, wording) };
}

/** The 409 for a set that can not be taken back, whatever its rows are now; undefined if it can. */
export function undoRefusal({ gaps, irreversible, undoneBy, rows, isPruned }: StoredSet): AdminError | undefined {
  if (isPruned) return new AdminError('incomplete', { detail: say('valuesPruned') });
  if (undoneBy !== null) return new AdminError('already_undone');
  if (gaps.length > 0) return new AdminError('incomplete');
  if (irreversible !== null) return new AdminError('irreversible', { detail: irreversible });
  if (rows > maxUndone) return new AdminError('irreversible', { detail: say('tooManyToUndo', { count: maxUndone }) });
  return undefined;
}

/** The key of the user who made a change set; that of the service's own users is a number. */
export function actorOf({ actorKey }: Pick<StoredSet, 'actorKey'>, { registry }: Pick<Policy, 'registry'>): number | string | null {
  const isOwnKey = actorKey !== null && registry.find(staffModelKeys.user) !== undefined && /^\d{1,9}$/.test(actorKey);
  return isOwnKey ? Number(actorKey) : actorKey;
}
