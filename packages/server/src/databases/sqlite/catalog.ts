import type { OnDelete } from '../../model/field.ts';
import { bigRange } from '../../model/field-types/integer.ts';
import type { ColumnDescription, ForeignKeyDescription, Redirects, SearchIndex, TableDescription, TableName } from '../../model/table.ts';
import type { StatementReader } from '../statement.ts';
import type { LiveTables } from '../catalog.ts';
import { fieldNamesOf } from '../field-names.ts';
import { mayHaveNulls, readAround, refusalsOf, tablesWithCollations, whyNotReadable } from './probes.ts';
import { readSearchIndexes } from './search-index.ts';
import { sqliteType } from './column-types.ts';
import { sqliteDefault } from './defaults.ts';
import { withUuidForms } from './uuid-forms.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNotNull: boolean;
  readonly defaultSql: string | null;
  /** Position in the primary key, from 1; 0 for any other column. */
  readonly keyPlace: number;
  readonly isGenerated: boolean;
}

interface Table {
  readonly name: string;
  readonly isView: boolean;
  readonly hasRowId: boolean;
}

/** What is read of all tables before one is described, because foreign keys connect them. */
interface Read {
  readonly columns: ReadonlyMap<string, readonly Column[]>;
  readonly uniques: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Tables with collations that SQLite may lack, in lower case. */
  readonly collated: ReadonlySet<string>;
  readonly indexes: ReadonlyMap<string, SearchIndex>;
  /** By the names of tables, in lower case. */
  readonly redirects: ReadonlyMap<string, Redirects>;
}

/** Reads the tables and views of a SQLite database. */
export async function readSqliteCatalog(database: StatementReader): Promise<LiveTables> {
  const rows = await database.read({
    sql: `SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    parameters: [],
  });
  const indexes = await readSearchIndexes(database);
  const virtual = rows.filter(([name, type]) => type === 'virtual' && !indexes.names.has(String(name)));
  const leftOut = virtual.map(([name]) => `${String(name)}: it is a virtual table.`);
  const tables = rows
    .filter(([, type]) => type !== 'virtual')
    .map(([name, type, wr]): Table => ({ name: String(name), isView: type === 'view', hasRowId: type === 'table' && Number(wr) === 0 }));
  const columns = new Map<string, readonly Column[]>();
  const uniques = new Map<string, readonly (readonly string[])[]>();
  for (const { name } of tables) {
    columns.set(name, await readColumns(database, name));
    uniques.set(name, await readUniques(database, name));
  }
  const redirects = await readRedirects(database);
  const read = { columns, uniques, redirects, collated: await tablesWithCollations(database), indexes: indexes.byTable };
  const described: TableDescription[] = [];
  for (const table of tables) {
    const description = await describe(database, table, read);
    const why = await whyNotReadable(database, description);
    if (why !== undefined) {
      leftOut.push(`${table.name}: it can not be read (${why}).`);
      continue;
    }
    const limited = table.isView ? description : await withLimits(database, description, read);
    const whole = await withUuidForms(database, limited);
    if (whole.hasNullKeys) leftOut.push(`${table.name}: rows whose key is null are not served.`);
    described.push(whole);
  }
  const names = new Set(described.map(({ table }) => table.name));
  return { tables: described.map((table) => pointingTo(names, table)), defaultSchema: 'main', leftOut };
}

/** A table without its foreign keys to tables that are left out: those cannot be queried. */
function pointingTo(names: ReadonlySet<string>, description: TableDescription): TableDescription {
  const foreignKeys = description.foreignKeys.filter(({ table }) => names.has(table.name));
  return { ...description, foreignKeys };
}

/** A table with the writes that SQLite refuses, and with whether it has rows without a key. */
async function withLimits(database: StatementReader, description: TableDescription, { columns }: Read): Promise<TableDescription> {
  const { table, primaryKey } = description;
  const own = columns.get(table.name) ?? [];
  const settable = own.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
  const refusals = await refusalsOf(database, description, settable);
  const nullable = description.columns.filter((column) => column.null && primaryKey.includes(column.column));
  const hasNullKeys = await mayHaveNulls(
    database,
    table,
    primaryKey.filter((name) => nullable.some(({ column }) => column === name)),
  );
  return {
    ...description,
    columns: description.columns.map((column) => {
      const update = refusals.columns.get(column.column);
      return update === undefined ? column : { ...column, refused: { update } };
    }),
    refused: refusals.table,
    hasNullKeys,
  };
}

async function readColumns(database: StatementReader, table: string): Promise<readonly Column[]> {
  try {
    const rows = await database.read({
      sql: 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) WHERE hidden <> 1',
      parameters: [table],
    });
    return rows.map(([name, type, notNull, defaultSql, keyPlace, hidden]) => ({
      name: String(name),
      type: String(type ?? ''),
      isNotNull: Number(notNull) === 1,
      defaultSql: defaultSql === null ? null : String(defaultSql),
      keyPlace: Number(keyPlace),
      isGenerated: Number(hidden) > 1,
    }));
  } catch {
    // A view over a missing table can be neither described nor read.
    return [];
  }
}

async function describe(database: StatementReader, table: Table, read: Read): Promise<TableDescription> {
  const own = read.columns.get(table.name) ?? [];
  const foreignKeys = await readForeignKeys(database, table.name, read);
  const uniques = read.uniques.get(table.name) ?? [];
  const declared = own.filter((column) => column.keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace);
  const isRowId = declared.length === 1 && table.hasRowId && !(await hasKeyIndex(database, table.name));
  const rowIdAlias = isRowId ? declared[0]?.name : undefined;
  const primaryKey = keyOf(
    table,
    own,
    declared.map((column) => column.name),
    uniques,
  );
  const names = fieldNamesOf(
    own.map((column) => column.name),
    foreignKeys,
  );
  // A key that is also a foreign key must be given, although SQLite would generate one.
  const isGiven = foreignKeys.some(({ columns: [column] }) => column === rowIdAlias);
  const described = own.map((column) => describeColumn(column, names.get(column.name) ?? column.name, { rowIdAlias, isGiven }));
  const isRowIdKey = primaryKey.length === 1 && !own.some((column) => column.name === primaryKey[0]);
  const all = isRowIdKey ? [rowIdColumn(primaryKey[0] ?? 'rowid'), ...described] : described;
  const isCollated = !table.isView && read.collated.has(table.name.toLowerCase());
  const readAs = isCollated
    ? await readAround(
        database,
        table.name,
        all.map(({ column }) => column),
      )
    : undefined;
  return {
    table: tableNameOf(table, read, readAs),
    isView: table.isView,
    columns: all,
    primaryKey,
    ...(isRowIdKey && primaryKey[0] !== undefined ? { rowIdentity: primaryKey[0] } : {}),
    uniques,
    foreignKeys,
    ...ofTriggers(read.redirects.get(table.name.toLowerCase())),
  };
}

function ofTriggers(redirects: Redirects | undefined): Pick<TableDescription, 'redirects'> {
  return redirects ? { redirects } : {};
}

/** What triggers may make of writes: they skip the statement, or delete rows. */
async function readRedirects(database: StatementReader): Promise<ReadonlyMap<string, Redirects>> {
  const rows = await database.read({ sql: "SELECT lower(tbl_name), sql FROM sqlite_schema WHERE type = 'trigger'", parameters: [] });
  const redirects = new Map<string, Redirects>();
  for (const [table, text] of rows.map((row) => row.map(String))) {
    if (table === undefined || text === undefined) continue;
    const ofTable = redirects.get(table) ?? { delete: false, save: false };
    const skips = /\braise\s*\(\s*ignore\b/i.test(text);
    redirects.set(table, {
      delete: ofTable.delete || (skips && /\bbefore\s+delete\b/i.test(text)),
      save: ofTable.save || skips || /\bdelete\s+from\b/i.test(text),
    });
  }
  return redirects;
}

/** A query that is read in place of a table hides the rowid, by which an index names rows. */
function tableNameOf({ name }: Table, { indexes }: Read, readAs: string | undefined): TableName {
  if (readAs !== undefined) return { schema: undefined, name, readAs };
  const searchIndex = indexes.get(name);
  return { schema: undefined, name, ...(searchIndex ? { searchIndex } : {}) };
}

/** The primary key; otherwise a unique index without nulls; otherwise the rowid (CONTRACT §13). */
function keyOf(
  table: Table,
  columns: readonly Column[],
  declared: readonly string[],
  uniques: readonly (readonly string[])[],
): readonly string[] {
  if (declared.length > 0) return declared;
  const required = new Set(columns.filter((column) => column.isNotNull).map((column) => column.name));
  const unique = uniques.find((candidate) => candidate.every((column) => required.has(column)));
  if (unique) return unique;
  if (!table.hasRowId) return [];
  const taken = new Set(columns.map((column) => column.name.toLowerCase()));
  const free = ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name));
  return free === undefined ? [] : [free];
}

function rowIdColumn(name: string): ColumnDescription {
  return { name, column: name, type: 'BigAutoField', dbType: 'INTEGER', null: false, range: bigRange, hasDefault: true, isAutomatic: true };
}

interface RowIdAlias {
  readonly rowIdAlias: string | undefined;
  readonly isGiven: boolean;
}

function describeColumn(column: Column, name: string, { rowIdAlias, isGiven }: RowIdAlias): ColumnDescription {
  const type = sqliteType(column.type);
  const isRowId = column.name === rowIdAlias && !isGiven;
  return {
    name,
    column: column.name,
    ...type,
    ...(isRowId ? { type: 'AutoField' } : {}),
    dbType: column.type,
    // Key columns of SQLite other than the rowid may hold nulls unless they are declared NOT NULL.
    null: !column.isNotNull && column.name !== rowIdAlias,
    ...(column.defaultSql === null ? {} : sqliteDefault(column.defaultSql, column.type)),
    ...(isRowId || column.isGenerated ? { hasDefault: true, isAutomatic: true } : {}),
    ...(column.isGenerated ? { isGenerated: true } : {}),
  };
}

/** Whether the primary key has an index: that of the rowid has none. A key `INTEGER PRIMARY KEY DESC` is not the rowid. */
async function hasKeyIndex(database: StatementReader, table: string): Promise<boolean> {
  const rows = await database.read({ sql: "SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk' LIMIT 1", parameters: [table] });
  return rows.length > 0;
}

async function readUniques(database: StatementReader, table: string): Promise<string[][]> {
  const rows = await database.read({
    sql: `SELECT list.name, info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info WHERE list."unique" = 1 AND list.partial = 0 ORDER BY list.seq, info.seqno`,
    parameters: [table],
  });
  const byIndex = new Map<string, (string | null)[]>();
  for (const [index, column] of rows) {
    const columns = byIndex.get(String(index)) ?? [];
    byIndex.set(String(index), [...columns, column === null ? null : String(column)]);
  }
  // An expression in an index has no column name.
  return [...byIndex.values()].filter((columns): columns is string[] => columns.every((column) => column !== null));
}

async function readForeignKeys(database: StatementReader, table: string, { columns, uniques }: Read): Promise<ForeignKeyDescription[]> {
  const rows = await database.read({
    sql: 'SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq',
    parameters: [table],
  });
  const keys = new Map<string, { table: string; columns: string[]; targets: (string | null)[]; onDelete: OnDelete }>();
  for (const [id, target, from, to, onDelete] of rows) {
    const key = keys.get(String(id)) ?? {
      table: String(target),
      columns: [],
      targets: [],
      onDelete: String(onDelete).toLowerCase() as OnDelete,
    };
    key.columns.push(exactName(columns.get(table), String(from)));
    key.targets.push(to === null ? null : String(to));
    keys.set(String(id), key);
  }
  return [...keys.values()].flatMap((key) => {
    // Names in SQLite are case-insensitive.
    const targetName = [...columns.keys()].find((name) => name.toLowerCase() === key.table.toLowerCase());
    const targetColumns = targetName === undefined ? undefined : columns.get(targetName);
    if (targetName === undefined || !targetColumns) return [];
    const primary = targetColumns.filter((column) => column.keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace);
    const targets = key.targets.map((target, index) => (target === null ? primary[index]?.name : exactName(targetColumns, target)));
    if (!targets.every((target) => target !== undefined)) return [];
    // A foreign key to columns that are not unique is invalid: SQLite refuses every row.
    const keysOfTarget = [primary.map(({ name }) => name), ...(uniques.get(targetName) ?? [])];
    if (!keysOfTarget.some((candidate) => candidate.toSorted().join('\0') === targets.toSorted().join('\0'))) return [];
    return [{ columns: key.columns, table: { schema: undefined, name: targetName }, targetColumns: targets, onDelete: key.onDelete }];
  });
}

function exactName(columns: readonly Column[] | undefined, name: string): string {
  return columns?.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name ?? name;
}
