import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  sql,
} from 'kysely';
import type { AnyTables } from '../statement.ts';
import type { SqliteCommand, SqliteReply } from './connections/connection.ts';
import { walk } from './connections/runner.ts';

/** The use of a connection, from its acquisition to its release. */
export interface SqliteLease {
  perform(command: SqliteCommand): Promise<SqliteReply>;
  /** Starts a transaction; throws if none may be started. */
  begin(): Promise<void>;
  /** Called when a row of a stream was read. */
  used?(): void;
  /** Releases the connection; it never throws. */
  release(): void;
}

/**
 * Kysely over connections to SQLite.
 * @param acquire waits for a connection, for a limited time; if it throws, nothing stays locked.
 */
export function sqliteKysely(acquire: () => Promise<SqliteLease>): Kysely<AnyTables> {
  return new Kysely({ dialect: new LeasedSqliteDialect(acquire) });
}

class LeasedSqliteDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(acquire: () => Promise<SqliteLease>) {
    super({ database: { close: () => {}, prepare: () => unused() } });
    this.#driver = new LeasedSqliteDriver(acquire);
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  override createAdapter(): DialectAdapter {
    return new LeasedSqliteAdapter();
  }

  /** Migrations only look for tables. Kysely's own introspection fails on a view whose table is gone. */
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const introspector = super.createIntrospector(db);
    return {
      getSchemas: () => introspector.getSchemas(),
      async getTables() {
        const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(db);
        return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
      },
    };
  }
}

class LeasedSqliteAdapter extends SqliteAdapter {
  /**
   * Otherwise Kysely puts a mutex without a time limit before the driver, and keeps it locked if a connection cannot be acquired. The lease
   * is the only lock.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite supports it; without this, migrations that were interrupted cannot be run again. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function unused(): never {
  throw new Error('The driver prepares its own statements.');
}

class LeasedSqliteDriver implements Driver {
  readonly #acquire: () => Promise<SqliteLease>;

  constructor(acquire: () => Promise<SqliteLease>) {
    this.#acquire = acquire;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedConnection> {
    return new LeasedConnection(await this.#acquire());
  }

  async beginTransaction(connection: LeasedConnection): Promise<void> {
    await connection.lease.begin();
  }

  async commitTransaction(connection: LeasedConnection): Promise<void> {
    await connection.lease.perform({ do: 'exec', sql: 'COMMIT' });
  }

  async rollbackTransaction(connection: LeasedConnection): Promise<void> {
    await connection.lease.perform({ do: 'exec', sql: 'ROLLBACK' });
  }

  async releaseConnection(connection: LeasedConnection): Promise<void> {
    connection.lease.release();
  }

  async destroy(): Promise<void> {}
}

const rowsAtOnce = 100;

class LeasedConnection implements DatabaseConnection {
  readonly lease: SqliteLease;

  constructor(lease: SqliteLease) {
    this.lease = lease;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, insertId } = await this.lease.perform({ do: 'query', sql: text, parameters });
    return { rows: rows as R[], numAffectedRows: BigInt(changes), insertId };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const perform = (command: SqliteCommand): Promise<SqliteReply> => this.lease.perform(command);
    // While a statement that writes is half read, SQLite begins no savepoint and commits nothing; it makes all changes with the first row anyway.
    const isReadAtOnce = query.query.kind !== 'SelectQueryNode';
    for await (const rows of walk<R>(perform, query, { batch: rowsAtOnce, asObjects: true, isReadAtOnce })) {
      for (const row of rows) {
        yield { rows: [row] };
        this.lease.used?.();
      }
    }
  }
}
