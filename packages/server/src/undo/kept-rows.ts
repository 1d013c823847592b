import { type TableName, tableId } from '../model/table.ts';
import { ask } from './load.ts';
import type { Recorded } from './set-row.ts';
import { keyTexts, restored, type RowWork, type TableWork, type UndoWork } from './work.ts';

interface RowOfTable {
  readonly table: TableWork;
  readonly work: RowWork;
}

/** Keeps rows that the set created if other rows reference them now: later work is never taken away. The links of a row that is kept are kept too. */
export async function keepReferenced(work: UndoWork, tables: readonly TableWork[]): Promise<void> {
  const blocked: RowOfTable[] = [];
  for (const table of tables) {
    for (const key of work.unit.policy.registry.references.into(table.recorded.table)) {
      const rows = restored(table, 'create');
      if (rows.length === 0) break;
      const child = tables.find(({ recorded }) => tableId(recorded.table) === tableId(key.table.table));
      const question = {
        do: 'referenced',
        by: key.table.table,
        rows: keyTexts(rows),
        going: keyTexts(child ? restored(child, 'create') : []),
        columns: key.columns,
        targetColumns: key.targetColumns,
      } as const;
      const keys = new Set((await ask(work, table, question)).map(([rowKey]) => String(rowKey)));
      for (const one of rows) if (keys.has(one.row.rowKey)) blocked.push({ table, work: one });
    }
    // Those that were changed since stay as well.
    for (const one of table.rows) if (one.row.operation === 'create' && one.verdict.kind === 'conflict') blocked.push({ table, work: one });
  }
  keepWhole(work, relativesAmong(tables), blocked);
}

function keepWhole({ conflicts }: UndoWork, relatives: (row: RowOfTable) => readonly RowOfTable[], blocked: RowOfTable[]): void {
  const visited = new Set<RowWork>();
  for (let one = blocked.pop(); one; one = blocked.pop()) {
    if (visited.has(one.work)) continue;
    visited.add(one.work);
    if (one.work.verdict.kind === 'restore') conflicts.add(one.table, one.work, '', { state: 'blocked' });
    if (one.work.verdict.kind === 'conflict') blocked.push(...relatives(one));
  }
}

/** The created rows that a created row references, and its links. */
function relativesAmong(tables: readonly TableWork[]): (row: RowOfTable) => readonly RowOfTable[] {
  const created = tables.flatMap((table) =>
    table.rows.filter(({ row }) => row.operation === 'create').map((work): RowOfTable => ({ table, work })),
  );
  const into = Map.groupBy(
    tables.flatMap(({ foreignKeys }) => foreignKeys),
    ({ table }) => tableId(table),
  );
  const namesOf = ({ table, work }: RowOfTable): readonly string[] =>
    (into.get(tableId(table.recorded.table)) ?? []).map((key) =>
      nameOf(key.table, key.targetColumns, valuesOf(work.row.after, key.targetColumns)),
    );
  const parentsOf = ({ table, work }: RowOfTable): readonly string[] =>
    table.foreignKeys.map((key) => nameOf(key.table, key.targetColumns, valuesOf(work.row.after, key.columns)));
  const byName = new Map(created.flatMap((one) => namesOf(one).map((name) => [name, one] as const)));
  const links = Map.groupBy(
    created.filter(({ table }) => table.linkOf).flatMap((one) => parentsOf(one).map((name) => ({ name, one }))),
    ({ name }) => name,
  );
  const isLinkOf = (one: RowOfTable, { table }: RowOfTable): boolean => one.table.linkOf?.model === table.model;
  return (row) => [
    ...parentsOf(row).flatMap((name) => byName.get(name) ?? []),
    ...namesOf(row).flatMap((name) => (links.get(name) ?? []).flatMap(({ one }) => (isLinkOf(one, row) ? [one] : []))),
  ];
}

function nameOf(table: TableName, columns: readonly string[], values: readonly (string | null)[]): string {
  return JSON.stringify([tableId(table), columns, values]);
}

function valuesOf(recorded: Recorded, columns: readonly string[]): readonly (string | null)[] {
  return columns.map((column) => recorded.get(column) ?? null);
}
