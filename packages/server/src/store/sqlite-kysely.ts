import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteDialect,
  sql,
} from 'kysely';
import type { AnyTables } from './database.ts';

/** Who may use a connection, and when. */
export interface Turn {
  /** Waits until the connection is free. @returns what gives it back. */
  acquire(): Promise<() => void>;
  /** Starts a transaction; throws where none may be started. */
  begin(): Promise<void>;
  /** Runs a job again while another process writes. */
  whenFree<T>(job: () => T): Promise<T>;
}

/** Kysely over a connection of `node:sqlite`. */
export function sqliteKysely(database: DatabaseSync, turn: Turn): Kysely<AnyTables> {
  return new Kysely({ dialect: new NodeSqliteDialect(database, turn) });
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(database: DatabaseSync, turn: Turn) {
    super({ database: { close: () => {}, prepare: () => unused() } });
    this.#driver = new NodeSqliteDriver(database, turn);
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  /** Only tables are looked for, by migrations: Kysely's own look at a view over something that is gone fails. */
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

function unused(): never {
  throw new Error('The driver prepares its own statements.');
}

class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #turn: Turn;
  readonly #releases = new WeakMap<DatabaseConnection, () => void>();

  constructor(database: DatabaseSync, turn: Turn) {
    this.#database = database;
    this.#turn = turn;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const release = await this.#turn.acquire();
    const connection = new NodeSqliteConnection(this.#database, this.#turn);
    this.#releases.set(connection, release);
    return connection;
  }

  async beginTransaction(): Promise<void> {
    await this.#turn.begin();
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    this.#database.exec('ROLLBACK');
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#releases.get(connection)?.();
  }

  async destroy(): Promise<void> {}
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #turn: Turn;

  constructor(database: DatabaseSync, turn: Turn) {
    this.#database = database;
    this.#turn = turn;
  }

  executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#turn.whenFree(() => {
      const statement = this.#database.prepare(text);
      const bound = parameters.map(bindable) as (string | number | null)[];
      if (statement.columns().length > 0) return { rows: statement.all(...bound) as R[] };
      const { changes, lastInsertRowid } = statement.run(...bound);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  }

  async *streamQuery<R>({ sql: text, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const bound = parameters.map(bindable) as (string | number | null)[];
    const rows = await this.#turn.whenFree(() => this.#database.prepare(text).iterate(...bound));
    for (;;) {
      const { done, value } = await this.#turn.whenFree(() => rows.next());
      if (done === true) return;
      yield { rows: [value as R] };
    }
  }
}

function bindable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value === undefined ? null : value;
}
