import type { Missing, WantedTable } from '../catalog.ts';
import type { TableName } from '../../model/table.ts';
import type { StatementReader } from '../statement.ts';

/** The wanted tables and columns that the database lacks. */
export async function missingIn(database: StatementReader, wanted: readonly WantedTable[]): Promise<readonly Missing[]> {
  const rows = await database.read({ sql: missingQuery, parameters: [JSON.stringify(wanted)] });
  return rows.map(([place, column]) => ({ place: Number(place), column: column === null || column === undefined ? null : String(column) }));
}

/** Whether there is a table of this name. */
export async function hasTable(database: StatementReader, { name }: TableName): Promise<boolean> {
  const [row] = await database.read({ sql: `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?`, parameters: [name] });
  return Number(row?.[0]) > 0;
}

/**
 * The missing items: the index of a table in the list, with null for the table, or with the name of a column. `rowid` exists under three
 * names that no list of columns has.
 */
const missingQuery = `WITH wanted AS (SELECT key AS place, value ->> 'name' AS name, value -> 'columns' AS columns FROM json_each(?)),
  there AS (SELECT w.place, c.name FROM wanted w JOIN pragma_table_xinfo(w.name) c)
  SELECT w.place, NULL FROM wanted w WHERE w.place NOT IN (SELECT place FROM there)
  UNION ALL
  SELECT w.place, c.value FROM wanted w JOIN json_each(w.columns) c
  WHERE w.place IN (SELECT place FROM there) AND lower(c.value) NOT IN ('rowid', 'oid', '_rowid_')
    AND NOT EXISTS (SELECT 1 FROM there t WHERE t.place = w.place AND lower(t.name) = lower(c.value))`;
