import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { TableName } from '../model/table.ts';
import type { ConstraintError } from './constraint-error.ts';
import {
  type AnyTables,
  type Database,
  type DatabaseSource,
  overBudget,
  type RawRow,
  type RawStatement,
  type Snapshot,
  type Transaction,
  type TransactionOptions,
} from './database.ts';
import { translatePostgresError, translateWriteError } from './postgres-errors.ts';
import { PostgresStatements } from './postgres-statements.ts';
import { AdminError } from '../errors.ts';
import { cancelStatement, connectInTime, connectLimit } from './postgres-connections.ts';
import { PostgresSnapshot } from './postgres-snapshot.ts';
import { beginSql, PostgresTransaction, timeoutSql } from './postgres-transaction.ts';
import { Turnstile } from './turnstile.ts';

/** Settings of a connection pool that the service makes itself. */
export interface PostgresOptions {
  readonly connectionString: string;
  /** Most connections; 10 by default. */
  readonly max?: number;
  /** Milliseconds after which the server ends a statement; 15,000 by default. */
  readonly statementTimeout?: number;
  /** False behind a pooler that hands a connection to another client between statements. */
  readonly prepare?: boolean;
}

/** A host's own pool. */
export interface PostgresPoolOptions {
  readonly pool: pg.Pool;
  readonly prepare?: boolean;
}

const queryCanceled = '57014';

/** Milliseconds that a file waits for others to be done. */
const streamWait = 5000;

/** Milliseconds that a write waits for others to be done. */
const writeWait = 5000;

const defaultStatementTimeout = 15_000;

/**
 * PostgreSQL through `pg`: by an address, by options, or over a pool that the host already has.
 * @example postgres(process.env.DATABASE_URL), postgres({ pool })
 */
export function postgres(target: string | undefined | PostgresOptions | PostgresPoolOptions): DatabaseSource {
  const options = typeof target === 'string' || target === undefined ? { connectionString: target ?? '' } : target;
  return {
    dialect: 'postgres',
    description: 'pool' in options ? 'PostgreSQL (the host’s pool)' : describe(options.connectionString),
    async open() {
      if ('pool' in options) return new PostgresDatabase(options.pool, { ownsPool: false, prepare: options.prepare ?? true });
      if (options.connectionString === '') throw new Error('postgres() was given no address.');
      const pool = new pg.Pool({
        connectionString: options.connectionString,
        max: options.max ?? 10,
        connectionTimeoutMillis: connectLimit,
        statement_timeout: options.statementTimeout ?? defaultStatementTimeout,
        application_name: 'grimoire',
      });
      // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
      pool.on('error', () => {});
      return new PostgresDatabase(pool, { ownsPool: true, prepare: options.prepare ?? true });
    },
  };
}

function describe(connectionString: string): string {
  try {
    const url = new URL(connectionString);
    return `PostgreSQL at ${url.host || 'a local socket'}${url.pathname}`;
  } catch {
    return 'PostgreSQL';
  }
}

interface PostgresDatabaseOptions {
  readonly ownsPool: boolean;
  readonly prepare: boolean;
}

class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly #pool: pg.Pool;
  readonly #options: PostgresDatabaseOptions;
  readonly #statements: PostgresStatements;
  readonly #kysely: Kysely<AnyTables>;
  readonly #streaming: Turnstile;
  readonly #writing: Turnstile;

  constructor(pool: pg.Pool, options: PostgresDatabaseOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#streaming = new Turnstile(Math.max(1, Math.floor(this.readPlaces / 2)));
    // The rest of the pool is for reads and for signing in.
    this.#writing = new Turnstile(this.writePlaces);
    this.#statements = new PostgresStatements(options.prepare);
    this.#kysely = new Kysely({
      dialect: new PostgresDialect({ pool: { options: {}, connect: () => this.#connect(), end: async () => {} } }),
    });
  }

  get readPlaces(): number {
    return this.#pool.options.max ?? 10;
  }

  get writePlaces(): number {
    return Math.max(1, Math.floor(this.readPlaces * 0.7));
  }

  async read(statement: RawStatement): Promise<readonly RawRow[]> {
    const { until } = statement;
    if (until === undefined) return this.#read(statement);
    const rows = await this.readWithin(statement, until - Date.now());
    if (rows === overBudget) throw new AdminError('timeout', { headers: { 'Retry-After': '5' } });
    return rows;
  }

  async readWithin(statement: RawStatement, milliseconds: number): Promise<readonly RawRow[] | typeof overBudget> {
    if (milliseconds <= 0) return overBudget;
    const client = await this.#connect();
    let canceling: Promise<boolean> | undefined;
    let failure: unknown;
    const timer = setTimeout(() => {
      canceling = this.#cancel(client);
    }, milliseconds);
    try {
      return (await this.#statements.run(client, statement)).rows;
    } catch (error) {
      failure = error;
      if (canceling && isCanceled(error)) return overBudget;
      throw translatePostgresError(error);
    } finally {
      clearTimeout(timer);
      // Until the server has the request to cancel, it could still hit the connection's next statement.
      const isSettled = canceling === undefined || (await canceling);
      client.release(!isSettled || isConnectionLost(failure));
    }
  }

  async transaction<T>(job: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    // Who signs in waits for no place among those who write.
    const leave = options.isSignIn ? () => {} : await this.#writing.enter(writeWait);
    if (!leave) throw new AdminError('locked');
    try {
      return await this.#transaction(job, options.statementTimeout ?? (this.#options.ownsPool ? undefined : defaultStatementTimeout));
    } finally {
      leave();
    }
  }

  async #transaction<T>(job: (transaction: Transaction) => Promise<T>, statementTimeout: number | undefined): Promise<T> {
    const client = await this.#connect();
    const transaction = new PostgresTransaction(client, this.#statements);
    let isLost = false;
    try {
      await client.query(`${beginSql}${timeoutSql(statementTimeout)}`);
      const result = await job(transaction);
      const { command } = await client.query('COMMIT').catch((error: unknown) => {
        // Rules that were put off until now.
        throw translateWriteError(error);
      });
      // Somebody kept to himself that a statement had failed: the server then rolls back, and says so by this word only.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because a statement in it had failed.');
      return result;
    } catch (error) {
      transaction.end();
      // What nobody waits for any more would keep its locks until it is done.
      if (transaction.isBusy) await this.#cancel(client);
      await client.query('ROLLBACK').catch(() => {
        isLost = true;
      });
      throw translatePostgresError(error);
    } finally {
      transaction.end();
      client.release(isLost);
    }
  }

  async openSnapshot(milliseconds: number): Promise<Snapshot> {
    const leave = await this.#streaming.enter(streamWait);
    if (!leave)
      throw new AdminError('unavailable', {
        detail: 'Too many files are being made. Try again shortly.',
        headers: { 'Retry-After': '30' },
      });
    try {
      return await PostgresSnapshot.open(await this.#connect(), { statements: this.#statements, milliseconds, leave });
    } catch (error) {
      leave();
      throw translatePostgresError(error);
    }
  }

  /** A check names no column when it fails; the catalog knows them. */
  async constraintColumns({ constraint, columns }: ConstraintError, table: TableName): Promise<readonly string[]> {
    if (columns.length > 0 || constraint === undefined) return columns;
    const rows = await this.read({
      sql: `SELECT a.attname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
        WHERE c.conname = $1 AND t.relname = $2 AND n.nspname = coalesce($3, current_schema()) ORDER BY a.attnum`,
      parameters: [constraint, table.name, table.schema ?? null],
    });
    return rows.map(([column]) => String(column));
  }

  translateError(error: unknown): unknown {
    return translatePostgresError(error);
  }

  tables(): Kysely<AnyTables> {
    return this.#kysely;
  }

  readOnly(): Kysely<AnyTables> {
    return this.#kysely;
  }

  async close(): Promise<void> {
    if (this.#options.ownsPool) await this.#pool.end();
  }

  async #read(statement: RawStatement): Promise<readonly RawRow[]> {
    const client = await this.#connect();
    let failure: unknown;
    try {
      return (await this.#statements.run(client, statement)).rows;
    } catch (error) {
      failure = error;
      throw translatePostgresError(error);
    } finally {
      client.release(isConnectionLost(failure));
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = this.#options.ownsPool ? await this.#pool.connect() : await connectInTime(this.#pool);
      // A connection that breaks between two statements says so by an event; unheard, it would end the process.
      if (client.listenerCount('error') === 0) client.on('error', () => {});
      return client;
    } catch (error) {
      throw translatePostgresError(error);
    }
  }

  /** @returns whether the statement of the connection has ended; if not, the connection is not to be used again. */
  async #cancel(client: pg.PoolClient): Promise<boolean> {
    // Behind a pooler it could be the statement of another client.
    return !this.#options.prepare || cancelStatement(this.#pool, client);
  }
}

function isCanceled(error: unknown): boolean {
  return (error as { code?: string }).code === queryCanceled;
}

function isConnectionLost(error: unknown): boolean {
  if (error === undefined) return false;
  const { code } = error as { code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P');
}
