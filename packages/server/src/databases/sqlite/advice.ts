import type { TableName } from '../../model/table.ts';
import type { Advice, QueryPlan, WantedIndex } from '../catalog.ts';
import { quotedName } from '../quoted-name.ts';
import type { RawStatement, Reader } from '../statement.ts';

let plans = 0;

/** The plan of SQLite: lines such as "SCAN t" or "SEARCH t USING INDEX …", in which a table has its alias. */
export async function sqlitePlan(database: Reader, { sql, parameters }: RawStatement): Promise<QueryPlan> {
  plans += 1;
  // Another text each time: a prepared plan would not notice a new index.
  const rows = await database.read({ sql: `EXPLAIN QUERY PLAN /* ${plans} */ ${sql}`, parameters, isLong: true });
  const lines = rows.map(([, parent, , detail]) => ({ parent: String(parent), detail: String(detail) }));
  // The rows of a model have the alias "t", here and in the statements of `sql/`.
  const scans = lines.filter(({ detail }) => /^SCAN t\b/.test(detail));
  const isUnordered = scans.filter(({ detail }) => !detail.includes('USING'));
  const sorted = new Set(lines.filter(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY').map(({ parent }) => parent));
  return { readsAll: scans.length > 0, sortsAll: isUnordered.some(({ parent }) => sorted.has(parent)) };
}

/** No index of SQLite finds a text inside of a text. */
export function sqliteIndex({ table, columns, isForSearch }: WantedIndex): string | null {
  if (isForSearch) return null;
  const name = [table.name, ...columns, 'idx'].join('_');
  return `CREATE INDEX ${quotedName(name)} ON ${quotedName(table.name)} (${columns.map(quotedName).join(', ')});`;
}

/** Whether SQLite has statistics, and indexes that are double. */
export async function sqliteAdvice(database: Reader, tables: readonly TableName[]): Promise<Advice[]> {
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
  const [statistics] = await database.read({ sql: "SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'", parameters: [] });
  if (!statistics && tables.length > 0)
    advice.push({ problem: 'SQLite has no statistics: it guesses which index finds fewer rows.', cure: 'ANALYZE;' });
  return advice;
}
