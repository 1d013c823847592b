import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ConstraintError } from './constraint-error.ts';
import type { Ran, RawRow, RawStatement } from './database.ts';
import { registerFunctions } from './sqlite-functions.ts';

const maxStatements = 200;

type Bound = string | number | bigint | null | Uint8Array;

/** One connection to a SQLite file, with the statements that it keeps. */
export class SqliteConnection {
  readonly handle: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param timeout milliseconds that a statement waits, blocking the process, while another process writes. */
  constructor(file: string, timeout: number) {
    this.handle = new DatabaseSync(file, { timeout: 5000 });
    this.handle.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;');
    this.handle.exec(`PRAGMA busy_timeout = ${timeout}`);
    registerFunctions(this.handle);
  }

  /** Runs one statement; its rows come as arrays, whole numbers as bigints. */
  run({ sql, parameters }: RawStatement): Ran {
    const statement = this.#prepare(sql);
    const bound = parameters as Bound[];
    try {
      if (statement.columns().length > 0) return { rows: statement.all(...bound) as unknown as RawRow[], changes: 0 };
      return { rows: [], changes: Number(statement.run(...bound).changes) };
    } catch (error) {
      // A statement that could be prepared and then has no result: a value that one of its functions does not take.
      const isValue = (error as { errcode?: number }).errcode === 1;
      throw isValue ? new ConstraintError('bad value', { cause: error }) : error;
    }
  }

  /** Runs one statement that reads. */
  read({ sql, parameters }: RawStatement): readonly RawRow[] {
    return this.#prepare(sql).all(...(parameters as Bound[])) as unknown as RawRow[];
  }

  /** The rows of one statement that reads, one after the other; it is nobody else's meanwhile. */
  iterate({ sql, parameters }: RawStatement): Iterator<RawRow> {
    const statement = this.handle.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    return statement.iterate(...(parameters as Bound[])) as unknown as Iterator<RawRow>;
  }

  close(): void {
    this.#statements.clear();
    this.handle.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.handle.prepare(sql);
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
