import { StartError } from '../../errors/errors.ts';
import type { OnDelete, ValueLimits } from '../../model/field.ts';
import { type ColumnDescription, type ForeignKeyDescription, type TableDescription, type TableName, tableText } from '../../model/table.ts';
import type { StatementReader } from '../statement.ts';
import type { RawRow } from '../statement.ts';
import type { LiveTables } from '../catalog.ts';
import { fieldNamesOf } from '../field-names.ts';
import {
  type ColumnRow,
  columnsSql,
  type ForeignKeyRow,
  foreignKeysSql,
  type KeyRow,
  keysSql,
  type PartitionsRow,
  partitionsSql,
  type TableRow,
  tablesSql,
} from './catalog-queries.ts';
import { postgresType } from './column-types.ts';
import { postgresDefault } from './defaults.ts';

/** The oldest supported major version of PostgreSQL. */
const oldestVersion = 13;

/** Throws a `StartError` if the server is older. */
async function requireVersion(database: StatementReader): Promise<void> {
  const [row] = await database.read({ sql: 'SHOW server_version', parameters: [] });
  const version = String(row?.[0]);
  if (Number.parseInt(version, 10) >= oldestVersion) return;
  throw new StartError(`The server is PostgreSQL ${version}. Grimoire needs PostgreSQL ${oldestVersion} or newer.`);
}

/** Reads the tables and views of a PostgreSQL database that the database role may read. Throws a `StartError` on an old server. */
export async function readPostgresCatalog(database: StatementReader): Promise<LiveTables> {
  await requireVersion(database);
  const [tableRows, columnRows, keyRows, foreignKeyRows, partitionRows] = await Promise.all(
    [tablesSql, columnsSql, keysSql, foreignKeysSql, partitionsSql].map((sql) => database.read({ sql, parameters: [] })),
  );
  const parse = <T>(rows: readonly RawRow[] | undefined): T[] => JSON.parse(String(rows?.[0]?.[0] ?? '[]')) as T[];
  const tables = parse<TableRow>(tableRows);
  const columns = Map.groupBy(parse<ColumnRow>(columnRows), (row) => row.table);
  const keys = Map.groupBy(parse<KeyRow>(keyRows), (row) => row.table);
  const foreignKeys = Map.groupBy(parse<ForeignKeyRow>(foreignKeyRows), (row) => row.table);
  const readable = new Map(tables.map(({ oid }) => [oid, readableColumns(columns.get(oid) ?? [])]));
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  const described = tables.map((table) => ({
    isWhole: table.isWhole || table.isView,
    description: describe(table, {
      columns: columns.get(table.oid) ?? [],
      keys: (keys.get(table.oid) ?? []).filter((key) =>
        key.columns.every((column) => column !== null && readable.get(table.oid)?.has(column)),
      ),
      foreignKeys: (foreignKeys.get(table.oid) ?? [])
        .filter((key) => isReadable(key, readable))
        .flatMap((row) => describeForeignKey(row, byOid)),
    }),
  }));
  // Rows of a table without a key are identified by their ctid, which a role can read only with SELECT on the whole table.
  const isServed = ({ isWhole, description }: (typeof described)[number]): boolean => isWhole || description.primaryKey.length > 0;
  return {
    defaultSchema: String(tableRows?.[0]?.[1] ?? 'public'),
    tables: described.filter(isServed).map(({ description }) => description),
    leftOut: [
      ...described
        .filter((table) => !isServed(table))
        .map(({ description }) => `${tableText(description.table)}: the database role may not read the columns of its key.`),
      ...parse<PartitionsRow>(partitionRows).map((row) => partitionsSentence(row, byOid.has(row.root))),
    ],
  };
}

/** The largest number of partitions that a sentence names. */
const maxPartitions = 5;

function partitionsSentence({ name, partitions }: PartitionsRow, isServed: boolean): string {
  const names = partitions.slice(0, maxPartitions).join(', ');
  const others = partitions.length > maxPartitions ? ` and ${partitions.length - maxPartitions} more` : '';
  return `${names}${others}: ${isServed ? `served as a part of ${name}` : `a part of ${name}, which the database role may not read`}.`;
}

function readableColumns(columns: readonly ColumnRow[]): ReadonlySet<string> {
  return new Set(columns.filter(({ privileges }) => privileges.includes('select')).map(({ name }) => name));
}

function isReadable({ table, target, columns, targets }: ForeignKeyRow, readable: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return columns.every((column) => readable.get(table)?.has(column)) && targets.every((column) => readable.get(target)?.has(column));
}

interface Parts {
  readonly columns: readonly ColumnRow[];
  readonly keys: readonly KeyRow[];
  readonly foreignKeys: readonly ForeignKeyDescription[];
}

function describe(table: TableRow, { columns, keys, foreignKeys }: Parts): TableDescription {
  // An expression in an index has no column name.
  const whole = keys.flatMap(({ isPrimary, columns: ofKey }) =>
    ofKey.every((column) => column !== null) ? [{ isPrimary, columns: ofKey }] : [],
  );
  const required = new Set(columns.filter((column) => column.isNotNull).map((column) => column.name));
  const primary = whole.find((key) => key.isPrimary) ?? whole.find((key) => key.columns.every((column) => required.has(column)));
  const names = fieldNamesOf(
    columns.map((column) => column.name),
    foreignKeys,
  );
  const key = primary?.columns ?? [];
  return {
    table: tableNameOf(table),
    isView: table.isView,
    columns: columns.map((column) =>
      describeColumn(column, names.get(column.name) ?? column.name, key.length === 1 && key[0] === column.name),
    ),
    primaryKey: key,
    rowIdentity: 'ctid',
    uniques: whole.map((unique) => unique.columns),
    foreignKeys,
    refused: refusedTo(table),
    hasFillingTrigger: table.hasFillingTrigger,
    hasTriggers: table.hasTriggers,
    // Policies may hide rows that a statement changes, and a rule may turn it into another one.
    hidesChanges: table.policies !== null || table.hasRules,
    redirects: table.redirects,
  };
}

/** What the role lacks on a table, or what no policy of its row level security allows. */
function refusedTo({ name, privileges, policies }: TableRow): NonNullable<TableDescription['refused']> {
  const table = JSON.stringify(name);
  const isForbidden = (command: string): boolean => policies !== null && !policies.some((policy) => policy === '*' || policy === command);
  const canUpdate = privileges.includes('update');
  const insert = !privileges.includes('insert')
    ? `the database role may not insert into ${table}`
    : isForbidden('a') && `no policy lets the database role insert into ${table}`;
  const update = !canUpdate
    ? `the database role may not update ${table}`
    : isForbidden('w') && `no policy lets the database role update ${table}`;
  const remove = !privileges.includes('delete')
    ? `the database role may not delete from ${table}`
    : isForbidden('d')
      ? `no policy lets the database role delete from ${table}`
      : // A row is locked before it is deleted.
        update && `${update}, as locking a row needs`;
  return { ...(insert ? { insert } : {}), ...(update ? { update } : {}), ...(remove ? { delete: remove } : {}) };
}

function tableNameOf({ schema, name, isDefault, hasHeirs }: TableRow): TableName {
  return { schema: isDefault ? undefined : schema, name, ...(hasHeirs ? { hasHeirs } : {}) };
}

const onDelete: Readonly<Record<string, OnDelete>> = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null', d: 'set default' };

function describeForeignKey(row: ForeignKeyRow, byOid: ReadonlyMap<string, TableRow>): ForeignKeyDescription[] {
  const target = byOid.get(row.target);
  if (!target) return [];
  return [
    { columns: row.columns, table: tableNameOf(target), targetColumns: row.targets, onDelete: onDelete[row.onDelete] ?? 'no action' },
  ];
}

function describeColumn(column: ColumnRow, name: string, isKey: boolean): ColumnDescription {
  const isGenerated = column.generated !== '';
  const isSerial = column.identity !== '' || /^nextval\(/i.test(column.default ?? '');
  const type = typeOf(column);
  const own = isGenerated || isSerial || column.default === null ? {} : postgresDefault(column.default, column.type);
  return {
    name,
    column: column.name,
    ...type,
    ...limitsOf(column, type.limits),
    ...(isKey && isSerial ? { type: type.type === 'BigIntegerField' ? 'BigAutoField' : 'AutoField' } : {}),
    dbType: column.type,
    null: !column.isNotNull,
    ...(isGenerated || isSerial ? { hasDefault: true, isAutomatic: true } : own),
    ...(isGenerated ? { isGenerated } : {}),
    mayBeFilled: column.mayBeFilled,
    refused: refusedOf(column),
  };
}

function limitsOf({ isNondeterministic, comparedAs }: ColumnRow, ofType: ValueLimits | undefined): Pick<ColumnDescription, 'limits'> {
  const own = { ...(isNondeterministic ? { isNondeterministic } : {}), ...(comparedAs === null ? {} : { comparedAs }) };
  return Object.keys(own).length > 0 ? { limits: { ...ofType, ...own } } : {};
}

function refusedOf({ name, privileges, sequence }: ColumnRow): NonNullable<ColumnDescription['refused']> {
  const column = JSON.stringify(name);
  return {
    ...(privileges.includes('select') ? {} : { read: `the database role may not read ${column}` }),
    ...(privileges.includes('insert') ? {} : { insert: `the database role may not write ${column} of new rows` }),
    ...(privileges.includes('update') ? {} : { update: `the database role may not change ${column}` }),
    ...(sequence === null ? {} : { default: `the database role may not use the sequence ${JSON.stringify(sequence)} of ${column}` }),
  };
}

function typeOf(column: ColumnRow): Omit<ColumnDescription, 'name' | 'column' | 'dbType' | 'null'> {
  if (column.element !== null && column.type.endsWith('[]')) {
    const element = postgresType(column.element, column.elementKind === 'e');
    const choices = column.elementKind === 'e' && column.labels ? { choices: column.labels } : {};
    return { type: 'ArrayField', element: { ...element, ...choices, dbType: column.element } };
  }
  const type = postgresType(column.type, column.kind === 'e');
  return column.kind === 'e' && column.labels ? { ...type, choices: column.labels } : type;
}
