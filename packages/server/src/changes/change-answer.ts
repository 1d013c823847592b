import type { ChangeSet } from '@grimoire/protocol';
import type { StaffExchange } from '../http/exchange.ts';
import { tableText } from '../model/table.ts';
import { say, written } from '../texts/message.ts';
import type { StoredSet } from './change-log.ts';

/** A change set in the form of the API. Tables without a model that the reader may view are named to superusers only. */
export function changeSetAnswer(set: StoredSet, { policy }: Pick<StaffExchange, 'policy'>): ChangeSet {
  const { registry, actor } = policy;
  const nameOf = (table: string): string => {
    const model = registry.models.find((one) => tableText(one.table) === table && policy.may(one, 'view'));
    return model?.key ?? (actor.isSuperuser ? table : 'other records');
  };
  const isOwnKey = set.actorKey !== null && registry.find('auth.User') !== undefined && /^\d{1,9}$/.test(set.actorKey);
  return {
    id: set.id,
    created_at: set.createdAt,
    actor: isOwnKey ? Number(set.actorKey) : set.actorKey,
    actor_repr: set.actorName,
    action: set.action,
    model: set.model,
    reason: set.reason,
    rows: set.rows,
    complete: set.gaps.length === 0,
    gaps: [...new Set(set.gaps.map(nameOf))],
    reversible: 'no',
    why: set.isPruned ? written(say('valuesPruned'), registry.wording) : null,
    undo_of: set.undoOf,
    undone_by: set.undoneBy,
  };
}
