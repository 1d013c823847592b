import type { HistoryEntry } from '@grimoire/protocol';
import { auditModelKey, displayOf } from '../audit/model.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Model } from '../model/model.ts';
import { auditLinkColumn, linkPrefix } from '../model/staff-link.ts';
import type { ChangedRow } from '../store/changed-rows.ts';
import { actorOf } from './change-answer.ts';
import type { StoredSet } from './stored-set.ts';
import { causeOf, diffOf, type ShownChange } from '../journal/row-answer.ts';

/** A recorded change of a row, with its change set. */
export interface RecordedChange {
  readonly model: Model;
  readonly row: ChangedRow;
  readonly set: StoredSet;
}

/** A recorded change in the form of an entry of the audit log. */
export function entryOfChange(change: RecordedChange & ShownChange, policy: Policy): HistoryEntry {
  const { model, row, set } = change;
  const isAction = set.action.startsWith('action:');
  // A row that loses a reference by a delete was updated.
  const action = isAction ? set.action : row.operation;
  return {
    id: `${set.id}:${model.key}:${row.key}`,
    created_at: set.createdAt,
    actor: actorOf(set, policy),
    actor_repr: set.actorName,
    action,
    action_display: choiceLabel(policy, 'action', action) ?? displayOf(action),
    model_label: model.key,
    object_pk: row.key,
    object_repr: row.label,
    diff: diffOf(change, policy),
    targets: [],
    targets_count: 0,
    failed_targets: [],
    ip: set.ip,
    request_id: set.requestId,
    status: 'ok',
    status_display: choiceLabel(policy, 'status', 'ok') ?? 'ok',
    change_set: set.id,
    input: null,
    reason: set.reason,
    via: set.via,
    _label: row.label,
    failed: false,
    op: row.operation,
    cause: causeOf(row),
    ...linkOf(set, policy),
  };
}

/** The text of a choice of the audit log. */
function choiceLabel({ registry }: Policy, field: string, value: string): string | undefined {
  return registry
    .find(auditModelKey)
    ?.fieldByName.get(field)
    ?.choices?.find((choice) => choice.value === value)?.label;
}

/** The row to which the user was linked, for readers who may see all of these. */
function linkOf({ actorLink }: StoredSet, policy: Policy): Pick<HistoryEntry, 'actor_link'> {
  const model = policy.registry.find(auditModelKey)?.fieldByName.get(auditLinkColumn)?.relation?.model;
  if (model === undefined) return {};
  const prefix = linkPrefix(model);
  const isShown = actorLink !== null && actorLink.startsWith(prefix) && policy.reader().reachesAll(model);
  return { actor_link: isShown ? actorLink.slice(prefix.length) : null };
}
