import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { StartError } from '../../../errors/errors.ts';
import { transactionRolledBack } from '../../database.ts';
import type { SentStatements } from '../../statement-queue.ts';
import { type Ran, type RawRow, type RawStatement, type RawValue, TextTooLong } from '../../statement.ts';
import type { Journal } from '../../recording.ts';
import { ConnectionChanges } from './changes.ts';
import { makePrivateFile } from './private-file.ts';
import { registerFunctions } from '../functions.ts';

const maxStatements = 200;

/** The driver; not imported, because a runtime without it can serve other databases. */
function driver(): typeof import('node:sqlite') {
  const loaded = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
  if (loaded) return loaded;
  const runtime = process.versions['bun'] === undefined ? `Node ${process.versions.node}` : `Bun ${process.versions['bun']}`;
  throw new StartError(`${runtime} has no node:sqlite, which sqlite() needs. Use postgres(…), or run on Node 22.18 or newer.`);
}

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Asked once: `columns()` copies the text of every expression, which costs as much as reading a row. */
  readonly returnsRows: boolean;
}

/** An iteration over the rows of a statement. */
interface Walk {
  readonly rows: Iterator<unknown>;
  /**
   * Whether it began in a transaction: it ends with it, because the connection would keep the state that the transaction has read. Others end
   * when the connection is released.
   */
  readonly isInTransaction: boolean;
}

type Bound = string | number | bigint | null | Uint8Array;

/** One statement; its rows are arrays, integers are bigints. */
export interface SqliteRun {
  readonly do: 'run';
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** One of several statements that are run together. */
export type SqliteStatement = Pick<RawStatement, 'sql' | 'parameters' | 'record'>;

/** A command to a connection; plain data, so that the connection may be in another process. */
export type SqliteCommand = SqliteWork & {
  /** It is refused unless a transaction has begun and not ended: it would be committed by itself. */
  readonly needsTransaction?: true;
};

/** What a command does. */
type SqliteWork =
  | SqliteRun
  /** One statement of Kysely; its rows are objects. */
  | { readonly do: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  /** Several statements of the first kind, up to the first one that fails. If they end with a COMMIT, the transaction ends in any case. */
  | {
      readonly do: 'batch';
      readonly statements: readonly SqliteStatement[];
      /** Of the first batch of a transaction that is recorded: what the journal records, unless the connection knows it. */
      readonly recording?: Journal | 'as before';
    }
  /** Statements without parameters or rows. */
  | { readonly do: 'exec'; readonly sql: string }
  /** Begins to iterate over the rows of a statement. */
  | {
      readonly do: 'walk';
      readonly cursor: number;
      readonly sql: string;
      readonly parameters: readonly unknown[];
      readonly asObjects: boolean;
      /** Whether the statement ends at once, and the connection keeps its rows. */
      readonly isReadAtOnce: boolean;
    }
  /** The next rows of an iteration: fewer than requested at its end, which closes it. */
  | { readonly do: 'fetch'; readonly cursor: number; readonly count: number }
  /** Ends an iteration early, or all of them. */
  | { readonly do: 'leave'; readonly cursor: number | 'all' };

/** The result of a command. */
export interface SqliteReply extends Omit<Ran, 'rows'> {
  readonly rows: readonly unknown[];
  readonly insertId: bigint;
  /** The results of a batch. */
  readonly batch?: SentStatements;
}

/** The statement that ends a transaction. */
export const commitSql = 'COMMIT';

const nothing: SqliteReply = { rows: [], changes: 0, insertId: 0n };

/** Whether a message says that a table or a column is not there. */
export function isMissingName(message: string): boolean {
  return /^no such (?:table|column|view)\b|\bhas no column named\b/.test(message);
}

/** SQLite's error code for a value that is longer than 1,000,000,000 bytes. */
const tooBig = 18;

/** The error of a statement that was prepared but fails when it runs: a value does not fit one of its functions. */
export class RefusedValue extends Error {}

/** One connection to a SQLite file in this process, with its cached statements. */
export class SqliteConnection {
  readonly #handle: DatabaseSync;
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: maxStatements });
  readonly #walks = new Map<number, Walk>();
  readonly #changes: ConnectionChanges;

  /** @param timeout milliseconds that a statement waits, blocking its process, while another process writes. */
  constructor(file: string, timeout: number) {
    makePrivateFile(file);
    this.#handle = new (driver().DatabaseSync)(file, { timeout: 5000 });
    this.#handle.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;');
    this.#handle.exec(`PRAGMA busy_timeout = ${timeout}`);
    registerFunctions(this.#handle);
    this.#changes = new ConnectionChanges(this.#handle);
  }

  /** Whether a transaction has begun and not ended. */
  get isInTransaction(): boolean {
    return this.#handle.isTransaction;
  }

  /** Runs one command; throws the driver's errors, a {@link RefusedValue} or a {@link TextTooLong}. */
  perform(command: SqliteCommand): SqliteReply {
    if (command.needsTransaction && !this.isInTransaction) throw transactionRolledBack();
    try {
      return this.#perform(command);
    } finally {
      if (!this.isInTransaction) this.#leaveTransaction();
    }
  }

  #perform(command: SqliteCommand): SqliteReply {
    switch (command.do) {
      case 'run':
        return this.#run(command);
      case 'batch':
        if (command.recording) this.#changes.begin(command.recording === 'as before' ? undefined : command.recording);
        return { ...nothing, batch: this.#batch(command.statements) };
      case 'query':
        return this.#query(command.sql, command.parameters);
      case 'exec':
        this.#handle.exec(command.sql);
        return nothing;
      case 'walk':
        this.#walks.set(command.cursor, { rows: this.#walk(command), isInTransaction: this.isInTransaction });
        return nothing;
      case 'fetch':
        return { ...nothing, rows: this.#fetch(command.cursor, command.count) };
      case 'leave':
        this.#leaveWhere((_, cursor) => command.cursor === 'all' || command.cursor === cursor);
        return nothing;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#walks.clear();
    this.#handle.close();
  }

  #run({ sql, parameters }: RawStatement): SqliteReply {
    const { statement, returnsRows } = this.#prepare(sql);
    const bound = parameters as Bound[];
    try {
      if (returnsRows) return { ...nothing, rows: allRows(statement, bound) };
      return { ...nothing, changes: Number(statement.run(...bound).changes) };
    } catch (error) {
      const { errcode, message } = error as { readonly errcode?: number; readonly message: string };
      if (errcode === tooBig) throw new TextTooLong(message, { cause: error });
      const isValue = errcode === 1 && !isMissingName(message);
      throw isValue ? new RefusedValue((error as Error).message, { cause: error }) : error;
    }
  }

  #batch(statements: readonly SqliteStatement[]): SentStatements {
    const results: Ran[] = [];
    try {
      for (const statement of statements) {
        const { rows, changes } = statement.record ? this.#record(statement.record) : this.#run(statement);
        results.push({ rows: rows as readonly RawRow[], changes });
      }
      return { results };
    } catch (error) {
      if (statements.at(-1)?.sql === commitSql && this.isInTransaction) this.#handle.exec('ROLLBACK');
      return { results, error };
    }
  }

  #record(record: NonNullable<SqliteStatement['record']>): SqliteReply {
    if (record !== 'again') return { ...nothing, rows: this.#changes.write(record.values, record.isDue) };
    this.#changes.begin(undefined);
    return nothing;
  }

  #query(sql: string, parameters: readonly unknown[]): SqliteReply {
    const statement = this.#handle.prepare(sql);
    const bound = parameters.map(bindable);
    if (statement.columns().length > 0) return { ...nothing, rows: allRows(statement, bound) };
    const { changes, lastInsertRowid } = statement.run(...bound);
    return { rows: [], changes: Number(changes), insertId: BigInt(lastInsertRowid) };
  }

  #walk({ sql, parameters, asObjects, isReadAtOnce }: Extract<SqliteCommand, { do: 'walk' }>): Iterator<unknown> {
    const statement = this.#handle.prepare(sql);
    const bound = parameters.map(bindable);
    if (!asObjects) {
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
    }
    return isReadAtOnce ? allRows(statement, bound).values() : statement.iterate(...bound);
  }

  /** Ends the iterations of a transaction. */
  #leaveTransaction(): void {
    this.#changes.end();
    if (this.#walks.size > 0) this.#leaveWhere(({ isInTransaction }) => isInTransaction);
  }

  #leaveWhere(isMeant: (walk: Walk, cursor: number) => boolean): void {
    for (const [cursor, walk] of this.#walks) {
      if (!isMeant(walk, cursor)) continue;
      this.#walks.delete(cursor);
      walk.rows.return?.();
    }
  }

  #fetch(cursor: number, count: number): unknown[] {
    const rows: unknown[] = [];
    const walk = this.#walks.get(cursor);
    if (!walk) throw new Error('The stream has ended with its transaction or connection, before all of its rows were read.');
    while (rows.length < count) {
      const next = walk.rows.next();
      if (next.done === true) {
        this.#walks.delete(cursor);
        break;
      }
      rows.push(next.value);
    }
    return rows;
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#handle.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Throws a {@link TextTooLong} where the driver returns nothing: it does for a text that is longer than one of JavaScript can be. */
function allRows(statement: StatementSync, bound: readonly Bound[]): readonly unknown[] {
  const rows = statement.all(...bound) as readonly unknown[] | undefined;
  if (!rows) throw new TextTooLong('A value of the result is longer than a text of JavaScript can be.');
  return rows;
}

function bindable(value: unknown): Bound {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : ((value ?? null) as RawValue);
}

/** The rows of a reply to `run`, or to a walk without objects. */
export function rowsOf({ rows }: SqliteReply): readonly RawRow[] {
  return rows as readonly RawRow[];
}
