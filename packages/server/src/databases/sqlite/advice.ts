import type { Advice } from '@grimoire/protocol';
import { AdminError } from '../../errors.ts';
import type { SearchIndex, TableName } from '../../model/table.ts';
import type { AdviceGiven, AdviceRequest, IndexProposal, QueryPlan, TableRead, WantedIndex } from '../catalog.ts';
import { hasAllRows, possibleIndex, readSearchIndexes, searchIndexStatements } from './search-index.ts';
import { quotedName } from '../quoted-name.ts';
import { sizeText } from '../size-text.ts';
import type { RawStatement, Reader } from '../statement.ts';

let plans = 0;

/** A line of a plan. */
interface Line {
  readonly id: string;
  readonly parent: string;
  readonly detail: string;
}

/** The plan of SQLite: lines such as "SCAN t" or "SEARCH t USING INDEX …", in which a table has its alias. */
export async function sqlitePlan(database: Reader, { sql, parameters, until }: RawStatement): Promise<QueryPlan> {
  plans += 1;
  const limit = until === undefined ? {} : { until };
  // Another text each time: a prepared plan would not notice a new index.
  const rows = await database.read({ sql: `EXPLAIN QUERY PLAN /* ${plans} */ ${sql}`, parameters, isLong: true, ...limit });
  const lines = rows.map(([id, parent, , detail]): Line => ({ id: String(id), parent: String(parent), detail: String(detail) }));
  const tables = tablesByAlias(sql);
  const scans = lines.flatMap((line) => {
    const alias = /^SCAN (\w+)\b/.exec(line.detail)?.[1];
    return alias === undefined ? [] : [{ ...line, alias }];
  });
  const sorted = new Set(lines.filter(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY').map(({ parent }) => parent));
  return {
    whole: scans.flatMap(({ alias }): TableRead[] => {
      const name = tables.get(alias);
      return name === undefined ? [] : [{ alias, table: { schema: undefined, name } }];
    }),
    sortsAll: scans.some(({ alias, detail, parent }) => alias === 't' && !detail.includes('USING') && sorted.has(parent)),
    indexes: lines.flatMap(({ detail }) => /USING (?:COVERING )?INDEX (.+?)(?: \(|$)/.exec(detail)?.[1] ?? []),
    steps: stepsOf(lines, tables),
  };
}

/** The tables of a statement of `sql/`, each written as `"name" AS "alias"`. */
function tablesByAlias(sql: string): ReadonlyMap<string, string> {
  const named = sql.matchAll(/(?:FROM|JOIN) "((?:[^"]|"")+)" AS "(\w+)"/g);
  return new Map(Array.from(named, ([, name = '', alias = '']) => [alias, name.replaceAll('""', '"')]));
}

function stepsOf(lines: readonly Line[], tables: ReadonlyMap<string, string>): string[] {
  const depths = new Map<string, number>();
  return lines.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    const named = detail.replace(/^(SCAN|SEARCH) (\w+)/, (_, how: string, alias: string) => `${how} ${tables.get(alias) ?? alias}`);
    return `${'  '.repeat(depth)}${named}`;
  });
}

/** Rows from which the width of a column is estimated. */
const sampleSize = 1000;

/** Bytes of an entry of an index beside its values, with the free space of its pages. */
const entryOverhead = 10;

/** An index of SQLite, or, for a search, a table of FTS5 with its triggers; null if the table can not have one. */
export async function sqliteProposal(database: Reader, wanted: WantedIndex, until?: number): Promise<IndexProposal | null> {
  const { table, columns, isForSearch } = wanted;
  if (isForSearch) return searchProposal(database, wanted, until);
  const name = quotedName([table.name, ...columns, 'idx'].join('_'));
  const from = quotedName(table.name);
  const bytes = await sizeOf(database, wanted, until);
  const size =
    bytes === null
      ? 'To find out its size took too long.'
      : `It will take about ${sizeText(bytes)}, and makes each write to these columns slower.`;
  return {
    statements: [`CREATE INDEX ${name} ON ${from} (${columns.map(quotedName).join(', ')});`],
    bytes,
    notes: [size, 'While SQLite makes it, every write to the file waits, and fails after its time limit. Reads go on in WAL mode.'],
  };
}

/** Bytes of a search index for each byte of text. */
const trigramFactor = 4;

const restartNote = 'Restart the service then: it looks for search indexes when it starts.';

function covering(index: SearchIndex | undefined, { columns }: WantedIndex): SearchIndex | undefined {
  return index && columns.every((column) => index.columns.includes(column)) ? index : undefined;
}

async function searchProposal(database: Reader, wanted: WantedIndex, until: number | undefined): Promise<IndexProposal | null> {
  const { byTable, incomplete } = await readSearchIndexes(database);
  const [ready, unfinished] = [byTable, incomplete].map((known) => covering(known.get(wanted.table.name), wanted));
  if (ready) return { statements: [], bytes: null, notes: [`The search index ${ready.name} is there. ${restartNote}`] };
  const index = unfinished ?? (await possibleIndex(database, wanted.table.name, wanted.columns));
  if (!index) return null;
  const { table, triggers, rebuild } = searchIndexStatements(wanted.table.name, index);
  const statements = unfinished ? [rebuild] : ['BEGIN IMMEDIATE;', table, ...triggers, rebuild, 'COMMIT;'];
  const ofText = await sizeOf(database, wanted, until);
  const bytes = ofText === null ? null : ofText * trigramFactor;
  return {
    statements,
    bytes,
    notes: [
      bytes === null
        ? 'To find out its size took too long.'
        : `It will take about ${sizeText(bytes)}, and makes each write to the table slower.`,
      'While SQLite reads all rows into the search index, every write to the file waits, and fails after its time limit.',
      restartNote,
      'Every program that writes to the table needs SQLite with FTS5, because the triggers do.',
    ],
  };
}

/** Estimated from the number of rows, and the width of a few of them; null if to count the rows takes too long. */
async function sizeOf(database: Reader, { table, columns }: WantedIndex, until: number | undefined): Promise<number | null> {
  const from = quotedName(table.name);
  const width = columns.map((column) => `coalesce(length(CAST(${quotedName(column)} AS BLOB)), 0)`).join(' + ');
  const sql = `SELECT (SELECT count(*) FROM ${from}) * ((SELECT avg(width) FROM (SELECT ${width} AS width FROM ${from} LIMIT ${sampleSize})) + ${entryOverhead})`;
  try {
    const [row] = await database.read({ sql, parameters: [], isLong: true, ...(until === undefined ? {} : { until }) });
    return Math.round(Number(row?.[0] ?? 0));
  } catch (error) {
    if (error instanceof AdminError && error.code === 'timeout') return null;
    throw error;
  }
}

/** The columns of the indexes of a table that cover all its rows, and its key. */
export async function sqliteIndexedColumns(database: Reader, { name }: TableName): Promise<string[][]> {
  const rows = await database.read({
    sql: `SELECT list.name, info.name FROM pragma_index_list(?1) AS list, pragma_index_xinfo(list.name) AS info
      WHERE info.key = 1 AND list.partial = 0
      UNION ALL SELECT NULL, name FROM (SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk)`,
    parameters: [name],
  });
  const byIndex = new Map<unknown, (string | null)[]>();
  for (const [index, column] of rows) byIndex.set(index, [...(byIndex.get(index) ?? []), column === null ? null : String(column)]);
  return Array.from(byIndex.values(), (columns) => {
    const expression = columns.indexOf(null);
    return columns.slice(0, expression === -1 ? undefined : expression) as string[];
  });
}

/** Whether SQLite has statistics, and indexes that are double. It does not count how often an index is used. */
export async function sqliteAdvice(database: Reader, { tables }: AdviceRequest): Promise<AdviceGiven> {
  const advice: Advice[] = [];
  for (const { name } of tables) {
    // An expression in an index has no name: two such indexes can not be compared.
    const rows = await database.read({
      sql: `SELECT list.name, list."unique", group_concat(info.name || info.desc || info.coll, ',' ORDER BY info.seqno)
        FROM pragma_index_list(?) AS list, pragma_index_xinfo(list.name) AS info WHERE info.key = 1 AND list.partial = 0 GROUP BY list.name HAVING count(info.name) = count(*) ORDER BY list.seq DESC`,
      parameters: [name],
    });
    const seen = new Map<string, string>();
    for (const [index, isUnique, columns] of rows) {
      const twin = seen.get(String(columns));
      if (twin !== undefined && Number(isUnique) === 0)
        advice.push({ problem: `The index ${String(index)} is the same as ${twin}.`, cure: `DROP INDEX ${quotedName(String(index))};` });
      else seen.set(String(columns), String(index));
    }
  }
  for (const table of tables) {
    if (!table.searchIndex || (await hasAllRows(database, table))) continue;
    const { rebuild } = searchIndexStatements(table.name, table.searchIndex);
    advice.push({
      problem: `The search index ${table.searchIndex.name} has not the rows of ${table.name}: searches do not find all.`,
      cure: rebuild,
    });
  }
  const [statistics] = await database.read({ sql: "SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'", parameters: [] });
  if (!statistics && tables.length > 0)
    advice.push({ problem: 'SQLite has no statistics: it guesses which index finds fewer rows.', cure: 'ANALYZE;' });
  return { advice, notes: [] };
}
