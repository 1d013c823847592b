import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { postgres, sqlite } from 'grimoire';
import pg from 'pg';
import { inject } from 'vitest';
import { type Dialect, dialects, hasPostgres } from './dialects.ts';
import { scratch } from './scratch.ts';

export { type Dialect, dialects, hasPostgres };

/** A parameter of a statement that a test runs itself. */
export type TestValue = string | number | bigint | boolean | null | Uint8Array;

/** How a service opens a test's database. */
export interface SourceOptions {
  /** Milliseconds that one statement may take; the default where it is left out. */
  readonly statementTimeout?: number;
  /** Whether a service on SQLite starts the processes that it has by default; true where it is left out. */
  readonly processes?: boolean;
}

/** A new database of one test file. */
export interface TestDatabase {
  readonly dialect: Dialect;
  /** The address, in the form of `--database`. */
  readonly address: string;
  source(options?: SourceOptions): ReturnType<typeof sqlite>;
  /** Runs statements without parameters. */
  execute(sql: string): Promise<void>;
  /** Runs one statement with `?` for each parameter; rows come as objects. */
  query(sql: string, values?: readonly TestValue[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

let counter = 0;

/**
 * Creates an empty database; on PostgreSQL in the server of the test run, unless another server is named.
 * @param content the initial content of the file, on SQLite.
 */
export async function createTestDatabase(dialect: Dialect, server?: string, content?: Uint8Array): Promise<TestDatabase> {
  return dialect === 'sqlite' ? createSqlite(content) : createPostgres(server ?? inject('postgresUrl'));
}

/** Creates a database that has the service's own tables, without rows: a copy of the template of the test run. */
export async function createMigratedDatabase(dialect: Dialect): Promise<TestDatabase> {
  const { sqlite: file, postgres: template } = inject('templates');
  return dialect === 'sqlite' ? createSqlite(readFileSync(file)) : createPostgres(inject('postgresUrl'), template);
}

function createSqlite(content?: Uint8Array): TestDatabase {
  const folder = mkdtempSync(join(scratch, 'grimoire-test-'));
  const file = join(folder, 'test.sqlite');
  if (content) writeFileSync(file, content);
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
  return {
    dialect: 'sqlite',
    address: `sqlite:${file}`,
    source: (options = {}) => sqlite({ file, ...options }),
    async execute(sql) {
      database.exec(sql);
    },
    async query(sql, values = []) {
      const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      return database.prepare(sql).all(...bound);
    },
    async close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createPostgres(server: string, template = 'template1'): Promise<TestDatabase> {
  counter += 1;
  const name = `test_${process.pid}_${counter}_${Math.random().toString(36).slice(2, 8)}`;
  // The other strategy writes each page of the template to the log: three times the time.
  await withClient(server, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`));
  const address = server.replace(/[^/]*$/, name);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return {
    dialect: 'postgres',
    address,
    source: ({ statementTimeout } = {}) =>
      postgres({ connectionString: address, max: 4, ...(statementTimeout === undefined ? {} : { statementTimeout }) }),
    async execute(sql) {
      await client.query(await ownNames(client, sql));
    },
    async query(sql, values = []) {
      let place = 0;
      const text = (await ownNames(client, sql)).replaceAll('?', () => `$${++place}`);
      const result = await client.query<Record<string, unknown>>(text, [...values]);
      return result.rows;
    },
    async close() {
      await client.end();
      await withClient(server, (other) => other.query(`DROP DATABASE "${name}" WITH (FORCE)`));
    },
  };
}

/**
 * Tests name the service's own tables as they are named on SQLite. On PostgreSQL they stand in a schema of their own; those of an earlier
 * version that has not been migrated do not.
 */
async function ownNames(client: pg.Client, sql: string): Promise<string> {
  const inSchema = sql.replaceAll(ownName, 'grimoire."$1"');
  if (inSchema === sql) return sql;
  const { rows } = await client.query(`SELECT to_regclass('grimoire.migration') IS NOT NULL AS is_there`);
  return rows[0]?.is_there ? inSchema : sql;
}

const ownName =
  /(?<!public\.)\bgrimoire_(user|group|permission|content_type|user_groups|user_user_permissions|group_permissions|action_permission|secret|audit_log|sign_in|login_attempt|idempotency_key|write_position|saved_view|preview|change_set|change_row|migration|migration_lock)\b/g;

async function withClient<T>(url: string, job: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await job(client);
  } finally {
    await client.end();
  }
}
