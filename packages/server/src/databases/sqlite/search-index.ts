import type { SearchIndex, TableName } from '../../model/table.ts';
import { quotedName } from '../quoted-name.ts';
import type { StatementReader } from '../statement.ts';

/** The statements that make a search index: a table of FTS5 over the rows of another one, and the triggers that keep it up to date. */
export interface SearchIndexStatements {
  readonly table: string;
  readonly triggers: readonly string[];
  /** Reads all rows into it. */
  readonly rebuild: string;
}

function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * The updates after which an index is brought up to date: those that name one of its columns, or all. Indexes that were made before there was
 * this difference follow all.
 */
export type FollowedUpdates = 'of its columns' | 'all';

/** The other names of a key that is the rowid: `UPDATE OF` knows a column by its name only. */
const rowIdNames = ['rowid', 'oid', '_rowid_'];

/** Writes those statements. */
export function searchIndexStatements(
  table: string,
  { name, key, columns }: SearchIndex,
  updates: FollowedUpdates = 'of its columns',
): SearchIndexStatements {
  const [index, on] = [quotedName(name), quotedName(table)];
  const names = columns.map(quotedName);
  const values = (row: string): string => [key, ...columns].map((column) => `${row}.${quotedName(column)}`).join(', ');
  const add = `INSERT INTO ${index} (rowid, ${names.join(', ')}) VALUES (${values('new')});`;
  const remove = `INSERT INTO ${index} (${index}, rowid, ${names.join(', ')}) VALUES ('delete', ${values('old')});`;
  const trigger = (when: string, body: string, of = ''): string =>
    `CREATE TRIGGER ${quotedName(`${name}_${when}`)} AFTER ${when.toUpperCase()}${of} ON ${on} BEGIN ${body} END;`;
  const named = [...new Set([key, ...columns])].map(quotedName);
  const of = updates === 'all' ? '' : ` OF ${[...named, ...rowIdNames].join(', ')}`;
  const options = [`content=${quotedText(table)}`, `content_rowid=${quotedText(key)}`, "tokenize='trigram'"];
  return {
    table: `CREATE VIRTUAL TABLE ${index} USING fts5(${[...names, ...options].join(', ')});`,
    triggers: [trigger('insert', add), trigger('delete', remove), trigger('update', `${remove} ${add}`, of)],
    rebuild: `INSERT INTO ${index} (${index}) VALUES ('rebuild');`,
  };
}

/** Names that FTS5 keeps for itself. */
const reserved: ReadonlySet<string> = new Set(['rank', 'rowid']);

/** The search index that a table could have; null if it has no integer key that is its rowid, or a column cannot be indexed. */
export async function possibleIndex(database: StatementReader, table: string, columns: readonly string[]): Promise<SearchIndex | null> {
  const key = await rowIdKey(database, table);
  const taken = new Set((await database.read({ sql: 'SELECT lower(name) FROM sqlite_schema', parameters: [] })).map(([name]) => name));
  let name = `${table}_search`;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${table}_search${number}`;
  const isRefused = columns.some((column) => reserved.has(column.toLowerCase()) || column.toLowerCase() === name.toLowerCase());
  return key === null || isRefused ? null : { name, key, columns };
}

/** The column that is another name of the rowid. */
async function rowIdKey(database: StatementReader, table: string): Promise<string | null> {
  const rows = await database.read({
    sql: `SELECT name FROM pragma_table_info(?1) WHERE pk > 0 AND lower(type) = 'integer' AND (SELECT count(*) FROM pragma_table_info(?1) WHERE pk > 0) = 1
      AND NOT EXISTS (SELECT 1 FROM pragma_index_list(?1) WHERE origin = 'pk') AND EXISTS (SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ?1 AND type = 'table' AND wr = 0)`,
    parameters: [table],
  });
  return rows[0] ? String(rows[0][0]) : null;
}

/** The updates that an index of these columns has to follow: no statement names a generated column that it changes. */
export async function updatesToFollow(database: StatementReader, table: string, columns: readonly string[]): Promise<FollowedUpdates> {
  const sql = 'SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 1 AND name COLLATE NOCASE IN (SELECT value FROM json_each(?2))';
  const generated = await database.read({ sql, parameters: [table, JSON.stringify(columns)] });
  return generated.length > 0 ? 'all' : 'of its columns';
}

/** The search indexes of a database. */
export interface SearchIndexes {
  /** By the names of their tables. */
  readonly byTable: ReadonlyMap<string, SearchIndex>;
  /** The names of the tables of FTS5 that they are. */
  readonly names: ReadonlySet<string>;
  /** Those that lack rows, by the names of their tables. They are not used. */
  readonly incomplete: ReadonlyMap<string, SearchIndex>;
}

/**
 * Finds the search indexes of a database: those with the text of {@link searchIndexStatements}, triggers included, because another one may
 * lack rows.
 */
export async function readSearchIndexes(database: StatementReader): Promise<SearchIndexes> {
  const rows = await database.read({
    sql: `SELECT index_table.name, index_table.sql, added.tbl_name, added.sql, removed.sql, updated.sql FROM sqlite_schema AS index_table
      JOIN sqlite_schema AS added ON added.type = 'trigger' AND added.name = index_table.name || '_insert'
      JOIN sqlite_schema AS removed ON removed.type = 'trigger' AND removed.name = index_table.name || '_delete'
      JOIN sqlite_schema AS updated ON updated.type = 'trigger' AND updated.name = index_table.name || '_update'
      WHERE index_table.type = 'table' AND index_table.sql LIKE 'CREATE VIRTUAL TABLE%'`,
    parameters: [],
  });
  const byTable = new Map<string, SearchIndex>();
  const names = new Set<string>();
  const incomplete = new Map<string, SearchIndex>();
  for (const [name, sql, table, ...triggers] of rows.map((row) => row.map(String))) {
    if (name === undefined || table === undefined) continue;
    const index = await indexOf(database, name, table);
    if (!index) continue;
    const isMadeFor = (updates: FollowedUpdates): boolean => {
      const expected = searchIndexStatements(table, index, updates);
      return [expected.table, ...expected.triggers].every((text, place) => plain(text) === plain([sql, ...triggers][place] ?? ''));
    };
    if (!isMadeFor('all') && !isMadeFor(await updatesToFollow(database, table, index.columns))) continue;
    names.add(name);
    const indexes = (await hasSameEnds(database, table, index)) ? byTable : incomplete;
    if (index.columns.length > (indexes.get(table)?.columns.length ?? 0)) indexes.set(table, index);
  }
  return { byTable, names, incomplete };
}

/** One sentence for each search index that is not used. */
export async function searchIndexNotes(database: StatementReader): Promise<string[]> {
  const { incomplete } = await readSearchIndexes(database);
  return Array.from(
    incomplete,
    ([table, index]) =>
      `The search index ${index.name} is not used, because it lacks rows of ${table}. Run ${searchIndexStatements(table, index).rebuild} and start again.`,
  );
}

/** The text of a statement without what its author may have written otherwise. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/;?\s*$/, '');
}

async function indexOf(database: StatementReader, name: string, table: string): Promise<SearchIndex | null> {
  const key = await rowIdKey(database, table);
  const columns = await database.read({ sql: 'SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid', parameters: [name] });
  return key === null ? null : { name, key, columns: columns.map(([column]) => String(column)) };
}

/** Whether an index has the first and the last row of its table: one that was never built has neither. */
async function hasSameEnds(database: StatementReader, table: string, { name, key }: SearchIndex): Promise<boolean> {
  const entries = quotedName(`${name}_docsize`);
  const same = (end: string): string =>
    `(SELECT ${end}(id) FROM ${entries}) IS (SELECT ${end}(${quotedName(key)}) FROM ${quotedName(table)})`;
  const [row] = await database.read({ sql: `SELECT ${same('min')} AND ${same('max')}`, parameters: [] });
  return Number(row?.[0]) === 1;
}

/** Whether an index has as many rows as its table. */
export async function hasAllRows(database: StatementReader, { name: table, searchIndex }: TableName): Promise<boolean> {
  if (!searchIndex) return true;
  const entries = quotedName(`${searchIndex.name}_docsize`);
  const sql = `SELECT (SELECT count(*) FROM ${entries}) = (SELECT count(*) FROM ${quotedName(table)})`;
  const [row] = await database.read({ sql, parameters: [], isLong: true });
  return Number(row?.[0]) === 1;
}
