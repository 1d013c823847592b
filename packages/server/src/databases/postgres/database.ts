import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Journal } from '../recording.ts';
import type { TableName } from '../../model/table.ts';
import type { ConstraintError } from '../constraint-error.ts';
import { type Database, overBudget, type Snapshot, type Transaction, type TransactionOptions, type Turns } from '../database.ts';
import type { AnyTables, RawRow, RawStatement, RowsOfEach } from '../statement.ts';
import type { Dialect } from '../dialect.ts';
import { postgresDialect } from './dialect.ts';
import { isMissingName, isStandby, translatePostgresError } from './errors.ts';
import { changedTables } from '../changed-tables.ts';
import type { Replicas } from '../replicas.ts';
import type { PostgresReplicas } from './replica.ts';
import { PostgresReads, type ReadSettings } from './connections/reads.ts';
import { PostgresStatements } from './connections/statements.ts';
import { AdminError } from '../../errors/errors.ts';
import { answerLimit, type ConnectionOptions, noConnection, PostgresConnections } from './connections/connections.ts';
import { readOnlyQueries } from './read-only.ts';
import { TableNamesDialect } from './schemas.ts';
import { PostgresSnapshot } from './snapshot.ts';
import { PostgresTransaction } from './transaction.ts';
import { Semaphore, sharedQueue } from '../../process/semaphore.ts';
import { say } from '../../texts/message.ts';
import { waitLimit } from '../../process/wait-limit.ts';

/** The default limit of a statement in milliseconds. */
export const defaultStatementTimeout = 15_000;

/** A note for pools whose connections the service does not set up. */
const jitNote =
  'PostgreSQL compiles statements just in time on this pool (jit = on), which can take seconds for a list, a search or a count. Set jit = off for its connections, such as by "ALTER ROLE … SET jit = off". Writes, actions and widgets of the service run without it.';

const columnsOfConstraint = `WITH RECURSIVE typed (attrelid, attnum, attname, typid) AS (
    SELECT a.attrelid, a.attnum, a.attname, a.atttypid FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
      JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE t.relname = $2 AND n.nspname = coalesce($3, current_schema()) AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT d.attrelid, d.attnum, d.attname, t.typbasetype FROM typed d JOIN pg_type t ON t.oid = d.typid WHERE t.typtype = 'd')
  SELECT d.attname FROM typed d JOIN pg_constraint c
    ON c.conrelid = d.attrelid AND d.attnum = ANY (c.conkey) OR c.contypid <> 0 AND c.contypid = d.typid
  WHERE c.conname = $1 GROUP BY d.attnum, d.attname ORDER BY d.attnum`;

/** Who owns the pool, and how its connections are used. */
export interface PostgresDatabaseOptions extends ConnectionOptions, ReadSettings {
  readonly prepare: boolean;
  /** Schemas that write transactions add to the search path of the connection. */
  readonly searchPath: readonly string[];
  readonly replicas?: PostgresReplicas | undefined;
}

/** PostgreSQL over a pool of connections: the service's own, or the host application's. */
export class PostgresDatabase implements Database {
  readonly dialect: Dialect = postgresDialect;
  readonly #connections: PostgresConnections;
  readonly #options: PostgresDatabaseOptions;
  readonly #statements: PostgresStatements;
  readonly #reads: PostgresReads;
  readonly #kysely: Kysely<AnyTables>;
  readonly #readOnly: Kysely<AnyTables>;
  readonly #streaming: Semaphore;
  readonly #writing: Semaphore;

  constructor(pool: pg.Pool, options: PostgresDatabaseOptions) {
    this.#connections = new PostgresConnections(pool, options);
    this.#options = options;
    this.#streaming = new Semaphore(Math.min(Math.max(1, Math.floor(this.maxReads / 2)), Math.max(2, Math.floor(this.maxReads * 0.3))));
    // The rest of the pool is for reads and for logins.
    this.#writing = new Semaphore(this.maxWrites, sharedQueue);
    this.#statements = new PostgresStatements({
      isPreparing: options.prepare,
      answerLimit: answerLimit(options.statementTimeout),
      hasPlainSettings: options.setsSession,
    });
    this.#reads = new PostgresReads(this.#connections, this.#statements, options);
    this.#kysely = new Kysely({
      dialect: new TableNamesDialect({ pool: { options: {}, connect: () => this.#connections.connect(), end: async () => {} } }),
    });
    this.#readOnly = readOnlyQueries(() => this.#connections.connect(), options);
  }

  /** Milliseconds that a statement may take, if the connections of the pool have no limit of their own. */
  get #ownTimeout(): number | undefined {
    return this.#options.setsSession ? undefined : this.#options.statementTimeout;
  }

  get replicas(): Replicas | null {
    return this.#options.replicas ?? null;
  }

  get maxReads(): number {
    return this.#connections.most;
  }

  get maxWrites(): number {
    return Math.max(1, Math.floor(this.maxReads * 0.7));
  }

  async read(statement: RawStatement): Promise<readonly RawRow[]> {
    return (await this.readAll([statement]))[0] ?? [];
  }

  readAll(statements: readonly [RawStatement, ...RawStatement[]], turns?: Turns): Promise<RowsOfEach> {
    return this.#reads.all(statements, turns);
  }

  async readWithin(statement: RawStatement, milliseconds: number, turns: Turns): Promise<readonly RawRow[] | typeof overBudget> {
    const all = await turns.alone(() => this.readAllWithin([statement], milliseconds));
    return all === overBudget ? overBudget : (all[0] ?? []);
  }

  /** Runs statements in one round trip, and cancels them after this many milliseconds. @returns the rows of each. */
  readAllWithin(statements: readonly RawStatement[], milliseconds: number): Promise<RowsOfEach | typeof overBudget> {
    return this.#reads.allWithin(statements, milliseconds);
  }

  async transaction<T>(job: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    // A login does not wait for a place among the writers.
    const release = options.isSignIn ? () => {} : await this.#writing.acquire(waitLimit(), options);
    if (!release) throw this.#writing.isOverloaded ? noConnection() : new AdminError('locked');
    try {
      const run = (): Promise<T> => this.#transaction(job, { ...options, statementTimeout: options.statementTimeout ?? this.#ownTimeout });
      return await (options.isSignIn ? run() : this.#connections.asRequest(run));
    } finally {
      release();
    }
  }

  async #transaction<T>(
    job: (transaction: Transaction) => Promise<T>,
    { statementTimeout, journal }: { readonly statementTimeout: number | undefined; readonly journal?: Journal | undefined },
  ): Promise<T> {
    const client = await this.#connections.connect();
    const transaction = new PostgresTransaction(client, this.#statements, {
      statementTimeout,
      searchPath: this.#options.searchPath,
      journal,
    });
    let isLost = false;
    try {
      const result = await job(transaction);
      // Deferred constraints are checked by the COMMIT.
      await transaction.commit();
      return result;
    } catch (error) {
      transaction.end();
      // A statement that is still running would keep its locks until it ends.
      if (transaction.isBusy) await this.#connections.cancel(client);
      if (transaction.hasBegun)
        await client.query('ROLLBACK').catch(() => {
          isLost = true;
        });
      isLost ||= isStandby(error);
      throw translatePostgresError(error);
    } finally {
      transaction.end();
      client.release(isLost);
    }
  }

  async openSnapshot(milliseconds: number): Promise<Snapshot> {
    const release = await this.#streaming.acquire(waitLimit());
    if (!release)
      throw new AdminError('unavailable', {
        detail: say('manyFiles'),
        retryAfter: 30,
      });
    let permit: (() => void) | null = null;
    const close = (): void => {
      permit?.();
      release();
    };
    try {
      permit = await this.#connections.acquire();
      return await PostgresSnapshot.open(await this.#connections.connect(), { statements: this.#statements, milliseconds, release: close });
    } catch (error) {
      close();
      throw translatePostgresError(error);
    }
  }

  /** The error of a check constraint names no column; the catalog does, for those of a domain by the columns of that domain. */
  async constraintColumns({ constraint, columns }: ConstraintError, table: TableName): Promise<readonly string[]> {
    if (columns.length > 0 || constraint === undefined) return columns;
    const rows = await this.read({
      sql: columnsOfConstraint,
      parameters: [constraint, table.name, table.schema ?? null],
    });
    return rows.map(([column]) => String(column));
  }

  translateError(error: unknown): unknown {
    return isMissingName(error) ? changedTables(error) : translatePostgresError(error);
  }

  queries(): Kysely<AnyTables> {
    return this.#kysely;
  }

  readOnly(): Kysely<AnyTables> {
    return this.#readOnly;
  }

  async notes(): Promise<readonly string[]> {
    if (this.#options.setsSession || this.#options.isPooled) return [];
    const rows = await this.read({ sql: "SELECT current_setting('jit', true)", parameters: [] });
    return rows[0]?.[0] === 'on' ? [jitNote] : [];
  }

  async close(): Promise<void> {
    await this.#options.replicas?.close();
    await this.#connections.close();
  }
}
