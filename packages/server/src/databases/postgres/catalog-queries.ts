import type { Redirects } from '../../model/table.ts';

/**
 * Tables and views of which the role may read at least one column, with its privileges on them. Partitions, and the chunks of a TimescaleDB
 * hypertable, hold the rows of the table that they belong to; a table that inherits from another one has rows of its own.
 */
export const tablesSql = `
SELECT json_agg(json_build_object(
  'oid', c.oid::text, 'schema', n.nspname, 'name', c.relname, 'isView', c.relkind IN ('v', 'm'),
  'hasHeirs', c.relkind <> 'p' AND EXISTS (SELECT 1 FROM pg_inherits i JOIN pg_class h ON h.oid = i.inhrelid
    JOIN pg_namespace o ON o.oid = h.relnamespace WHERE i.inhparent = c.oid AND NOT starts_with(o.nspname, '_timescaledb_')),
  'isDefault', n.nspname = current_schema(), 'isWhole', has_table_privilege(c.oid, 'SELECT'),
  'privileges', array_remove(ARRAY[
    CASE WHEN has_any_column_privilege(c.oid, 'INSERT') THEN 'insert' END,
    CASE WHEN has_any_column_privilege(c.oid, 'UPDATE') THEN 'update' END,
    CASE WHEN has_table_privilege(c.oid, 'DELETE') THEN 'delete' END], NULL),
  'policies', CASE WHEN row_security_active(c.oid) THEN (SELECT coalesce(json_agg(DISTINCT p.polcmd::text), '[]'::json) FROM pg_policy p
    WHERE p.polrelid = c.oid AND p.polpermissive
      AND EXISTS (SELECT 1 FROM unnest(p.polroles) AS r(oid) WHERE CASE WHEN r.oid = 0 THEN true ELSE pg_has_role(r.oid, 'USAGE') END)) END,
  'hasFillingTrigger', EXISTS (SELECT 1 FROM pg_trigger g
    WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled <> 'D' AND (g.tgtype & 7) = 7),
  'hasTriggers', EXISTS (SELECT 1 FROM pg_trigger g WHERE (g.tgrelid = c.oid OR g.tgrelid IN (SELECT relid FROM pg_partition_tree(c.oid)))
      AND NOT g.tgisinternal AND g.tgenabled <> 'D')
    OR EXISTS (SELECT 1 FROM pg_constraint f WHERE f.confrelid = c.oid AND f.contype = 'f' AND NOT has_table_privilege(f.conrelid, 'SELECT')),
  'hasRules', EXISTS (SELECT 1 FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type IN ('2', '3', '4') AND r.ev_enabled <> 'D'),
  'redirects', (SELECT json_build_object(
      'delete', coalesce(bool_or((w.type & 11) = 11), false), 'save', coalesce(bool_or((w.type & 20) <> 0), false))
    FROM (SELECT g.tgtype FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled <> 'D'
      UNION ALL SELECT CASE r.ev_type WHEN '4' THEN 11 ELSE 20 END FROM pg_rewrite r
        WHERE r.ev_class = c.oid AND r.is_instead AND r.ev_type IN ('2', '3', '4') AND r.ev_enabled <> 'D') AS w(type))
  ) ORDER BY n.nspname, c.relname)::text, current_schema()
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND NOT starts_with(n.nspname, '_timescaledb_')
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND NOT starts_with(n.nspname, 'pg_')
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')`;

/**
 * Columns that a trigger may fill are those that its function or its arguments name, and all of its table if it assigns or returns a row of its own.
 * The type of a domain is resolved to its base type, also where it is that of an array's elements.
 */
export const columnsSql = `
WITH RECURSIVE base(attrelid, attnum, typid, typmod, isnotnull) AS (
  SELECT a.attrelid, a.attnum, a.atttypid, a.atttypmod, a.attnotnull FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND NOT starts_with(n.nspname, 'pg_')
  UNION ALL
  SELECT b.attrelid, b.attnum, t.typbasetype, CASE WHEN b.typmod = -1 THEN t.typtypmod ELSE b.typmod END, b.isnotnull OR t.typnotnull
  FROM base b JOIN pg_type t ON t.oid = b.typid WHERE t.typtype = 'd'),
element(attrelid, attnum, typid, typmod) AS (
  SELECT b.attrelid, b.attnum, t.typelem, -1 FROM base b JOIN pg_type t ON t.oid = b.typid WHERE t.typtype <> 'd' AND t.typelem <> 0
  UNION ALL
  SELECT el.attrelid, el.attnum, t.typbasetype, CASE WHEN el.typmod = -1 THEN t.typtypmod ELSE el.typmod END
  FROM element el JOIN pg_type t ON t.oid = el.typid WHERE t.typtype = 'd')
SELECT json_agg(json_build_object(
  'table', a.attrelid::text, 'name', a.attname,
  'type', format_type(b.typid, b.typmod), 'kind', t.typtype,
  'element', CASE WHEN t.typcategory = 'A' THEN format_type(e.oid, CASE WHEN b.typmod = -1 THEN el.typmod ELSE b.typmod END) END,
  'elementKind', e.typtype,
  'comparedAs', CASE WHEN t.typtype = 'e' AND t.oid <> own.oid THEN format('%I.%I', tn.nspname, t.typname) END,
  'labels', (SELECT json_agg(l.enumlabel ORDER BY l.enumsortorder) FROM pg_enum l WHERE l.enumtypid IN (t.oid, e.oid)),
  'isNotNull', b.isnotnull, 'identity', a.attidentity, 'generated', a.attgenerated,
  'isNondeterministic', (SELECT to_json(co) ->> 'collisdeterministic' = 'false' FROM pg_collation co WHERE co.oid = a.attcollation),
  'default', coalesce(pg_get_expr(d.adbin, d.adrelid), own.typdefault),
  'sequence', (SELECT s.relname FROM pg_depend p JOIN pg_class s ON s.oid = p.refobjid AND p.refclassid = 'pg_class'::regclass
    WHERE p.classid = 'pg_attrdef'::regclass AND p.objid = d.oid
      AND CASE WHEN s.relkind = 'S' THEN NOT has_sequence_privilege(s.oid, 'USAGE, UPDATE') ELSE false END LIMIT 1),
  'mayBeFilled', EXISTS (SELECT 1 FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
    WHERE g.tgrelid = a.attrelid AND NOT g.tgisinternal AND g.tgenabled <> 'D' AND (g.tgtype & 7) = 7
      AND (f.prosrc || ' ' || encode(g.tgargs, 'escape') ~* ('\\m' || regexp_replace(a.attname, '([^[:alnum:]_])', '\\\\\\1', 'g') || '(\\M|\\\\)')
        OR f.prosrc ~* '\\mnew\\s*:?=|\\minto\\s+(strict\\s+)?new\\M(?!\\.)|\\mreturn\\s+(?!(new|null|old)\\M)')),
  'privileges', array_remove(ARRAY[
    CASE WHEN has_column_privilege(a.attrelid, a.attnum, 'SELECT') THEN 'select' END,
    CASE WHEN has_column_privilege(a.attrelid, a.attnum, 'INSERT') THEN 'insert' END,
    CASE WHEN has_column_privilege(a.attrelid, a.attnum, 'UPDATE') THEN 'update' END], NULL)
  ) ORDER BY a.attrelid, a.attnum)::text
FROM base b
JOIN pg_attribute a ON a.attrelid = b.attrelid AND a.attnum = b.attnum
JOIN pg_type own ON own.oid = a.atttypid
JOIN pg_type t ON t.oid = b.typid AND t.typtype <> 'd'
JOIN pg_namespace tn ON tn.oid = t.typnamespace
LEFT JOIN (element el JOIN pg_type e ON e.oid = el.typid AND e.typtype <> 'd') ON el.attrelid = b.attrelid AND el.attnum = b.attnum
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum`;

/** Unique indexes, including those of primary keys. */
export const keysSql = `
SELECT json_agg(json_build_object('table', i.indrelid::text, 'isPrimary', i.indisprimary,
  'columns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, place)
    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum WHERE k.place <= i.indnkeyatts)) ORDER BY i.indexrelid)::text
FROM pg_index i WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL`;

export const foreignKeysSql = `
SELECT json_agg(json_build_object('table', c.conrelid::text, 'target', c.confrelid::text, 'onDelete', c.confdeltype,
  'columns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, place)
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum),
  'targets', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY AS k(attnum, place)
    JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.attnum)) ORDER BY c.oid)::text
FROM pg_constraint c WHERE c.contype = 'f' AND c.conparentid = 0`;

/** The partitions of each partitioned table by name, with the schema if it is not the default one. */
export const partitionsSql = `
SELECT json_agg(json_build_object('root', p.root::oid::text, 'name', CASE WHEN n.nspname = current_schema() THEN '' ELSE n.nspname || '.' END || r.relname,
  'partitions', p.names) ORDER BY n.nspname, r.relname)::text
FROM (SELECT pg_partition_root(c.oid) AS root,
    json_agg(CASE WHEN m.nspname = current_schema() THEN '' ELSE m.nspname || '.' END || c.relname ORDER BY m.nspname, c.relname) AS names
  FROM pg_class c JOIN pg_namespace m ON m.oid = c.relnamespace
  WHERE c.relispartition AND c.relkind IN ('r', 'p', 'f') AND has_schema_privilege(m.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
  GROUP BY 1) p
JOIN pg_class r ON r.oid = p.root JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND NOT starts_with(n.nspname, 'pg_')`;

/** A partitioned table of {@link partitionsSql}. */
export interface PartitionsRow {
  readonly root: string;
  readonly name: string;
  readonly partitions: readonly string[];
}

/** A table or view of {@link tablesSql}. */
export interface TableRow {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly isDefault: boolean;
  readonly hasHeirs: boolean;
  /** Whether the role may read all of its columns. */
  readonly isWhole: boolean;
  readonly privileges: readonly ('insert' | 'update' | 'delete')[];
  /** The commands that a permissive policy allows; null if row level security does not apply to the role. */
  readonly policies: readonly ('*' | 'r' | 'a' | 'w' | 'd')[] | null;
  readonly hasFillingTrigger: boolean;
  readonly hasTriggers: boolean;
  readonly hasRules: boolean;
  readonly redirects: Redirects;
}

/** A column of {@link columnsSql}. */
export interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly element: string | null;
  readonly elementKind: string | null;
  /** The enum of a domain, with its schema: operators of enums take no domain. */
  readonly comparedAs: string | null;
  readonly labels: readonly string[] | null;
  readonly isNotNull: boolean;
  readonly identity: string;
  readonly generated: string;
  readonly isNondeterministic: boolean | null;
  readonly default: string | null;
  readonly mayBeFilled: boolean;
  /** The sequence of its default, if the role may not use it. */
  readonly sequence: string | null;
  readonly privileges: readonly ('select' | 'insert' | 'update')[];
}

/** A key of {@link keysSql}; an expression in it is null. */
export interface KeyRow {
  readonly table: string;
  readonly isPrimary: boolean;
  readonly columns: readonly (string | null)[];
}

/** A key of {@link foreignKeysSql}. */
export interface ForeignKeyRow {
  readonly table: string;
  readonly target: string;
  readonly onDelete: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}
