import { createHash } from 'node:crypto';
import type { TestDatabase } from './databases.ts';

/** What each table of a database holds, the service's own too, as a text that differs if anything does. @param except the tables that are left out. */
export async function wholeDump(database: TestDatabase, except: readonly string[] = []): Promise<Readonly<Record<string, string>>> {
  const { dialect } = database;
  const names =
    dialect === 'sqlite'
      ? `SELECT name AS "table" FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
      : `SELECT schemaname || '.' || tablename AS "table" FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;
  const dump: Record<string, string> = {};
  for (const { table } of await database.query(names)) {
    const name = String(table);
    if (except.includes(name)) continue;
    const source = name
      .split('.')
      .map((part) => `"${part}"`)
      .join('.');
    const rows = await database.query(dialect === 'sqlite' ? `SELECT * FROM ${source}` : `SELECT t::text AS "row" FROM ${source} AS t`);
    const texts = rows.map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));
    dump[name] = `${rows.length} ${createHash('sha256').update(texts.toSorted().join('\n')).digest('hex')}`;
  }
  return dump;
}
