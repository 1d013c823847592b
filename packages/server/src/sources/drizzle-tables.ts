import type { Table } from 'drizzle-orm';
import { type Column, getTableColumns, is, SQL } from 'drizzle-orm';
import { toCamelCase, toSnakeCase } from 'drizzle-orm/casing';
import type { LiveTables } from '../databases/catalog.ts';
import type { ColumnDefault } from '../databases/column-default.ts';
import { drizzleDialects } from '../databases/drizzle-list.ts';
import type { CommonColumn, DrizzleColumn, DrizzleConfig, DrizzleTables } from '../databases/drizzle-tables.ts';
import type { OnDelete } from '../model/field.ts';
import type { ColumnDescription, Constant, ForeignKeyDescription, TableDescription } from '../model/table.ts';
import { hostSql } from '../databases/literals.ts';

/** A table with the dialect that it is made for. */
interface Found {
  readonly config: DrizzleConfig;
  readonly dialect: DrizzleTables;
}

/** The configuration of a Drizzle table; undefined if it is none of a database that is served. */
function find(source: unknown): Found | undefined {
  for (const dialect of drizzleDialects) {
    const config = dialect.configOf(source);
    if (config) return { config, dialect };
  }
  return undefined;
}

/** Whether this is a Drizzle table of a supported database. */
export function isDrizzleTable(source: unknown): boolean {
  return find(source) !== undefined;
}

/**
 * The description of a Drizzle table, whose columns have the names of the database: `casing` of Drizzle changes them in its statements alone.
 * @param live the tables of the database; without them, a column without a name of its own has that of its property.
 * Throws if it is no Drizzle table of a database that is served.
 */
export function describeTableIn(source: unknown, live: LiveTables | undefined): TableDescription {
  const dialect = find(source);
  if (!dialect) throw new Error('Not a Drizzle table of PostgreSQL or SQLite.');
  return describe(source as Table, dialect, live);
}

function describe(table: Table, { config, dialect }: Found, live: LiveTables | undefined): TableDescription {
  const names = columnNames(config, live);
  const properties = new Map(Object.entries(getTableColumns(table)).map(([property, column]) => [column.name, property]));
  const composite = config.primaryKeys[0]?.columns.map((column) => column.name);
  const primaryKey = (composite ?? config.columns.filter((column) => column.primary).map((column) => column.name)).map(names);
  const foreignKeys = config.foreignKeys.map((key) => foreignKeyOf(key, names, live));
  const isGiven = (column: string): boolean => dialect.givesForeignKeys && foreignKeys.some(({ columns: [only] }) => only === column);
  const isSerialKey = (column: string): boolean => primaryKey.length === 1 && primaryKey[0] === column;
  const read = (column: Column): Omit<ColumnDescription, 'name' | 'column'> => dialect.describe(column, common(column, dialect));
  return {
    table: { schema: config.schema ?? undefined, name: config.name },
    isView: false,
    columns: config.columns.map((column) => {
      const stored = names(column.name);
      return {
        name: properties.get(column.name) ?? column.name,
        column: stored,
        ...asKey(isGiven(stored) ? given(read(column), column) : read(column), isSerialKey(stored)),
        ...valuesOf(column, dialect),
      };
    }),
    primaryKey,
    uniques: uniquesOf(config).map((columns) => columns.map(names)),
    foreignKeys,
  };
}

/** The name of a table's column in the database, by its name in Drizzle. */
type ColumnNames = (name: string) => string;

/** What Drizzle's `casing` makes of a column without a name of its own. A table does not say which one `drizzle()` and drizzle-kit are given. */
const casings: readonly ColumnNames[] = [(name) => name, toSnakeCase, toCamelCase];

/**
 * The names of a table's columns as the database has them: columns without a name of their own have that of their property in the first casing
 * under which most of them exist.
 */
function columnNames({ name, schema, columns }: DrizzleConfig, live: LiveTables | undefined): ColumnNames {
  const unnamed = new Set(columns.filter((column) => isUnnamed(column)).map((column) => column.name));
  const stored = live?.tables.find(
    ({ table }) => table.name === name && (table.schema ?? live.defaultSchema) === (schema ?? live.defaultSchema),
  );
  const there = new Set(stored?.columns.map(({ column }) => column));
  const matchCount = (casing: ColumnNames): number => [...unnamed].filter((column) => there.has(casing(column))).length;
  const [usual, ...others] = casings.map((casing) => ({ casing, found: matchCount(casing) }));
  const best = others.reduce((most, one) => (one.found > (most?.found ?? 0) ? one : most), usual);
  return (column) => (best && unnamed.has(column) ? best.casing(column) : column);
}

function isUnnamed(column: object): boolean {
  return (column as { readonly keyAsName?: boolean }).keyAsName === true;
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

function uniquesOf(config: DrizzleConfig): string[][] {
  const constraints = config.uniqueConstraints.map((constraint) => constraint.columns.map((column) => column.name));
  const columns = config.columns.filter((column) => column.isUnique).map((column) => [column.name]);
  const indexes = config.indexes.flatMap(({ config: index }) =>
    index.unique && !index.where ? [index.columns.map((column) => (column as { name?: string }).name ?? '')] : [],
  );
  return [...columns, ...constraints, ...indexes];
}

function foreignKeyOf(key: DrizzleConfig['foreignKeys'][number], names: ColumnNames, live: LiveTables | undefined): ForeignKeyDescription {
  const { columns, foreignColumns, foreignTable } = key.reference();
  const target = find(foreignTable)?.config;
  if (!target) throw new Error('A foreign key points to a table of a database that is not served.');
  return {
    columns: columns.map((column) => names(column.name)),
    table: { schema: target.schema ?? undefined, name: target.name },
    targetColumns: foreignColumns.map((column) => column.name).map(columnNames(target, live)),
    onDelete: (key.onDelete ?? 'no action') as OnDelete,
  };
}

/** What an INSERT without the column writes into it: nothing, what the database or the source makes, or a constant. */
function defaultOf(column: DrizzleColumn, dialect: DrizzleTables): ColumnDefault & Pick<ColumnDescription, 'isAutomatic'> {
  const { default: value, generated, onUpdateFn, defaultFn } = column;
  if (generated !== undefined) return { hasDefault: true, isAutomatic: true };
  if (onUpdateFn !== undefined) return { hasDefault: true, ownTime: 'update' };
  if (!column.hasDefault) return {};
  if (is(value, SQL)) {
    const { sql, params } = dialect.textOf(value);
    return params.length === 0 ? dialect.defaultOf(sql, column.getSQLType()) : { hasDefault: true };
  }
  const constant = defaultFn === undefined && value !== undefined ? constantOf(column, value) : undefined;
  return { hasDefault: true, ...(constant === undefined || constant === null ? {} : { constant }) };
}

/** A constant as Drizzle sends it, or writes it into a migration; undefined if that is no text and no number. */
function constantOf(column: DrizzleColumn, value: unknown): Constant | null | undefined {
  if (value === null) return null;
  if (Array.isArray(value) && column.baseColumn) {
    const { baseColumn } = column;
    const constants = value.map((element: unknown) => constantOf(baseColumn, element));
    return constants.every((constant) => constant !== undefined) ? constants : undefined;
  }
  const sent: unknown = column.mapToDriverValue(value);
  if (typeof sent === 'boolean') return sent ? '1' : '0';
  return typeof sent === 'string' || typeof sent === 'number' || typeof sent === 'bigint' ? String(sent) : undefined;
}

/** The functions that Drizzle applies to the column's values on a write; the service runs them itself. */
function valuesOf(column: Column, dialect: DrizzleTables): Pick<ColumnDescription, 'makeDefault' | 'makeUpdate' | 'toDriver'> {
  const { default: fixed, defaultFn, onUpdateFn } = column;
  const mapped = (value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    return is(value, SQL) ? value : column.mapToDriverValue(value);
  };
  const make = defaultFn ?? (onUpdateFn && fixed === undefined ? onUpdateFn : undefined);
  const isSent = dialect.sendsDefaults && fixed !== undefined && fixed !== null && !is(fixed, SQL);
  return {
    ...(make ? { makeDefault: () => plain(mapped(make()), dialect) } : isSent ? { makeDefault: () => mapped(fixed) } : {}),
    ...(onUpdateFn ? { makeUpdate: () => plain(mapped(onUpdateFn()), dialect) } : {}),
    ...(/Custom/.test(column.columnType) ? { toDriver: (value: unknown) => plain(mapped(value), dialect) } : {}),
  };
}

/** A function may return SQL that the database evaluates, such as sql`now()`. */
function plain(value: unknown, dialect: DrizzleTables): unknown {
  if (!is(value, SQL)) return value;
  const { sql, params } = dialect.textOf(value);
  if (params.length > 0) throw new Error('SQL that $defaultFn, $onUpdateFn or toDriver gives can have no parameters.');
  return hostSql(sql);
}

function common(column: DrizzleColumn, dialect: DrizzleTables): CommonColumn {
  const choices = column.enumValues?.length ? { choices: column.enumValues } : {};
  return { dbType: column.getSQLType(), null: !column.notNull, ...choices, ...defaultOf(column, dialect) };
}
