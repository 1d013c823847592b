import { mayUndo } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { mayNotUndo } from './load.ts';
import type { RowWork, TableWork, UndoWork } from './work.ts';

/**
 * Requires the rights of now for everything that is restored: the right that the opposite of each change needs, each row in the user's scope, and each
 * field theirs to see. What code has written into a field that nobody edits may be taken back by who may run that code.
 */
export function requireRights(work: UndoWork): void {
  const { policy } = work.unit;
  for (const table of work.tables) {
    if (table.rows.length === 0) continue;
    if (table.linkOf) requireLink(table, policy);
    else if (table.model) for (const row of table.rows) requireRow(work, table.model, row);
    else if (!policy.actor.isSuperuser && !work.tables.some(({ model, rows }) => model && rows.length > 0)) throw mayNotUndo();
  }
}

function requireLink({ linkOf }: TableWork, policy: Policy): void {
  if (!linkOf) return;
  const { model, field } = linkOf;
  if (!mayUndo(model, 'view', policy) || !policy.access(model).fields.includes(field)) throw mayNotUndo();
  if (!mayUndo(model, 'change', policy) && !mayUndo(model, 'add', policy)) throw mayNotUndo();
}

function requireRow({ unit: { policy }, set }: UndoWork, model: Model, { row, seen, chosen, verdict }: RowWork): void {
  if (!seen) throw mayNotUndo();
  if (verdict.kind === 'same') return;
  if (row.operation !== 'update') {
    if (!mayUndo(model, row.operation === 'create' ? 'delete' : 'add', policy)) throw mayNotUndo();
    return;
  }
  const columns = [...row.after.keys()].filter((column) => chosen === undefined || chosen.has(column));
  const trash = model.softDelete?.column;
  if (trash !== undefined && columns.includes(trash)) {
    const right = row.before.get(trash) === null ? 'restore' : 'delete';
    if (!policy.may(model, right)) throw mayNotUndo();
    return;
  }
  if (!mayUndo(model, 'change', policy)) throw mayNotUndo();
  const { fields } = policy.access(model);
  for (const column of verdict.kind === 'restore' ? verdict.columns : columns) {
    const own = model.fields.filter((field) => !field.link && field.column === column);
    if (own.length > 0 && !own.some((field) => fields.includes(field))) throw mayNotUndo();
    if (!own.some(isEdited) && !mayRepeat(set.action, set.model, policy)) throw mayNotUndo();
  }
}

function isEdited({ editable, fill }: Field): boolean {
  return editable || fill !== undefined;
}

/** Whether the user may run the action that made a change set; what no action made, everybody may who may change the row. */
function mayRepeat(act: string, key: string | null, policy: Policy): boolean {
  const [, codename] = /^action:(.+)$/.exec(act) ?? [];
  if (codename === undefined) return true;
  const model = key === null ? undefined : policy.registry.find(key);
  const action = model?.actions.find((one) => one.key === codename);
  return model !== undefined && action !== undefined && policy.mayRun(model, action);
}
