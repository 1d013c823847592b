import { mayUndo } from '../authorize/authorize-write.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { readRows } from './check.ts';
import { ownerKey } from './conflicts.ts';
import { mayNotUndo } from './load.ts';
import { parseKey } from '../request/key.ts';
import type { RowWork, TableWork, UndoWork } from './work.ts';

/**
 * Requires the rights of now for everything that is asked for, also for what needs no restoring: the right that the opposite of each change needs, each row in
 * the user's scope, and each field theirs to see. What code has written where nobody edits may be taken back by who may run that code.
 */
export async function requireRights(work: UndoWork): Promise<void> {
  for (const table of work.tables) {
    if (table.rows.length === 0) continue;
    if (table.linkOf) await requireLinks(work, table);
    else if (table.model) for (const row of table.rows) requireRow(work, table.model, row);
    else if (!mayRepeat(work)) throw mayNotUndo();
  }
}

async function requireLinks(work: UndoWork, table: TableWork): Promise<void> {
  const { linkOf, rows } = table;
  const { policy } = work.unit;
  if (!linkOf) return;
  const { model, field } = linkOf;
  if (!mayUndo(model, 'view', policy) || !policy.access(model).fields.includes(field)) throw mayNotUndo();
  if (!mayUndo(model, 'change', policy) && !mayUndo(model, 'add', policy)) throw mayNotUndo();
  if (!field.editable && !mayRepeat(work)) throw mayNotUndo();
  if (policy.access(model).rule.kind === 'true') return;
  // An owner that the set itself deleted or made is a row of it, and was required as that.
  const own = new Set(work.tables.filter((other) => other.model === model).flatMap((other) => other.rows.map(({ seen }) => seen?.key)));
  const keys = [...new Set(rows.map(({ row }) => ownerKey(work, table, row)))].filter((key) => !own.has(key));
  const parsed = keys.flatMap((key) => {
    const values = parseKey(model, key);
    return values ? [values] : [];
  });
  const inScope = await readRows(work.unit, model, parsed, 'change');
  if (inScope.size < keys.length) throw mayNotUndo();
}

function requireRow(work: UndoWork, model: Model, { row, seen, chosen, verdict }: RowWork): void {
  const { policy } = work.unit;
  if (!seen) throw mayNotUndo();
  if (row.operation !== 'update') {
    if (!mayUndo(model, row.operation === 'create' ? 'delete' : 'add', policy)) throw mayNotUndo();
    return;
  }
  const columns = [...row.after.keys()].filter((column) => chosen === undefined || chosen.has(column));
  const trash = model.softDelete?.column;
  if (trash !== undefined && columns.includes(trash) && !policy.may(model, row.before.get(trash) === null ? 'restore' : 'delete'))
    throw mayNotUndo();
  const changed = (verdict.kind === 'restore' ? verdict.columns : columns).filter((column) => column !== trash);
  if (changed.length === 0) return;
  if (!mayUndo(model, 'change', policy)) throw mayNotUndo();
  requireArrival(work, model, row.after, changed);
  const { fields } = policy.access(model);
  for (const column of changed) {
    const own = model.fields.filter((field) => !field.link && field.column === column);
    if (own.length > 0 && !own.some((field) => fields.includes(field))) throw mayNotUndo();
    if (!own.some(isEdited) && !mayRepeat(work)) throw mayNotUndo();
  }
}

/** What came into the user's scope by the change was out of it before: its values from then come back only with what decides about the scope. */
function requireArrival({ unit: { policy } }: UndoWork, model: Model, after: RowWork['row']['after'], changed: readonly string[]): void {
  const deciding = policy.reader().decidingFields(model.key);
  const columns = model.fields
    .filter(({ name, column, link }) => !link && deciding.has(name) && after.has(column))
    .map(({ column }) => column);
  if (columns.some((column) => !changed.includes(column))) throw mayNotUndo();
}

function isEdited({ editable, fill }: Field): boolean {
  return editable || fill !== undefined;
}

/** Whether the user may run the action that made what is taken back; what no action made, everybody may who may change the row. */
function mayRepeat({ unit: { policy }, origin: { action, model: key } }: UndoWork): boolean {
  const [, codename] = /^action:(.+)$/.exec(action) ?? [];
  if (codename === undefined) return true;
  const model = key === null ? undefined : policy.registry.find(key);
  const own = model?.actions.find((one) => one.key === codename);
  return model !== undefined && own !== undefined && policy.mayRun(model, own);
}
