import type { Dialect, TestDatabase } from './databases.ts';

/** A row as its columns are stored, each as text; null for a missing value. */
type StoredRow = Readonly<Record<string, string | null>>;

/** One changed row: its state before and after, of an update the columns that differ. */
export interface Change {
  readonly table: string;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

/** What the tables hold: rows by their keys. */
type Dump = ReadonlyMap<string, ReadonlyMap<string, StoredRow>>;

/** A table with the columns of its key. */
export interface OracleTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

function literalOf(dialect: Dialect, column: string): string {
  const name = `"${column.replaceAll('"', '""')}"`;
  if (dialect === 'postgres') return `${name}::text AS ${name}`;
  return `CASE typeof(${name}) WHEN 'null' THEN NULL WHEN 'integer' THEN 'i' || ${name} WHEN 'real' THEN 'r' || printf('%!.17g', ${name}) WHEN 'text' THEN 't' || ${name} ELSE 'b' || lower(hex(${name})) END AS ${name}`;
}

/** Reads all rows of tables. */
export async function dump(database: TestDatabase, tables: readonly OracleTable[]): Promise<Dump> {
  const content = new Map<string, Map<string, StoredRow>>();
  for (const { name, key, columns } of tables) {
    const rows = (await database.query(
      `SELECT ${columns.map((column) => literalOf(database.dialect, column)).join(', ')} FROM "${name.replaceAll('"', '""')}"`,
    )) as StoredRow[];
    content.set(name, new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), { ...row }])));
  }
  return content;
}

/** The changes from one state of the tables to another, sorted. */
export function changesBetween(before: Dump, after: Dump, tables: readonly OracleTable[]): Change[] {
  const changes: Change[] = [];
  for (const { name, columns } of tables) {
    const [old, now] = [before.get(name) ?? new Map<string, StoredRow>(), after.get(name) ?? new Map<string, StoredRow>()];
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(key) ?? null, now.get(key) ?? null];
      if (!was || !is) changes.push({ table: name, before: was, after: is });
      else {
        const differing = columns.filter((column) => was[column] !== is[column]);
        const part = (row: StoredRow): StoredRow => Object.fromEntries(differing.map((column) => [column, row[column] ?? null]));
        if (differing.length > 0) changes.push({ table: name, before: part(was), after: part(is) });
      }
    }
  }
  return sorted(changes);
}

/** The changes that the journal has of a change set, in the same form. */
export async function recordedChanges(database: TestDatabase, changeSet: string): Promise<Change[]> {
  const rows = await database.query(
    `SELECT tab, before, after FROM ${ownTable(database, 'change_row')} WHERE change_set = ${Number(changeSet)}`,
  );
  const parsed = (value: unknown): StoredRow | null => {
    const row = (typeof value === 'string' ? JSON.parse(value) : (value ?? null)) as Record<string, unknown> | null;
    if (!row) return null;
    return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, comparable(database.dialect, text)]));
  };
  return sorted(rows.map((row) => ({ table: String(row['tab']), before: parsed(row['before']), after: parsed(row['after']) })));
}

/** The name of one of the service's own tables in a test's database. */
export function ownTable({ dialect }: Pick<TestDatabase, 'dialect'>, name: string): string {
  return dialect === 'postgres' ? `grimoire.${name}` : `grimoire_${name}`;
}

/** A recorded value in the form of the dump: PostgreSQL keeps JSON as JSON, and reals are printed in two ways. */
function comparable(dialect: Dialect, value: unknown): string | null {
  if (value === null) return null;
  if (dialect === 'postgres') return typeof value === 'string' ? value : JSON.stringify(value);
  const text = String(value);
  return text.startsWith('r') ? `r${printed(Number(text.slice(1)))}` : text;
}

function printed(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
}

function sorted(changes: readonly Change[]): Change[] {
  const textOf = (change: Change): string => JSON.stringify(change);
  return changes.map(withSortedColumns).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

function withSortedColumns({ table, before, after }: Change): Change {
  const inOrder = (row: StoredRow | null): StoredRow | null =>
    row && Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { table, before: inOrder(before), after: inOrder(after) };
}
