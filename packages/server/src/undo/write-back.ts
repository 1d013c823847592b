import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { ConstraintKind } from '../databases/constraint-error.ts';
import { tableId, type TableDescription } from '../model/table.ts';
import type { ModelRight } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import { exactText } from '../model/exact-text.ts';
import { Parameter, plain } from '../plan/parameter.ts';
import type { Restoring } from '../plan/undo.ts';
import { type Assignment, SourceSql } from '../plan/write.ts';
import { ConstraintViolation, withConstraintErrors } from '../write/constraint-violations.ts';
import { deleteRows } from '../write/delete.ts';
import { takeOutOfTrash } from '../write/soft-delete.ts';
import { UnitOfWork } from '../write/unit-of-work.ts';
import { type CheckedRow, movesTrash, readRows } from './check.ts';
import { keepReferenced } from './kept-rows.ts';
import { parentsFirst } from './order.ts';
import type { ConflictState } from './set-row.ts';
import { keyTexts, restored, type RowWork, type TableWork, type UndoWork } from './work.ts';
import { type KeyValues, parseKey } from '../request/key.ts';

/** Restores what the checks have left: rows that come back, those first that others reference; changed columns; and last, rows that the set created go. */
export async function writeBack(work: UndoWork, rows: readonly CheckedRow[]): Promise<void> {
  const tables = inOrder(work.tables);
  const later: Later[] = [];
  for (const [index, table] of tables.entries()) await insertRows(work, { table, rows, later, behind: tables.slice(index) });
  await work.conflicts.throwIfAny(work);
  for (const { table, columns, rows: some } of later)
    await restore(work, table, { rows: some, restoring: { do: 'update', columns, values: [] } });
  for (const table of tables) await updateRows(work, table, rows);
  for (const table of tables) await enterTrash(work, table);
  await work.conflicts.throwIfAny(work);
  await keepReferenced(work, tables);
  await work.conflicts.throwIfAny(work);
  for (const table of tables.toReversed()) await removeRows(work, table);
  await work.conflicts.throwIfAny(work);
}

function inOrder(tables: readonly TableWork[]): readonly TableWork[] {
  const edges = tables.flatMap(({ recorded, foreignKeys }) =>
    foreignKeys.map(({ table }) => ({ from: tableId(recorded.table), to: tableId(table) })),
  );
  const byId = new Map(tables.map((table) => [tableId(table.recorded.table), table]));
  return parentsFirst([...byId.keys()], edges).flatMap((id) => byId.get(id) ?? []);
}

/** Rows of a table that are written by one statement. */
interface Group {
  readonly rows: readonly RowWork[];
  readonly restoring: Restoring;
}

/** Columns that reference rows which come back later. */
interface Later {
  readonly table: TableWork;
  readonly columns: readonly string[];
  readonly rows: readonly RowWork[];
}

interface Inserts {
  readonly table: TableWork;
  readonly rows: readonly CheckedRow[];
  readonly later: Later[];
  /** This table, and those whose rows come back after it. */
  readonly behind: readonly TableWork[];
}

async function insertRows(work: UndoWork, { table, rows, later, behind }: Inserts): Promise<void> {
  const deferred = referencesTo(work, table, behind);
  for (const { columns, values, rows: some } of groupsOf(table, rows, 'delete')) {
    const postponed = columns.filter((column) => deferred.has(column));
    const restoring = { do: 'insert', columns: columns.filter((column) => !deferred.has(column)), values } as const;
    const inserted = await restore(work, table, { rows: some, restoring });
    if (postponed.length > 0) later.push({ table, columns: postponed, rows: inserted });
  }
}

/** The columns that may be null and reference rows which come back later, by another statement: of the same table, or where references make a circle. */
function referencesTo({ unit }: UndoWork, { recorded, foreignKeys }: TableWork, behind: readonly TableWork[]): ReadonlySet<string> {
  const ids = new Set(behind.map((other) => tableId(other.recorded.table)));
  const description = unit.policy.registry.references.describe(recorded.table);
  const columns = foreignKeys.filter(({ table }) => ids.has(tableId(table))).flatMap((key) => key.columns);
  return new Set(columns.filter((column) => isNullable(description, column)));
}

function isNullable(description: TableDescription | undefined, column: string): boolean {
  return description?.columns.find((one) => one.column === column)?.null === true;
}

async function updateRows(work: UndoWork, table: TableWork, rows: readonly CheckedRow[]): Promise<void> {
  const groups = groupsOf(table, rows, 'update').map(
    ({ columns, values, rows: some }): Group => ({ rows: some, restoring: { do: 'update', columns, values } }),
  );
  const all = async (): Promise<void> => {
    for (const group of groups) await run(work, table, group.rows, group.restoring);
  };
  if (groups.length === 0) return;
  try {
    return await work.unit.writes.savepoint(all);
  } catch (error) {
    if (!isRefused(error, work)) throw error;
    if (error.broken.kind === 'unique' && (await swapped(work, table, { groups, all }))) return;
  }
  for (const group of groups) await restore(work, table, group);
}

/** Writes rows that exchange unique values: they lose them first, where they may be null. @returns whether it was done. */
async function swapped(
  work: UndoWork,
  table: TableWork,
  { groups, all }: { readonly groups: readonly Group[]; readonly all: () => Promise<void> },
): Promise<boolean> {
  const description = work.unit.policy.registry.references.describe(table.recorded.table);
  const unique = new Set(description?.uniques.flat().filter((column) => isNullable(description, column)));
  const { model } = table;
  if (!model) return false;
  try {
    await work.unit.writes.savepoint(async () => {
      for (const { rows, restoring } of groups) {
        if (restoring.do === 'delete') continue;
        const fields = model.fields.filter(({ link, column }) => !link && unique.has(column) && restoring.columns.includes(column));
        const values = fields.map(
          (field): Assignment => ({ field, written: new Parameter('stored', { given: null, field }), origin: 'service' }),
        );
        const keys = keysOf(model, rows);
        if (values.length > 0)
          await refused(model, () =>
            work.unit.writes.change(authorizeWrite({ kind: 'update', model, right: 'change', keys, values }, work.unit.policy)),
          );
      }
      await all();
    });
    return true;
  } catch (error) {
    if (!isRefused(error, work)) throw error;
    return false;
  }
}

function refused<T>(model: Model, write: () => Promise<T>): Promise<T> {
  return withConstraintErrors({ model, fields: [] }, write);
}

function isRefused(error: unknown, { unit }: UndoWork): error is ConstraintViolation {
  return error instanceof ConstraintViolation && !unit.writes.isOver;
}

const states: Partial<Record<ConstraintKind, ConflictState>> = { unique: 'taken', 'foreign key': 'parent_missing', 'not null': 'not_kept' };

/** Restores rows by one statement; if the database refuses it, row by row, so that each refused row is a conflict. @returns the restored rows. */
async function restore(work: UndoWork, table: TableWork, { rows, restoring }: Group): Promise<readonly RowWork[]> {
  try {
    await work.unit.writes.savepoint(() => run(work, table, rows, restoring));
    return rows;
  } catch (error) {
    if (!isRefused(error, work)) throw error;
    const [only] = rows;
    if (rows.length === 1 && only) {
      const columns = await work.columnsOf(error.broken, table.recorded.table);
      const column = columns.find((name) => table.recorded.kept.includes(name)) ?? '';
      work.conflicts.add(table, only, column, {
        state: states[error.broken.kind] ?? 'blocked',
        detail: error.broken.kind === 'refused' ? error.broken.message : undefined,
      });
      return [];
    }
  }
  const done: RowWork[] = [];
  for (const row of rows) done.push(...(await restore(work, table, { rows: [row], restoring })));
  return done;
}

const rightOf: Readonly<Record<Restoring['do'], ModelRight>> = { insert: 'add', update: 'change', delete: 'delete' };

/** The most rows of one statement: the database does not know how many rows a change set has, and may compare each with each. */
const batch = 200;

/** Runs the statement. What a trigger has made of fewer rows is found by the journal. */
async function run(
  { unit, set }: UndoWork,
  { model, root, recorded }: TableWork,
  rows: readonly RowWork[],
  restoring: Restoring,
): Promise<void> {
  const by = model ? { model, right: rightOf[restoring.do] } : root;
  for (let from = 0; from < rows.length; from += batch) {
    const some = keyTexts(rows.slice(from, from + batch));
    const plan = { kind: 'restore', ...by, table: recorded.table, set: plain(set.id), rows: some, restoring } as const;
    await refused(by.model, () => unit.writes.change(authorizeWrite(plan, unit.policy)));
  }
}

/** Takes rows out of the trash that the set moved there. They come first: their other columns are restored as those of any row. */
export async function leaveTrash(work: UndoWork): Promise<void> {
  for (const table of work.tables) {
    const { model } = table;
    const field = model?.softDelete;
    if (!model || !field) continue;
    const { unit } = work;
    const moved = restored(table, 'update').filter((one) => movesTrash(table, one) && one.row.before.get(field.column) === null);
    if (moved.length === 0) continue;
    const ofTrash = new UnitOfWork(unit.policy.inTrash(model), unit.writes, unit.trace, unit);
    const rows = await readRows(ofTrash, model, keysOf(model, moved), 'restore');
    await refused(model, () => takeOutOfTrash(ofTrash, { model, field, rows: [...rows.values()] }));
    unit.entries.push(...ofTrash.entries);
  }
}

/** Moves rows to the trash that the set took out of it. */
async function enterTrash(work: UndoWork, table: TableWork): Promise<void> {
  const { model } = table;
  const column = model?.softDelete?.column;
  if (!model || column === undefined) return;
  const moved = restored(table, 'update').filter((one) => movesTrash(table, one) && one.row.before.get(column) !== null);
  if (moved.length > 0) await removeNow(work, model, moved);
}

function keysOf(model: Model, rows: readonly RowWork[]): KeyValues[] {
  return rows.flatMap(({ seen }) => {
    const key = parseKey(model, seen?.key ?? '');
    return key ? [key] : [];
  });
}

/** Deletes the rows that the set created. */
async function removeRows(work: UndoWork, table: TableWork): Promise<void> {
  const rows = restored(table, 'create');
  if (rows.length === 0) return;
  const { model } = table;
  if (model && !model.isReadonly) await removeNow(work, model, rows);
  else await restore(work, table, { rows, restoring: { do: 'delete' } });
}

async function removeNow({ unit }: UndoWork, model: Model, rows: readonly RowWork[]): Promise<void> {
  const now = await readRows(unit, model, keysOf(model, rows), 'delete');
  // A cascade has taken them along.
  if (now.size > 0) await deleteRows(unit, { model, rows: [...now.values()], action: 'delete' });
}

/** Rows that get the same columns, and the same values of the service. */
interface Alike {
  readonly columns: readonly string[];
  readonly values: readonly Assignment[];
  readonly rows: RowWork[];
}

function groupsOf(table: TableWork, checked: readonly CheckedRow[], operation: 'update' | 'delete'): readonly Alike[] {
  const groups = new Map<unknown, Alike>();
  const add = (row: RowWork, columns: readonly string[], values: readonly Assignment[]): void => {
    const id =
      exactText([
        columns,
        values.map(({ field, written }) => [
          field.name,
          written instanceof SourceSql ? written.text : [written.kind, written.binding.given],
        ]),
      ]) ?? row;
    const group = groups.get(id) ?? { columns, values, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  };
  const isMeant = (one: RowWork | undefined): one is RowWork => one?.row.operation === operation && one.verdict.kind === 'restore';
  if (table.model) {
    for (const { table: own, work, columns, values } of checked)
      if (own === table && isMeant(work) && columns.length + values.length > 0) add(work, columns, values);
  } else for (const work of table.rows) if (isMeant(work) && work.verdict.kind === 'restore') add(work, work.verdict.columns, []);
  return [...groups.values()];
}
