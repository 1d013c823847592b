import type { OnDelete } from '../model/field.ts';
import type { ColumnDescription, ForeignKeyDescription, TableDescription } from '../model/table.ts';
import type { Database, RawRow } from '../store/database.ts';
import type { Catalog } from './live.ts';
import { fieldNamesOf } from './live-names.ts';
import { postgresType } from './postgres-types.ts';

const tablesSql = `
SELECT json_agg(json_build_object(
  'oid', c.oid::text, 'schema', n.nspname, 'name', c.relname, 'isView', c.relkind IN ('v', 'm'),
  'isDefault', n.nspname = current_schema()) ORDER BY n.nspname, c.relname)::text, current_schema()
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')`;

// A domain is followed to the type under it; an array to its elements.
const columnsSql = `
WITH RECURSIVE base(attrelid, attnum, typid, typmod) AS (
  SELECT a.attrelid, a.attnum, a.atttypid, a.atttypmod FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
  UNION ALL
  SELECT b.attrelid, b.attnum, t.typbasetype, CASE WHEN b.typmod = -1 THEN t.typtypmod ELSE b.typmod END
  FROM base b JOIN pg_type t ON t.oid = b.typid WHERE t.typtype = 'd')
SELECT json_agg(json_build_object(
  'table', a.attrelid::text, 'name', a.attname,
  'type', format_type(b.typid, b.typmod), 'kind', t.typtype,
  'element', CASE WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN format_type(t.typelem, b.typmod) END,
  'elementKind', e.typtype,
  'labels', (SELECT json_agg(l.enumlabel ORDER BY l.enumsortorder) FROM pg_enum l WHERE l.enumtypid = t.oid),
  'isNotNull', a.attnotnull OR own.typnotnull, 'identity', a.attidentity, 'generated', a.attgenerated,
  'isNondeterministic', (SELECT to_json(co) ->> 'collisdeterministic' = 'false' FROM pg_collation co WHERE co.oid = a.attcollation),
  'default', pg_get_expr(d.adbin, d.adrelid)) ORDER BY a.attrelid, a.attnum)::text
FROM base b
JOIN pg_attribute a ON a.attrelid = b.attrelid AND a.attnum = b.attnum
JOIN pg_type own ON own.oid = a.atttypid
JOIN pg_type t ON t.oid = b.typid AND t.typtype <> 'd'
LEFT JOIN pg_type e ON e.oid = t.typelem
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum`;

const keysSql = `
SELECT json_agg(json_build_object('table', i.indrelid::text, 'isPrimary', i.indisprimary,
  'columns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, place)
    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum WHERE k.place <= i.indnkeyatts)) ORDER BY i.indexrelid)::text
FROM pg_index i WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL`;

const foreignKeysSql = `
SELECT json_agg(json_build_object('table', c.conrelid::text, 'target', c.confrelid::text, 'onDelete', c.confdeltype,
  'columns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, place)
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum),
  'targets', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY AS k(attnum, place)
    JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.attnum)) ORDER BY c.oid)::text
FROM pg_constraint c WHERE c.contype = 'f' AND c.conparentid = 0`;

interface TableRow {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly isDefault: boolean;
}

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly element: string | null;
  readonly elementKind: string | null;
  readonly labels: readonly string[] | null;
  readonly isNotNull: boolean;
  readonly identity: string;
  readonly generated: string;
  readonly isNondeterministic: boolean | null;
  readonly default: string | null;
}

interface KeyRow {
  readonly table: string;
  readonly isPrimary: boolean;
  readonly columns: readonly (string | null)[];
}

interface ForeignKeyRow {
  readonly table: string;
  readonly target: string;
  readonly onDelete: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}

/** Reads the tables and views of a PostgreSQL database that its user may read. */
export async function readPostgresCatalog(database: Database): Promise<Catalog> {
  const [tableRows, columnRows, keyRows, foreignKeyRows] = await Promise.all(
    [tablesSql, columnsSql, keysSql, foreignKeysSql].map((sql) => database.read({ sql, parameters: [] })),
  );
  const parse = <T>(rows: readonly RawRow[] | undefined): T[] => JSON.parse(String(rows?.[0]?.[0] ?? '[]')) as T[];
  const tables = parse<TableRow>(tableRows);
  const columns = Map.groupBy(parse<ColumnRow>(columnRows), (row) => row.table);
  const keys = Map.groupBy(parse<KeyRow>(keyRows), (row) => row.table);
  const foreignKeys = Map.groupBy(parse<ForeignKeyRow>(foreignKeyRows), (row) => row.table);
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  return {
    defaultSchema: String(tableRows?.[0]?.[1] ?? 'public'),
    tables: tables.map((table) =>
      describe(table, {
        columns: columns.get(table.oid) ?? [],
        keys: keys.get(table.oid) ?? [],
        foreignKeys: (foreignKeys.get(table.oid) ?? []).flatMap((row) => describeForeignKey(row, byOid)),
      }),
    ),
  };
}

interface Parts {
  readonly columns: readonly ColumnRow[];
  readonly keys: readonly KeyRow[];
  readonly foreignKeys: readonly ForeignKeyDescription[];
}

function describe(table: TableRow, { columns, keys, foreignKeys }: Parts): TableDescription {
  // An index over an expression has no column there.
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
    table: { schema: table.isDefault ? undefined : table.schema, name: table.name },
    isView: table.isView,
    columns: columns.map((column) =>
      describeColumn(column, names.get(column.name) ?? column.name, key.length === 1 && key[0] === column.name),
    ),
    primaryKey: key,
    uniques: whole.map((unique) => unique.columns),
    foreignKeys,
  };
}

const onDelete: Readonly<Record<string, OnDelete>> = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null', d: 'set default' };

function describeForeignKey(row: ForeignKeyRow, byOid: ReadonlyMap<string, TableRow>): ForeignKeyDescription[] {
  const target = byOid.get(row.target);
  if (!target) return [];
  const table = { schema: target.isDefault ? undefined : target.schema, name: target.name };
  return [{ columns: row.columns, table, targetColumns: row.targets, onDelete: onDelete[row.onDelete] ?? 'no action' }];
}

function describeColumn(column: ColumnRow, name: string, isKey: boolean): ColumnDescription {
  const isGenerated = column.generated !== '';
  const isSerial = column.identity !== '' || /^nextval\(/i.test(column.default ?? '');
  const isCurrentTime =
    /\b(now|statement_timestamp|clock_timestamp|transaction_timestamp)\(\)|\bCURRENT_(TIMESTAMP|DATE|TIME)\b|\bLOCALTIME(STAMP)?\b/i.test(
      column.default ?? '',
    );
  const type = typeOf(column);
  const literal = literalOf(column.default);
  return {
    name,
    column: column.name,
    ...type,
    ...(column.isNondeterministic ? { limits: { ...type.limits, isNondeterministic: true } } : {}),
    ...(isKey && isSerial ? { type: type.type === 'BigIntegerField' ? 'BigAutoField' : 'AutoField' } : {}),
    dbType: column.type,
    null: !column.isNotNull,
    hasDefault: isGenerated || isSerial || column.default !== null,
    isAutomatic: isGenerated || isSerial || isCurrentTime,
    ...(literal === undefined || isGenerated ? {} : { defaultValue: literal }),
  };
}

function typeOf(column: ColumnRow): Omit<ColumnDescription, 'name' | 'column' | 'dbType' | 'null'> {
  if (column.element !== null && column.type.endsWith('[]')) {
    const element = postgresType(column.element, column.elementKind === 'e');
    return { type: 'ArrayField', element: { ...element, dbType: column.element } };
  }
  const type = postgresType(column.type, column.kind === 'e');
  return column.kind === 'e' && column.labels ? { ...type, choices: column.labels } : type;
}

/** A default that is a plain value: a number, a truth value, a quoted text with or without its type. */
function literalOf(expression: string | null): string | number | boolean | undefined {
  if (expression === null) return undefined;
  if (expression === 'true' || expression === 'false') return expression === 'true';
  const number = /^\(?'?([+-]?\d+(?:\.\d+)?)'?\)?(?:::(?:numeric|integer|bigint|smallint|real|double precision))?$/.exec(expression)?.[1];
  if (number !== undefined && !expression.startsWith("'")) return Number(number);
  const text = /^'((?:[^']|'')*)'::(?:text|character varying|bpchar|"?[\w. ]+"?)(?:\(\d+\))?$/.exec(expression)?.[1];
  return text?.replaceAll("''", "'");
}
