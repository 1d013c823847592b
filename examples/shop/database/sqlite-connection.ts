import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getTableName } from 'drizzle-orm';
import type { Parameter, ShopConnection } from './connection.ts';
import { quoted } from './create-tables.ts';
import { driverValue, insertColumns } from './insert-columns.ts';

/** Opens a SQLite file for making the demo's rows in it. */
export function connectSqlite(file: string): ShopConnection {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Customers' data: only the owner reads and writes it. SQLite gives the files beside it the same mode.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  // The rows are made consistent, and made anew if the machine stops: neither is worth waiting for.
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: false });
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -65536');
  return {
    async execute(sql) {
      database.exec(sql);
    },
    async query(sql, parameters = []) {
      return database.prepare(sql).all(...parameters);
    },
    async hasTable(name) {
      return database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).get(name) !== undefined;
    },
    async insert(table, rows) {
      if (rows.length === 0) return;
      const columns = insertColumns(table, rows);
      const names = columns.map(({ column }) => quoted(column.name)).join(', ');
      const marks = columns.map(() => '?').join(', ');
      const statement = database.prepare(`INSERT INTO ${quoted(getTableName(table))} (${names}) VALUES (${marks})`);
      for (const row of rows) statement.run(...columns.map((column) => driverValue(column, row) as Parameter));
    },
    async close() {
      database.close();
    },
  };
}
