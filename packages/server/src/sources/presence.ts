import type { Problems } from '../model/build/checks.ts';
import type { TableDescription } from '../model/table.ts';
import type { Database } from '../store/database.ts';

/** A table whose description comes from a config, and the place in that config. */
export interface Described {
  readonly place: string;
  readonly description: TableDescription;
}

/** Reports each described table that the database lacks, and each of its columns that the database lacks. */
export async function checkPresence(database: Database, tables: readonly Described[], problems: Problems): Promise<void> {
  if (tables.length === 0) return;
  const wanted = tables.map(({ description: { table, columns } }) => ({ ...table, columns: columns.map(({ column }) => column) }));
  const sql = database.dialect === 'postgres' ? missingOnPostgres : missingOnSqlite;
  for (const [index, column] of await database.read({ sql, parameters: [JSON.stringify(wanted)] })) {
    const { place, description } = tables[Number(index)] as Described;
    const name = description.table.name;
    if (column === null) {
      const cure = 'Create it, by the migrations that you use, or look whether this is the database that you mean.';
      problems.add('E004', place, { message: `"${name}" is not there.`, cure });
    } else {
      const cure = 'Add it, by the migrations that you use, or take it out of the table that the model is made of.';
      problems.add('E006', place, { message: `"${name}" has no "${String(column)}".`, cure });
    }
  }
}

/**
 * The missing items: the index of a table in the list, with null for the table, or with the name of a column. Names are truncated as by the
 * server.
 */
const missingOnPostgres = `SELECT (t.place - 1)::int, w.name
  FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY t (wanted, place)
  LEFT JOIN LATERAL (
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = (t.wanted->>'name')::name AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND CASE WHEN t.wanted->>'schema' IS NULL THEN pg_table_is_visible(c.oid) ELSE n.nspname = (t.wanted->>'schema')::name END
  ) r ON true
  LEFT JOIN LATERAL jsonb_array_elements_text(t.wanted->'columns') w (name) ON r.oid IS NOT NULL
  WHERE r.oid IS NULL OR NOT EXISTS (
    SELECT 1 FROM pg_attribute a WHERE a.attrelid = r.oid AND a.attname = w.name::name AND NOT a.attisdropped
  )`;

/** The same for SQLite; `rowid` exists under three names that no list of columns has. */
const missingOnSqlite = `WITH wanted AS (SELECT key AS place, value ->> 'name' AS name, value -> 'columns' AS columns FROM json_each(?)),
  there AS (SELECT w.place, c.name FROM wanted w JOIN pragma_table_xinfo(w.name) c)
  SELECT w.place, NULL FROM wanted w WHERE w.place NOT IN (SELECT place FROM there)
  UNION ALL
  SELECT w.place, c.value FROM wanted w JOIN json_each(w.columns) c
  WHERE w.place IN (SELECT place FROM there) AND lower(c.value) NOT IN ('rowid', 'oid', '_rowid_')
    AND NOT EXISTS (SELECT 1 FROM there t WHERE t.place = w.place AND lower(t.name) = lower(c.value))`;
