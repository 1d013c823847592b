import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type DatabaseIntrospector, Kysely, SqliteDialect, type SqliteDatabase as KyselySqliteDatabase, sql as query } from 'kysely';
import { AdminError } from '../errors.ts';
import type { AnyTables, Database, DatabaseSource, overBudget, RawRow, RawStatement } from './database.ts';
import { registerFunctions } from './sqlite-functions.ts';

/** Where a SQLite database is. */
export interface SqliteOptions {
  /** Path of the file, which is made where there is none, or `:memory:`. */
  readonly file: string;
}

/**
 * SQLite through `node:sqlite`, the embedded default.
 * @example sqlite('shop.sqlite')
 */
export function sqlite(target: string | SqliteOptions): DatabaseSource {
  const options = typeof target === 'string' ? { file: target } : target;
  return {
    dialect: 'sqlite',
    description: `SQLite file ${options.file}`,
    open: async () => new SqliteDatabase(options),
  };
}

const maxStatements = 200;

class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #reader: DatabaseSync;
  readonly #writer: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #kysely: Kysely<AnyTables>;

  constructor(options: SqliteOptions) {
    this.#writer = connect(options);
    // A database in memory belongs to its one connection.
    this.#reader = options.file === ':memory:' ? this.#writer : connect(options);
    this.#kysely = new Kysely({ dialect: new TolerantDialect({ database: forKysely(this.#writer) }) });
  }

  async read(statement: RawStatement): Promise<readonly RawRow[]> {
    try {
      return this.#prepare(statement.sql).all(...(statement.parameters as (string | number | null)[])) as unknown as RawRow[];
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** SQLite has no statement timeout: the plan's limit keeps a count short instead. */
  readWithin(statement: RawStatement): Promise<readonly RawRow[] | typeof overBudget> {
    return this.read(statement);
  }

  translateError(error: unknown): unknown {
    return translateSqliteError(error);
  }

  tables(): Kysely<AnyTables> {
    return this.#kysely;
  }

  async close(): Promise<void> {
    this.#statements.clear();
    if (this.#reader !== this.#writer) this.#reader.close();
    this.#writer.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#reader.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    if (this.#statements.size >= maxStatements) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

function connect({ file }: SqliteOptions): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;');
  registerFunctions(database);
  return database;
}

/** Kysely's own SQLite dialect over `node:sqlite`, whose statements take their parameters one by one. */
function forKysely(database: DatabaseSync): KyselySqliteDatabase {
  return {
    close: () => {},
    prepare(sql) {
      const statement = database.prepare(sql);
      const spread = (parameters: ReadonlyArray<unknown>) => parameters.map(bindable) as (string | number | null)[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...spread(parameters)),
        run: (parameters) => statement.run(...spread(parameters)),
        iterate: (parameters) => statement.iterate(...spread(parameters)),
      };
    },
  };
}

function bindable(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value === undefined ? null : value;
}

/** Kysely's dialect, but for its migrations' look at what tables there are: a view over something gone fails in its. */
class TolerantDialect extends SqliteDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const introspector = super.createIntrospector(db);
    return {
      getSchemas: () => introspector.getSchemas(),
      async getTables() {
        const { rows } = await query<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(db);
        return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
      },
    };
  }
}

/** What SQLite said, as what the contract says (CONTRACT §11). */
function translateSqliteError(error: unknown): unknown {
  const { errcode } = error as { errcode?: number };
  const primary = errcode === undefined ? undefined : errcode & 0xff;
  // Busy, locked, I/O error, full, can't open.
  return primary !== undefined && [5, 6, 10, 13, 14].includes(primary)
    ? new AdminError('unavailable', { cause: error, headers: { 'Retry-After': '2' } })
    : error;
}
