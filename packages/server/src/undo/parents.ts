import type { ForeignKeyDescription } from '../model/table.ts';
import { tableId } from '../model/table.ts';
import { ask } from './load.ts';
import { type Recorded, verdictOn } from './set-row.ts';
import type { RowWork, TableWork, UndoWork } from './work.ts';

/** A row that references another one by a foreign key. */
interface Child {
  readonly table: TableWork;
  readonly work: RowWork;
  readonly key: ForeignKeyDescription;
}

/** The references of the rows of a set to rows that the set deleted. */
interface Family {
  /** By the name of the referenced row. */
  readonly children: ReadonlyMap<string, readonly Child[]>;
  readonly parents: ReadonlyMap<string, RowWork>;
  /** The names by which a deleted row can be referenced. */
  readonly namesOf: (table: TableWork, work: RowWork) => readonly string[];
}

/**
 * Requires that what restored rows reference is there, or comes back with them; what belongs to a row that comes back, and has no model, comes with it.
 */
export async function requireParents(work: UndoWork): Promise<void> {
  const family = familyOf(work);
  if (work.request.rows) adopt(work, family);
  const missing = await missingParents(work);
  const orphans: Child[] = [];
  for (const [name, children] of family.children) {
    const parent = family.parents.get(name);
    for (const child of children) {
      // A row that has the key of its parent now is another one.
      const isMissing = missing.get(child.key)?.has(child.work) === true;
      if (parent?.verdict.kind === 'conflict' || (isMissing && parent?.verdict.kind !== 'restore')) orphans.push(child);
    }
  }
  // A row that stays away may be what others reference.
  for (let orphan = orphans.pop(); orphan; orphan = orphans.pop()) {
    const { table, work: row, key } = orphan;
    if (!isRestoring(row.verdict, key)) continue;
    work.conflicts.add(table, row, key.columns[0] ?? '', { state: 'parent_missing' });
    for (const name of family.namesOf(table, row)) orphans.push(...(family.children.get(name) ?? []));
  }
}

/** By foreign key, the rows that referenced by it, before the set, a row which is not there now. */
async function missingParents(work: UndoWork): Promise<ReadonlyMap<ForeignKeyDescription, ReadonlySet<RowWork>>> {
  const missing = new Map<ForeignKeyDescription, ReadonlySet<RowWork>>();
  for (const table of work.tables) {
    for (const key of table.foreignKeys) {
      if (!table.rows.some(({ row, verdict }) => isRestoring(verdict, key) && nameOf(key, row.before) !== null)) continue;
      const question = { do: 'missing', target: key.table, columns: key.columns, targetColumns: key.targetColumns } as const;
      const rows = new Set((await ask(work, table, question)).map(([rowKey]) => String(rowKey)));
      missing.set(key, new Set(table.rows.filter(({ row }) => rows.has(row.rowKey))));
    }
  }
  return missing;
}

function familyOf({ tables }: UndoWork): Family {
  const children = new Map<string, Child[]>();
  const keys: ForeignKeyDescription[] = [];
  for (const table of tables) {
    for (const key of table.foreignKeys) {
      keys.push(key);
      for (const work of table.rows) {
        const name = work.row.operation === 'create' ? null : nameOf(key, work.row.before);
        if (name !== null) {
          const others = children.get(name);
          if (others) others.push({ table, work, key });
          else children.set(name, [{ table, work, key }]);
        }
      }
    }
  }
  const namesOf = ({ recorded }: TableWork, { row }: RowWork): readonly string[] => {
    if (row.operation !== 'delete') return [];
    const own = keys.filter((key) => tableId(key.table) === tableId(recorded.table));
    return [...new Set(own.map((key) => textOf(key, key.targetColumns, row.before)))];
  };
  const parents = new Map(
    tables.flatMap((table) => table.rows.flatMap((work) => namesOf(table, work).map((name) => [name, work] as const))),
  );
  return { children, parents, namesOf };
}

/** The name of the row that a row references; null if it references none. */
function nameOf(key: ForeignKeyDescription, values: Recorded): string | null {
  const isWhole = key.columns.every((column) => (values.get(column) ?? null) !== null);
  return isWhole ? textOf(key, key.columns, values) : null;
}

function textOf({ table, targetColumns }: ForeignKeyDescription, columns: readonly string[], values: Recorded): string {
  return JSON.stringify([tableId(table), targetColumns, columns.map((column) => values.get(column) ?? null)]);
}

function isRestoring(verdict: RowWork['verdict'], { columns }: ForeignKeyDescription): boolean {
  return verdict.kind === 'restore' && columns.some((column) => verdict.columns.includes(column));
}

/** Rows without a model that belong to rows which are asked for come back with them. */
function adopt({ tables }: UndoWork, { children, namesOf }: Family): void {
  const parents = tables.flatMap((table) =>
    table.rows.filter(({ row, verdict }) => row.operation === 'delete' && verdict.kind === 'restore').map((work) => ({ table, work })),
  );
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    for (const name of namesOf(parent.table, parent.work)) {
      for (const { table, work } of children.get(name) ?? []) {
        if (table.model || work.row.operation !== 'delete' || work.verdict.kind !== 'same') continue;
        work.verdict = verdictOn(work.row, table.facts);
        if (work.verdict.kind === 'restore') parents.push({ table, work });
      }
    }
  }
}
