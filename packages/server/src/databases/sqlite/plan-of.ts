import type { QueryPlan, TableRead } from '../catalog.ts';
import type { RawStatement, StatementReader } from '../statement.ts';

let plans = 0;

/** A line of a plan. */
export interface PlanLine {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** The plan of SQLite: lines such as "SCAN t" or "SEARCH t USING INDEX …", in which a table has its alias. */
export async function sqlitePlan(database: StatementReader, { sql, parameters, until }: RawStatement): Promise<QueryPlan> {
  plans += 1;
  const limit = until === undefined ? {} : { until };
  // Another text each time: a prepared plan would not notice a new index.
  const rows = await database.read({ sql: `EXPLAIN QUERY PLAN /* ${plans} */ ${sql}`, parameters, isLong: true, ...limit });
  const lines = rows.map(([id, parent, , detail]): PlanLine => ({ id: Number(id), parent: Number(parent), detail: String(detail) }));
  const tables = new Map(tablesOf(sql).map(({ alias, name }) => [alias, name]));
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

/** A table of a statement, and its alias. */
interface NamedTable {
  readonly name: string;
  readonly alias: string;
}

/**
 * The tables of a statement of `sql/`, each written as `"name" AS "alias"`; those of different queries may have the same alias. A name that begins with
 * a tilde is that of an expression of the statement.
 */
export function tablesOf(sql: string): readonly NamedTable[] {
  const named = sql.matchAll(/(?:FROM|JOIN) "((?!~)(?:[^"]|"")+)" AS "(\w+)"/g);
  return Array.from(named, ([, name = '', alias = '']) => ({ alias, name: name.replaceAll('""', '"') }));
}

function stepsOf(lines: readonly PlanLine[], tables: ReadonlyMap<string, string>): string[] {
  const depths = new Map<number, number>();
  return lines.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    const named = detail.replace(/^(SCAN|SEARCH) (\w+)/, (_, how: string, alias: string) => `${how} ${tables.get(alias) ?? alias}`);
    return `${'  '.repeat(depth)}${named}`;
  });
}
