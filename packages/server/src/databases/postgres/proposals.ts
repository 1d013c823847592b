import type { TableName } from '../../model/table.ts';
import type { IndexProposal, WantedIndex } from '../catalog.ts';
import { leadingColumns, sizeNote } from '../indexes.ts';
import { quotedName } from '../quoted-name.ts';
import type { StatementReader } from '../statement.ts';

/** The name of a table in SQL. */
export function quotedTable({ schema, name }: TableName): string {
  return schema === undefined ? quotedName(name) : `${quotedName(schema)}.${quotedName(name)}`;
}

/** Bytes of an entry of an index beside its values, with the free space of its pages. */
const entryOverhead = 20;

/** Bytes of a trigram index for each byte of text. */
const trigramFactor = 1.5;

/** `$1` is the table's name as SQL, `$2` a JSON list of columns. A table that was never analyzed has a negative number of rows. */
const sizeSql = `SELECT c.reltuples::float8::text, coalesce((SELECT sum(s.avg_width) FROM pg_stats s WHERE s.schemaname = n.nspname AND s.tablename = c.relname
    AND s.attname IN (SELECT json_array_elements_text($2::json))), -1)::text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass($1)`;

/** `CONCURRENTLY` makes it without a lock that would stop writes. */
export async function postgresProposal(database: StatementReader, wanted: WantedIndex): Promise<IndexProposal> {
  const { table, columns, isForSearch } = wanted;
  const [row] = await database.read({ sql: sizeSql, parameters: [quotedTable(table), JSON.stringify(columns)] });
  const [rows, width] = [Number(row?.[0] ?? -1), Number(row?.[1] ?? -1)];
  const perRow = isForSearch ? width * trigramFactor : width + entryOverhead;
  const bytes = rows < 0 || width < 0 ? null : Math.round(rows * perRow);
  const trigrams = isForSearch ? await trigramParts(database) : { statements: [], notes: [] };
  const method = isForSearch ? ' USING gin' : '';
  const parts = columns.map((column) => `${quotedName(column)}${isForSearch ? ' gin_trgm_ops' : ''}`);
  return {
    statements: [...trigrams.statements, `CREATE INDEX CONCURRENTLY ON ${quotedTable(table)}${method} (${parts.join(', ')});`],
    bytes,
    notes: [
      bytes === null ? 'Its size is not known before ANALYZE.' : sizeNote(bytes, 'these columns'),
      'CONCURRENTLY blocks neither reads nor writes. It reads the table twice, waits for transactions that are open, and can not run in a transaction: send each statement by itself.',
      ...trigrams.notes,
    ],
  };
}

/** What the extension of trigram indexes still needs. */
async function trigramParts(database: StatementReader): Promise<Pick<IndexProposal, 'statements' | 'notes'>> {
  const sql = `SELECT installed_version IS NOT NULL, has_database_privilege(current_database(), 'CREATE')
    FROM pg_available_extensions WHERE name = 'pg_trgm'`;
  const [row] = await database.read({ sql, parameters: [] });
  if (!row)
    return { statements: [], notes: ['The server does not have the extension pg_trgm: install its additional modules first (contrib).'] };
  const [isInstalled, mayCreate] = row.map((value) => value === 't');
  if (isInstalled) return { statements: [], notes: [] };
  return {
    statements: ['CREATE EXTENSION IF NOT EXISTS pg_trgm;'],
    notes: [
      mayCreate
        ? 'The extension pg_trgm is not installed in this database.'
        : 'The extension pg_trgm is not installed in this database, and this role may not create it: that needs the right CREATE on the database.',
    ],
  };
}

/** The columns of an index `i` as JSON; an expression is null. */
export const columnsOfIndex: string = `(SELECT json_agg(a.attname ORDER BY k.place)
      FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(column_number, place)
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.column_number
      WHERE k.place <= i.indnkeyatts)`;

/** The valid indexes of a table that cover all its rows, and can be read in order. `$1` is the table's name as SQL. */
export const orderedIndexes: string = `pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
    WHERE i.indrelid = to_regclass($1) AND i.indisvalid AND i.indpred IS NULL AND m.amname = 'btree'`;

/** The first columns of the valid indexes of a table that cover all its rows. */
export async function postgresIndexedColumns(database: StatementReader, table: TableName): Promise<string[][]> {
  const sql = `SELECT coalesce(json_agg(${columnsOfIndex}), '[]'::json)::text FROM ${orderedIndexes}`;
  const [row] = await database.read({ sql, parameters: [quotedTable(table)] });
  return (JSON.parse(String(row?.[0])) as (string | null)[][]).map(leadingColumns);
}
