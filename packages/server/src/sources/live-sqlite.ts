import type { OnDelete } from '../model/field.ts';
import { bigRange } from '../model/field-types/integer.ts';
import type { ColumnDescription, ForeignKeyDescription, TableDescription } from '../model/table.ts';
import type { Database } from '../store/database.ts';
import type { Catalog } from './live.ts';
import { fieldNamesOf } from './live-names.ts';
import { sqliteType } from './sqlite-types.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNotNull: boolean;
  readonly defaultSql: string | null;
  /** Place in the primary key, from 1; 0 of any other column. */
  readonly keyPlace: number;
  readonly isGenerated: boolean;
}

interface Table {
  readonly name: string;
  readonly isView: boolean;
  readonly hasRowId: boolean;
}

/** Reads the tables and views of a SQLite database. */
export async function readSqliteCatalog(database: Database): Promise<Catalog> {
  const rows = await database.read({
    sql: `SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    parameters: [],
  });
  const tables = rows.map(
    ([name, type, withoutRowId]): Table => ({
      name: String(name),
      isView: type === 'view',
      hasRowId: type === 'table' && Number(withoutRowId) === 0,
    }),
  );
  const columns = new Map<string, readonly Column[]>();
  for (const table of tables) columns.set(table.name, await readColumns(database, table.name));
  const readable = tables.filter((table) => (columns.get(table.name) ?? []).length > 0);
  const described: TableDescription[] = [];
  for (const table of readable) described.push(await describe(database, table, columns));
  return { tables: described, defaultSchema: 'main', leftOut: [] };
}

async function readColumns(database: Database, table: string): Promise<readonly Column[]> {
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
    // A view over something that is gone can't be described, nor read.
    return [];
  }
}

async function describe(database: Database, table: Table, columns: ReadonlyMap<string, readonly Column[]>): Promise<TableDescription> {
  const own = columns.get(table.name) ?? [];
  const foreignKeys = await readForeignKeys(database, table.name, columns);
  const uniques = await readUniques(database, table.name);
  const declared = own.filter((column) => column.keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace);
  const rowIdAlias =
    declared.length === 1 && table.hasRowId && declared[0]?.type.toLowerCase() === 'integer' ? declared[0].name : undefined;
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
  // A key that points to another table's row is given, although SQLite would make one up.
  const isGiven = foreignKeys.some(({ columns: [column] }) => column === rowIdAlias);
  const described = own.map((column) => describeColumn(column, names.get(column.name) ?? column.name, { rowIdAlias, isGiven }));
  const isRowIdKey = primaryKey.length === 1 && !own.some((column) => column.name === primaryKey[0]);
  return {
    table: { schema: undefined, name: table.name },
    isView: table.isView,
    columns: isRowIdKey ? [rowIdColumn(primaryKey[0] ?? 'rowid'), ...described] : described,
    primaryKey,
    uniques,
    foreignKeys,
  };
}

/** The primary key; else a unique index without nulls; else the row's own number (CONTRACT §13). */
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
  const hasDefault = column.defaultSql !== null && column.defaultSql.toUpperCase() !== 'NULL';
  const literal = hasDefault ? literalOf(column.defaultSql ?? '') : undefined;
  const isCurrentTime = /current_(timestamp|date|time)|'now'|unixepoch\(\)/i.test(column.defaultSql ?? '');
  return {
    name,
    column: column.name,
    ...type,
    ...(isRowId ? { type: 'AutoField' } : {}),
    dbType: column.type,
    // Any column of a key but the row's own number may hold nulls in SQLite unless it says otherwise.
    null: !column.isNotNull && column.name !== rowIdAlias,
    hasDefault: hasDefault || isRowId || column.isGenerated,
    isAutomatic: isRowId || column.isGenerated || isCurrentTime,
    ...(literal === undefined ? {} : { defaultValue: literal }),
  };
}

function literalOf(text: string): string | number | undefined {
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text);
  return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined;
}

async function readUniques(database: Database, table: string): Promise<string[][]> {
  const rows = await database.read({
    sql: `SELECT list.name, info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info WHERE list."unique" = 1 AND list.partial = 0 ORDER BY list.seq, info.seqno`,
    parameters: [table],
  });
  const byIndex = new Map<string, (string | null)[]>();
  for (const [index, column] of rows) {
    const columns = byIndex.get(String(index)) ?? [];
    byIndex.set(String(index), [...columns, column === null ? null : String(column)]);
  }
  // An index over an expression has no column there.
  return [...byIndex.values()].filter((columns): columns is string[] => columns.every((column) => column !== null));
}

async function readForeignKeys(
  database: Database,
  table: string,
  columns: ReadonlyMap<string, readonly Column[]>,
): Promise<ForeignKeyDescription[]> {
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
    // Names in SQLite do not mind their case.
    const targetName = [...columns.keys()].find((name) => name.toLowerCase() === key.table.toLowerCase());
    const targetColumns = targetName === undefined ? undefined : columns.get(targetName);
    if (targetName === undefined || !targetColumns) return [];
    const primary = targetColumns.filter((column) => column.keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace);
    const targets = key.targets.map((target, index) => (target === null ? primary[index]?.name : exactName(targetColumns, target)));
    if (!targets.every((target) => target !== undefined)) return [];
    return [{ columns: key.columns, table: { schema: undefined, name: targetName }, targetColumns: targets, onDelete: key.onDelete }];
  });
}

function exactName(columns: readonly Column[] | undefined, name: string): string {
  return columns?.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name ?? name;
}
