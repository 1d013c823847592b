import { AdminError } from '../../errors/errors.ts';
import type { SearchIndex, TableName } from '../../model/table.ts';
import type { IndexProposal, WantedIndex } from '../catalog.ts';
import { leadingColumns, sizeNote } from '../indexes.ts';
import { quotedName } from '../quoted-name.ts';
import type { StatementReader } from '../statement.ts';
import { possibleIndex, readSearchIndexes, searchIndexStatements, updatesToFollow } from './search-index.ts';

/** Rows from which the width of a column is estimated. */
const sampleSize = 1000;

/** Bytes of an entry of an index beside its values, with the free space of its pages. */
const entryOverhead = 10;

/** An index of SQLite, or, for a search, a table of FTS5 with its triggers; null if the table can not have one. */
export async function sqliteProposal(database: StatementReader, wanted: WantedIndex): Promise<IndexProposal | null> {
  const { table, columns, isForSearch } = wanted;
  if (isForSearch) return searchProposal(database, wanted);
  const name = quotedName([table.name, ...columns, 'idx'].join('_'));
  const from = quotedName(table.name);
  const bytes = await sizeOf(database, wanted);
  return {
    statements: [`CREATE INDEX ${name} ON ${from} (${columns.map(quotedName).join(', ')});`],
    bytes,
    notes: [
      noteOn(bytes, 'these columns'),
      'While SQLite makes it, every write to the file waits, and fails after its time limit. Reads go on in WAL mode.',
    ],
  };
}

/** Bytes of a search index for each byte of text. */
const trigramFactor = 4;

const restartNote = 'Restart the service then: it looks for search indexes when it starts.';

function covering(index: SearchIndex | undefined, { columns }: WantedIndex): SearchIndex | undefined {
  return index && columns.every((column) => index.columns.includes(column)) ? index : undefined;
}

async function searchProposal(database: StatementReader, wanted: WantedIndex): Promise<IndexProposal | null> {
  const { byTable, incomplete } = await readSearchIndexes(database);
  const [ready, unfinished] = [byTable, incomplete].map((known) => covering(known.get(wanted.table.name), wanted));
  if (ready) return { statements: [], bytes: null, notes: [`The search index ${ready.name} is there. ${restartNote}`] };
  const index = unfinished ?? (await possibleIndex(database, wanted.table.name, wanted.columns));
  if (!index) return null;
  const updates = await updatesToFollow(database, wanted.table.name, index.columns);
  const { table, triggers, rebuild } = searchIndexStatements(wanted.table.name, index, updates);
  const statements = unfinished ? [rebuild] : ['BEGIN IMMEDIATE;', table, ...triggers, rebuild, 'COMMIT;'];
  const ofText = await sizeOf(database, wanted);
  const bytes = ofText === null ? null : ofText * trigramFactor;
  return {
    statements,
    bytes,
    notes: [
      noteOn(bytes, 'the table'),
      'While SQLite reads all rows into the search index, every write to the file waits, and fails after its time limit.',
      restartNote,
      'Every program that writes to the table needs SQLite with FTS5, because the triggers do.',
    ],
  };
}

function noteOn(bytes: number | null, written: 'these columns' | 'the table'): string {
  return bytes === null ? 'To find out its size took too long.' : sizeNote(bytes, written);
}

/** Estimated from the number of rows, and the width of a few of them; null if to count the rows takes too long. */
async function sizeOf(database: StatementReader, { table, columns }: WantedIndex): Promise<number | null> {
  const from = quotedName(table.name);
  const width = columns.map((column) => `coalesce(length(CAST(${quotedName(column)} AS BLOB)), 0)`).join(' + ');
  const sql = `SELECT (SELECT count(*) FROM ${from}) * ((SELECT avg(width) FROM (SELECT ${width} AS width FROM ${from} LIMIT ${sampleSize})) + ${entryOverhead})`;
  try {
    const [row] = await database.read({ sql, parameters: [], isLong: true });
    return Math.round(Number(row?.[0] ?? 0));
  } catch (error) {
    if (error instanceof AdminError && error.code === 'timeout') return null;
    throw error;
  }
}

/** The columns of the indexes of a table that cover all its rows, and its key. */
export async function sqliteIndexedColumns(database: StatementReader, { name }: TableName): Promise<string[][]> {
  const rows = await database.read({
    sql: `SELECT list.name, info.name FROM pragma_index_list(?1) AS list, pragma_index_xinfo(list.name) AS info
      WHERE info.key = 1 AND list.partial = 0
      UNION ALL SELECT NULL, name FROM (SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk)`,
    parameters: [name],
  });
  const byIndex = new Map<unknown, (string | null)[]>();
  for (const [index, column] of rows) byIndex.set(index, [...(byIndex.get(index) ?? []), column === null ? null : String(column)]);
  return Array.from(byIndex.values(), leadingColumns);
}
