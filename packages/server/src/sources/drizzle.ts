import type { Table } from 'drizzle-orm';
import { type Column, getTableColumns, is, SQL } from 'drizzle-orm';
import { getTableConfig as postgresConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig as sqliteConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { sql as rawSql } from 'kysely';
import type { OnDelete, Storage } from '../model/field.ts';
import type { ColumnDescription, ForeignKeyDescription, TableDescription, TableName } from '../model/table.ts';
import { postgresType } from './postgres-types.ts';
import { sqliteType } from './sqlite-types.ts';

/** Whether this is a Drizzle table of a supported database. */
export function isDrizzleTable(source: unknown): boolean {
  return is(source, PgTable) || is(source, SQLiteTable);
}

/** The description of a Drizzle table; no connection is needed. Throws if it is no Drizzle table of PostgreSQL or SQLite. */
export function describeDrizzleTable(source: unknown): TableDescription {
  if (is(source, PgTable)) return describe(source, postgresConfig(source), postgresColumn);
  if (is(source, SQLiteTable)) return describe(source, sqliteConfig(source), sqliteColumn);
  throw new Error('Not a Drizzle table of PostgreSQL or SQLite.');
}

/** The parts of a Drizzle table's configuration that both dialects share. */
interface TableConfig {
  readonly name: string;
  readonly schema?: string | undefined;
  readonly columns: readonly Column[];
  readonly primaryKeys: readonly { readonly columns: readonly Column[] }[];
  readonly uniqueConstraints: readonly { readonly columns: readonly Column[] }[];
  readonly indexes: readonly {
    readonly config: { readonly unique?: boolean; readonly columns: readonly unknown[]; readonly where?: SQL | undefined };
  }[];
  readonly foreignKeys: readonly {
    readonly onDelete?: string | undefined;
    reference(): { readonly columns: readonly Column[]; readonly foreignColumns: readonly Column[]; readonly foreignTable: Table };
  }[];
}

type ColumnReader = (column: Column) => Omit<ColumnDescription, 'name' | 'column'>;

function describe(table: Table, config: TableConfig, read: ColumnReader): TableDescription {
  const properties = new Map(Object.entries(getTableColumns(table)).map(([property, column]) => [column.name, property]));
  const composite = config.primaryKeys[0]?.columns.map((column) => column.name);
  const primaryKey = composite ?? config.columns.filter((column) => column.primary).map((column) => column.name);
  const foreignKeys = config.foreignKeys.map(foreignKeyOf);
  // A key that is also a foreign key must be given, although SQLite would generate one.
  const isGiven = (column: Column): boolean => is(table, SQLiteTable) && foreignKeys.some(({ columns: [only] }) => only === column.name);
  const isSerialKey = (column: Column): boolean => primaryKey.length === 1 && primaryKey[0] === column.name;
  return {
    table: { schema: config.schema ?? undefined, name: config.name },
    isView: false,
    columns: config.columns.map((column) => ({
      name: properties.get(column.name) ?? column.name,
      column: column.name,
      ...asKey(isGiven(column) ? given(read(column), column) : read(column), isSerialKey(column)),
      ...valuesOf(column),
    })),
    primaryKey,
    uniques: uniquesOf(config),
    foreignKeys,
  };
}

/** The column without the properties of a generated key. */
function given<C extends Omit<ColumnDescription, 'name' | 'column'>>(described: C, column: Column): C {
  const hasDefault = column.default !== undefined || column.defaultFn !== undefined;
  return column.primary && described.isAutomatic ? { ...described, hasDefault, isAutomatic: false } : described;
}

function asKey<C extends Omit<ColumnDescription, 'name' | 'column'>>(column: C, isKey: boolean): C {
  if (!isKey || !column.isAutomatic) return column;
  if (column.type === 'BigIntegerField') return { ...column, type: 'BigAutoField' };
  return column.type === 'IntegerField' || column.type === 'SmallIntegerField' ? { ...column, type: 'AutoField' } : column;
}

function uniquesOf(config: TableConfig): string[][] {
  const constraints = config.uniqueConstraints.map((constraint) => constraint.columns.map((column) => column.name));
  const columns = config.columns.filter((column) => column.isUnique).map((column) => [column.name]);
  const indexes = config.indexes.flatMap(({ config: index }) =>
    index.unique && !index.where ? [index.columns.map((column) => (column as { name?: string }).name ?? '')] : [],
  );
  return [...columns, ...constraints, ...indexes];
}

function foreignKeyOf(key: TableConfig['foreignKeys'][number]): ForeignKeyDescription {
  const { columns, foreignColumns, foreignTable } = key.reference();
  return {
    columns: columns.map((column) => column.name),
    table: tableNameOf(foreignTable),
    targetColumns: foreignColumns.map((column) => column.name),
    onDelete: (key.onDelete ?? 'no action') as OnDelete,
  };
}

function tableNameOf(table: Table): TableName {
  const config = is(table, PgTable) ? postgresConfig(table) : sqliteConfig(table as SQLiteTable);
  return { schema: (config as { schema?: string }).schema ?? undefined, name: config.name };
}

/** Properties that only some kinds of columns have. */
type DrizzleColumn = Column & { readonly length?: number; readonly baseColumn?: Column };

/** The column's default: none, filled by the database or the source, or a constant. */
function defaultOf(column: Column): Pick<ColumnDescription, 'hasDefault' | 'defaultValue' | 'isAutomatic'> {
  const { default: value, generated, onUpdateFn } = column;
  if (generated !== undefined || onUpdateFn !== undefined) return { hasDefault: true, isAutomatic: true };
  if (!column.hasDefault) return {};
  if (value instanceof SQL) return { hasDefault: true, isAutomatic: isCurrentTime(value) };
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return { hasDefault: true, ...(isPlain ? { defaultValue: value } : {}) };
}

/** The functions that Drizzle applies to the column's values on a write; the service runs them itself (DESIGN, "Registering"). */
function valuesOf(column: Column): Pick<ColumnDescription, 'makeDefault' | 'makeUpdate' | 'toDriver'> {
  const { default: fixed, defaultFn, onUpdateFn } = column;
  const mapped = (value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    return is(value, SQL) ? value : column.mapToDriverValue(value);
  };
  const make = defaultFn ?? (onUpdateFn && fixed === undefined ? onUpdateFn : undefined);
  // SQLite has no DEFAULT keyword in an INSERT, so Drizzle sends a constant default itself.
  const isSent = is(column.table, SQLiteTable) && fixed !== undefined && fixed !== null && !is(fixed, SQL);
  return {
    ...(make ? { makeDefault: () => plain(mapped(make())) } : isSent ? { makeDefault: () => mapped(fixed) } : {}),
    ...(onUpdateFn ? { makeUpdate: () => plain(mapped(onUpdateFn())) } : {}),
    ...(/Custom/.test(column.columnType) ? { toDriver: mapped } : {}),
    ...(column.columnType === 'SQLiteBlobJson' ? { toDriver: (value: unknown) => mapped(JSON.parse(String(value))) } : {}),
  };
}

/** A function may return SQL that the database evaluates, such as sql`now()`. */
function plain(value: unknown): unknown {
  if (!is(value, SQL)) return value;
  const { sql, params } = new PgDialect().sqlToQuery(value);
  if (params.length > 0) throw new Error('SQL that a $defaultFn or $onUpdateFn gives can have no parameters.');
  return rawSql.raw(sql);
}

function isCurrentTime(value: SQL): boolean {
  const text = value.queryChunks.map((chunk) => ((chunk as { value?: readonly string[] }).value ?? []).toString()).join('');
  return /now\(\)|current_(timestamp|date|time)|unixepoch\(|strftime\(.*'now'|datetime\('now'|julianday\('now'/i.test(text);
}

function common(column: DrizzleColumn): Omit<ColumnDescription, 'name' | 'column' | 'type'> {
  const choices = column.enumValues?.length ? { choices: column.enumValues } : {};
  return { dbType: column.getSQLType(), null: !column.notNull, ...choices, ...defaultOf(column) };
}

function postgresColumn(column: DrizzleColumn): Omit<ColumnDescription, 'name' | 'column'> {
  const base = common(column);
  const isSerial = base.dbType.endsWith('serial') || column.generatedIdentity !== undefined;
  const element = column.baseColumn ? postgresType(column.baseColumn.getSQLType()) : undefined;
  return {
    ...base,
    ...(column.baseColumn && element
      ? { type: 'ArrayField' as const, element: { ...element, dbType: column.baseColumn.getSQLType() } }
      : postgresType(base.dbType, column.enumValues !== undefined && /^Pg(Enum|Text|Varchar|Char)/.test(column.columnType))),
    ...(isSerial ? { hasDefault: true, isAutomatic: true } : {}),
  };
}

function sqliteColumn(column: DrizzleColumn): Omit<ColumnDescription, 'name' | 'column'> {
  const base = common(column);
  const isRowId = column.primary && base.dbType.toLowerCase() === 'integer';
  const timestampStorage: Storage | undefined =
    column.columnType !== 'SQLiteTimestamp'
      ? undefined
      : (column as { mode?: string }).mode === 'timestamp_ms'
        ? 'milliseconds'
        : 'seconds';
  const ofMode: Readonly<Record<string, Partial<ColumnDescription>>> = {
    SQLiteTimestamp: { type: 'DateTimeField', ...(timestampStorage ? { storage: timestampStorage } : {}) },
    SQLiteBoolean: { type: 'BooleanField' },
    SQLiteTextJson: { type: 'JSONField' },
    SQLiteBlobJson: { type: 'JSONField' },
  };
  return {
    ...base,
    ...sqliteType(base.dbType),
    ...(column.length === undefined ? {} : { maxLength: column.length }),
    ...ofMode[column.columnType],
    ...(isRowId ? { hasDefault: true, isAutomatic: true } : {}),
  };
}
