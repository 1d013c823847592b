import type { Missing, WantedTable } from '../catalog.ts';
import type { TableName } from '../../model/table.ts';
import type { StatementReader } from '../statement.ts';

/** The wanted tables and columns that the database lacks. */
export async function missingIn(database: StatementReader, wanted: readonly WantedTable[]): Promise<readonly Missing[]> {
  const rows = await database.read({ sql: missingQuery, parameters: [JSON.stringify(wanted)] });
  return rows.map(([place, column]) => ({ place: Number(place), column: column === null || column === undefined ? null : String(column) }));
}

/** Whether there is a table of this name: in its schema, or where the search path finds it if it names none. */
export async function hasTable(database: StatementReader, { schema, name }: TableName): Promise<boolean> {
  const [row] = await database.read({ sql: presenceQuery, parameters: [schema ?? null, name] });
  return row !== undefined;
}

/** The system catalog is read, because `to_regclass` needs the right to use the schema. */
const presenceQuery = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relname = $2::name AND CASE WHEN $1::name IS NULL THEN pg_table_is_visible(c.oid) ELSE n.nspname = $1::name END`;

/**
 * The missing items: the index of a table in the list, with null for the table, or with the name of a column. Names are truncated as by the
 * server.
 */
const missingQuery = `SELECT (t.place - 1)::int, w.name
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
