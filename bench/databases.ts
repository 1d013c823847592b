import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres } from '../test/support/postgres-server.ts';
import { dataStatements, orderCount } from './data.ts';
import type { Dialect } from './options.ts';

/** A database with the bench's rows, which lasts as long as its bench. */
export interface BenchDatabase {
  /** An address of PostgreSQL, or a file of SQLite. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts a database and fills it with so many orders. */
export function startDatabase(dialect: Dialect, orders: number = orderCount): Promise<BenchDatabase> {
  return dialect === 'postgres' ? startFilledPostgres(orders) : startFilledSqlite(orders);
}

async function startFilledPostgres(orders: number): Promise<BenchDatabase> {
  const server = await startPostgres({ shared_buffers: '256MB', autovacuum: 'off' });
  try {
    const address = await server.createDatabase('bench');
    await execute('postgres', address, dataStatements('postgres', orders));
    return { address, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startFilledSqlite(orders: number): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-bench-'));
  const stop = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
  const address = join(folder, 'bench.sqlite');
  try {
    await execute('sqlite', address, dataStatements('sqlite', orders));
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs statements in a database, one by one. */
export async function execute(dialect: Dialect, address: string, statements: readonly string[]): Promise<void> {
  if (dialect === 'sqlite') {
    const database = new DatabaseSync(address);
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
      for (const statement of statements) database.exec(statement);
    } finally {
      database.close();
    }
    return;
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
