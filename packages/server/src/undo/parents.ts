import type { ForeignKeyDescription } from '../model/table.ts';
import { tableId } from '../model/table.ts';
import { ask } from './load.ts';
import { type Recorded, verdictOn } from './set-row.ts';
import type { RowWork, TableWork, UndoWork } from './work.ts';

/**
 * Requires that what restored rows reference is there, or comes back with them; what belongs to a row that comes back, and has no model, comes with it.
 */
export async function requireParents(work: UndoWork): Promise<void> {
  const missing: Missing[] = [];
  for (const table of work.tables) {
    for (const key of table.foreignKeys) {
      if (!table.rows.some(({ row }) => row.operation !== 'create' && mayReference(row.before, key))) continue;
      const question = { do: 'missing', target: key.table, columns: key.columns, targetColumns: key.targetColumns } as const;
      const rows = new Set((await ask(work, table, question)).map(([rowKey]) => String(rowKey)));
      missing.push({ table, key, rows });
    }
  }
  if (work.request.rows) adopt(work);
  // A row that stays away may be what others reference.
  while (missing.some((one) => refuseOrphans(work, one))) continue;
}

/** A foreign key of a table, and the rows that reference by it what is not there now. */
interface Missing {
  readonly table: TableWork;
  readonly key: ForeignKeyDescription;
  readonly rows: ReadonlySet<string>;
}

function mayReference(before: Recorded, { columns }: ForeignKeyDescription): boolean {
  return columns.every((column) => (before.get(column) ?? null) !== null);
}

/** @returns whether a row was refused. */
function refuseOrphans(work: UndoWork, { table, key, rows }: Missing): boolean {
  const parents = keysOf(work, key, 'restore');
  // A row that has the key of its parent now is another one.
  const others = keysOf(work, key, 'conflict');
  const isOrphan = ({ row }: RowWork): boolean => {
    const parent = keyText(row.before, key.columns);
    return others.has(parent) || (rows.has(row.rowKey) && !parents.has(parent));
  };
  const orphans = table.rows.filter((one) => isRestoring(one.verdict, key) && isOrphan(one));
  for (const orphan of orphans) work.conflicts.add(table, orphan, key.columns[0] ?? '', { state: 'parent_missing' });
  return orphans.length > 0;
}

function isRestoring(verdict: RowWork['verdict'], { columns }: ForeignKeyDescription): boolean {
  return verdict.kind === 'restore' && columns.some((column) => verdict.columns.includes(column));
}

/** The keys of the deleted rows that come back, or stay away, as a foreign key has them. */
function keysOf(work: UndoWork, { table, targetColumns }: ForeignKeyDescription, kind: 'restore' | 'conflict'): ReadonlySet<string> {
  const target = work.tables.find(({ recorded }) => tableId(recorded.table) === tableId(table));
  const rows = (target?.rows ?? []).filter(({ row, verdict }) => row.operation === 'delete' && verdict.kind === kind);
  return new Set(rows.map(({ row }) => keyText(row.before, targetColumns)));
}

function keyText(values: Recorded, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => values.get(column) ?? null));
}

/** Rows without a model that belong to rows which are asked for come back with them. */
function adopt(work: UndoWork): void {
  let count: number;
  do {
    count = 0;
    for (const table of work.tables.filter(({ model }) => !model)) {
      for (const key of table.foreignKeys) {
        const parents = keysOf(work, key, 'restore');
        for (const child of table.rows) {
          if (child.row.operation !== 'delete' || child.verdict.kind !== 'same' || !parents.has(keyText(child.row.before, key.columns)))
            continue;
          child.verdict = verdictOn(child.row, table.facts);
          if (child.verdict.kind === 'restore') count += 1;
        }
      }
    }
  } while (count > 0);
}
