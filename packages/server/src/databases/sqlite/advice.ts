import type { Advice } from '@grimoire/protocol';
import type { TableName } from '../../model/table.ts';
import type { AdviceGiven, AdviceRequest } from '../catalog.ts';
import { quotedName } from '../quoted-name.ts';
import type { StatementReader } from '../statement.ts';
import { hasAllRows, searchIndexStatements } from './search-index.ts';

/** Indexes that are double, search indexes without all rows, and missing statistics. SQLite does not count how often an index is used. */
export async function sqliteAdvice(database: StatementReader, { tables }: AdviceRequest): Promise<AdviceGiven> {
  const advice: Advice[] = [];
  for (const table of tables) advice.push(...(await indexAdvice(database, table)));
  for (const table of tables) advice.push(...(await searchIndexAdvice(database, table)));
  return { advice: [...advice, ...(tables.length > 0 ? await statisticsAdvice(database) : [])], notes: [] };
}

async function indexAdvice(database: StatementReader, { name }: TableName): Promise<Advice[]> {
  // An expression in an index has no name: two such indexes can not be compared.
  const rows = await database.read({
    sql: `SELECT list.name, list."unique", group_concat(info.name || info.desc || info.coll, ',' ORDER BY info.seqno)
      FROM pragma_index_list(?) AS list, pragma_index_xinfo(list.name) AS info WHERE info.key = 1 AND list.partial = 0 GROUP BY list.name HAVING count(info.name) = count(*) ORDER BY list.seq DESC`,
    parameters: [name],
  });
  const indexByColumns = new Map<string, string>();
  return rows.flatMap(([index, isUnique, columns]): Advice[] => {
    const twin = indexByColumns.get(String(columns));
    if (twin !== undefined && Number(isUnique) === 0)
      return [{ problem: `The index ${String(index)} is the same as ${twin}.`, cure: `DROP INDEX ${quotedName(String(index))};` }];
    indexByColumns.set(String(columns), String(index));
    return [];
  });
}

async function searchIndexAdvice(database: StatementReader, table: TableName): Promise<Advice[]> {
  const { name, searchIndex } = table;
  if (!searchIndex || (await hasAllRows(database, table))) return [];
  const problem = `The search index ${searchIndex.name} has not the rows of ${name}: searches do not find all.`;
  return [{ problem, cure: searchIndexStatements(name, searchIndex).rebuild }];
}

async function statisticsAdvice(database: StatementReader): Promise<Advice[]> {
  const [statistics] = await database.read({ sql: "SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'", parameters: [] });
  return statistics ? [] : [{ problem: 'SQLite has no statistics: it guesses which index finds fewer rows.', cure: 'ANALYZE;' }];
}
