import type { Dialect, TestDatabase } from './databases.ts';

/** A row as its columns are stored, each as text; null for a missing value. */
type StoredRow = Readonly<Record<string, string | null>>;

/** One changed row: its key, and its state before and after, of an update the columns that differ. */
export interface Change {
  readonly table: string;
  readonly key: string;
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
  const name = quoted(column);
  if (dialect === 'postgres') return `${name}::text AS ${name}`;
  return `CASE typeof(${name}) WHEN 'null' THEN NULL WHEN 'integer' THEN 'i' || ${name} WHEN 'real' THEN 'r' || printf('%!.17g', ${name}) WHEN 'text' THEN 't' || ${name} ELSE 'b' || lower(hex(${name})) END AS ${name}`;
}

/** The tables of a test's database, without the service's own. A table without a key is identified by all of its columns. */
export async function hostTables(database: TestDatabase): Promise<OracleTable[]> {
  const rows = await database.query(database.dialect === 'sqlite' ? sqliteColumns : postgresColumns);
  return [...Map.groupBy(rows, (row) => String(row['name']))].map(([name, all]) => {
    const columns = all.map((row) => String(row['col']));
    const key = all.filter((row) => Number(row['pk']) > 0).map((row) => String(row['col']));
    return { name, columns, key: key.length > 0 ? key : columns };
  });
}

const sqliteColumns = `
  SELECT t.name, c.name AS col, c.pk FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'grimoire%' ORDER BY t.name, c.cid`;
const postgresColumns = `
  SELECT c.relname AS name, a.attname AS col, coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS pk
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated <> 'v'
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum`;

/** Reads all rows of tables. */
export async function dump(database: TestDatabase, tables: readonly OracleTable[]): Promise<Dump> {
  const content = new Map<string, Map<string, StoredRow>>();
  for (const { name, key, columns } of tables) {
    const rows = (await database.query(
      `SELECT ${columns.map((column) => literalOf(database.dialect, column)).join(', ')} FROM ${quoted(name)}`,
    )) as Record<string, string | null>[];
    for (const row of rows) for (const column of columns) row[column] = comparable(database.dialect, row[column] ?? null);
    const byKey = Map.groupBy(rows, (row) => keyText(Object.fromEntries(key.map((column) => [column, row[column] ?? null]))));
    // Rows that nothing tells apart are numbered.
    const numbered = [...byKey].flatMap(([text, same]) =>
      same.map((row, index): [string, StoredRow] => [index === 0 ? text : `${text} ${index}`, { ...row }]),
    );
    content.set(name, new Map(numbered));
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
      if (!was || !is) changes.push({ table: name, key, before: was, after: is });
      else {
        const differing = columns.filter((column) => was[column] !== is[column]);
        const part = (row: StoredRow): StoredRow => Object.fromEntries(differing.map((column) => [column, row[column] ?? null]));
        if (differing.length > 0) changes.push({ table: name, key, before: part(was), after: part(is) });
      }
    }
  }
  return sorted(changes);
}

/** The changes that the journal has of a change set, in the same form. */
export async function recordedChanges(database: TestDatabase, changeSet: string): Promise<Change[]> {
  const rows = await database.query(
    `SELECT tab, row_key, before, after FROM ${ownTable(database, 'change_row')} WHERE change_set = ${Number(changeSet)}`,
  );
  const parsed = (value: unknown): StoredRow | null => {
    const row = (typeof value === 'string' ? JSON.parse(value) : (value ?? null)) as Record<string, unknown> | null;
    if (!row) return null;
    return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, comparable(database.dialect, text)]));
  };
  return sorted(
    rows.map((row) => ({
      table: String(row['tab']),
      key: keyText(parsed(row['row_key']) ?? {}),
      before: parsed(row['before']),
      after: parsed(row['after']),
    })),
  );
}

/** What a request has changed, beside what the journal says about it. */
export interface Judgement {
  readonly changes: readonly Change[];
  readonly gaps: readonly string[];
  /** The tables of which the journal tells something else than what happened, and does not name. */
  readonly silent: readonly string[];
  /** The tables of which the journal tells something else than what happened. */
  readonly differing: readonly string[];
  /** What happened to a table, and what the journal says. */
  explain(table: string): string;
}

/**
 * Runs a request, and compares all tables before and after with what the journal says.
 * @param run sends the request. @returns its change set; null if it has none.
 */
export async function judge(database: TestDatabase, run: () => Promise<string | null>): Promise<Judgement> {
  const old = await hostTables(database);
  const before = await dump(database, old);
  const set = await run();
  // A table that the request has made is new.
  const tables = await hostTables(database);
  const changes = changesBetween(before, await dump(database, tables), [
    ...old.filter(({ name }) => !tables.some((one) => one.name === name)),
    ...tables,
  ]);
  const recorded = set === null ? [] : await recordedChanges(database, set);
  const [header] =
    set === null ? [] : await database.query(`SELECT gaps FROM ${ownTable(database, 'change_set')} WHERE id = ${Number(set)}`);
  const named = header?.['gaps'] ?? [];
  const gaps = (typeof named === 'string' ? JSON.parse(named) : named) as string[];
  const of = (all: readonly Change[], table: string): string => JSON.stringify(all.filter((change) => change.table === table));
  const differing = [...new Set([...changes, ...recorded].map(({ table }) => table))].filter(
    (table) => of(changes, table) !== of(recorded, table),
  );
  const explain = (table: string): string => `${of(changes, table)} is recorded as ${of(recorded, table)}`;
  return { changes, gaps, silent: differing.filter((table) => !gaps.includes(table)), differing, explain };
}

/** The name of one of the service's own tables in a test's database. */
export function ownTable({ dialect }: Pick<TestDatabase, 'dialect'>, name: string): string {
  return dialect === 'postgres' ? `grimoire.${name}` : `grimoire_${name}`;
}

/** A value in the form that is compared: PostgreSQL keeps JSON as JSON, and SQLite prints a real number in several ways. */
function comparable(dialect: Dialect, value: unknown): string | null {
  if (value === null) return null;
  if (dialect === 'postgres') return typeof value === 'string' ? value : JSON.stringify(value);
  const text = String(value);
  if (!text.startsWith('r')) return text.startsWith('x') ? `t${Buffer.from(text.slice(1), 'hex').toString()}` : text;
  const number = Number(text.slice(1).replace('Inf', 'Infinity'));
  return Object.is(number, -0) ? 'r-0' : `r${number}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function keyText(key: StoredRow): string {
  return JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sorted(changes: readonly Change[]): Change[] {
  const textOf = (change: Change): string => JSON.stringify(change);
  return changes.map(withSortedColumns).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

function withSortedColumns({ before, after, ...change }: Change): Change {
  const inOrder = (row: StoredRow | null): StoredRow | null =>
    row && Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...change, before: inOrder(before), after: inOrder(after) };
}
