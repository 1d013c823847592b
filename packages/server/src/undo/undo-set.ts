import type { Undone } from '@grimoire/protocol';
import type { Model } from '../model/model.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { keysAre, keyTextOf } from '../plan/keys.ts';
import { plain } from '../plan/parameter.ts';
import { recordRow } from '../write/save.ts';
import { type CheckedRow, checkRows, readRows } from './check.ts';
import { Conflicts } from './conflicts.ts';
import { loadTables, mayNotUndo } from './load.ts';
import { requireParents } from './parents.ts';
import { requireRights } from './rights.ts';
import type { RowWork, UndoWork } from './work.ts';
import { leaveTrash, writeBack } from './write-back.ts';

/** What an undo needs beside what it finds out by itself. */
export type UndoParts = Omit<UndoWork, 'tables' | 'conflicts'>;

/**
 * Takes a change set back: each row gets, column by column, the values from before it, unless somebody has changed them since (CONTRACT §21). Throws a 403 if
 * the user lacks a right for any row, and a 409 that names every conflict.
 */
export async function undoSet(parts: UndoParts): Promise<Omit<Undone, 'change_set'>> {
  const work: UndoWork = { ...parts, conflicts: new Conflicts(), tables: [] };
  work.tables = await loadTables(work);
  await work.requireOpen();
  await requireRights(work);
  for (const table of work.tables)
    for (const one of table.rows)
      if (one.verdict.kind === 'conflict')
        for (const [column, state] of one.verdict.columns) work.conflicts.add(table, one, column, { state });
  await requireParents(work);
  await work.conflicts.throwIfAny(work);
  await leaveTrash(work);
  const rows = await checkRows(work);
  await work.conflicts.throwIfAny(work);
  await writeBack(work, rows);
  await finish(work, rows);
  return counts(work);
}

function counts({ tables, conflicts }: UndoWork): Omit<Undone, 'change_set'> {
  const all = tables.flatMap(({ rows }) => rows);
  return {
    restored: all.filter(({ verdict }) => verdict.kind === 'restore').length,
    unchanged: all.filter(({ verdict }) => verdict.kind === 'same').length,
    skipped: conflicts.count,
  };
}

/** Runs the hooks after the rows are restored, and adds their entries to the audit log. Throws a 403 if one is out of the user's scope now. */
async function finish(work: UndoWork, rows: readonly CheckedRow[]): Promise<void> {
  const isRestored = ({ verdict }: RowWork): boolean => verdict.kind === 'restore';
  const written = rows.filter(({ model, work: one, links }) => !model.isReadonly && (one ? isRestored(one) : links.some(isRestored)));
  for (const [model, all] of Map.groupBy(written, (row) => row.model))
    for (const isBack of [true, false])
      await finishRows(work, { model, rows: all.filter(({ before }) => (before === null) === isBack), right: isBack ? 'add' : 'change' });
}

/** Requires that what the restored rows reference is in the user's scope, as for any save. */
async function requireTargets({ unit }: UndoWork, { model, right, rows }: Finished): Promise<void> {
  const { policy, writes } = unit;
  for (const [target, all] of Map.groupBy(
    rows.flatMap(({ targets }) => targets),
    (one) => one.model,
  )) {
    if (policy.access(target).rule.kind === 'true') continue;
    const keys = [...new Map(all.map(({ key }) => [String(key), [key]])).values()];
    for (let from = 0; from < keys.length; from += targetsAtOnce) {
      const some = keys.slice(from, from + targetsAtOnce);
      const check = { kind: 'all', model: target, condition: keysAre(target, some), count: plain(some.length) } as const;
      const [isThere] = await writes.existing(authorizeWrite({ kind: 'checks', model, right, checks: [check] }, policy));
      if (isThere !== true) throw mayNotUndo();
    }
  }
}

/** How many referenced rows one statement looks for. */
const targetsAtOnce = 1000;

/** Rows of a model that were changed, or came back. */
interface Finished {
  readonly model: Model;
  readonly rows: readonly CheckedRow[];
  readonly right: 'add' | 'change';
}

async function finishRows(work: UndoWork, { model, rows, right }: Finished): Promise<void> {
  const { unit } = work;
  await requireTargets(work, { model, rows, right });
  const now = await readRows(
    unit,
    model,
    rows.map(({ key }) => key),
    right,
  );
  for (const { key, before, changed } of rows) {
    const text = keyTextOf(model, key);
    const after = now.get(text);
    if (!after) throw mayNotUndo();
    if (before === null) unit.recordCreated(model, text);
    await unit.hooksOf(model).afterSave?.({ ...unit.hookContext(after), before, changed });
    recordRow(unit, { model, before, key }, after, before === null ? 'create' : 'update');
  }
}
