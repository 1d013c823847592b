import type { RawRow, RawStatement } from './database.ts';
import { type SqliteCommand, SqliteConnection, type SqliteReply } from './sqlite-connection.ts';

/** A connection to a SQLite file, in this process or in another one. */
export interface SqliteRunner {
  /**
   * Does one command. Throws what the driver throws.
   * @param milliseconds after which it is ended, where it is in another process: an `AdminError` `timeout`.
   */
  perform(command: SqliteCommand, milliseconds?: number): Promise<SqliteReply>;
  /** Whether a transaction has begun and not ended, as of the last reply. */
  readonly isInTransaction: boolean;
}

/** A connection in this process: for a database in memory, and for statements that are known to be short. */
export class LocalRunner implements SqliteRunner {
  readonly #connection: SqliteConnection;

  constructor(file: string, timeout: number) {
    this.#connection = new SqliteConnection(file, timeout);
  }

  get isInTransaction(): boolean {
    return this.#connection.isInTransaction;
  }

  async perform(command: SqliteCommand): Promise<SqliteReply> {
    return this.#connection.perform(command);
  }

  /** The same at once, without giving others a turn. */
  performNow(command: SqliteCommand): SqliteReply {
    return this.#connection.perform(command);
  }

  close(): void {
    this.#connection.close();
  }
}

let lastCursor = 0;

/** The rows of a statement, so many at a time; others have a turn after each batch. */
export async function* walk<Row = RawRow>(
  perform: (command: SqliteCommand) => Promise<SqliteReply>,
  { sql, parameters }: Pick<RawStatement, 'sql' | 'parameters'>,
  { batch, asObjects }: { readonly batch: number; readonly asObjects: boolean },
): AsyncGenerator<readonly Row[]> {
  const cursor = ++lastCursor;
  await perform({ do: 'walk', cursor, sql, parameters, asObjects });
  let isAtEnd = false;
  try {
    while (!isAtEnd) {
      const { rows } = await perform({ do: 'fetch', cursor, count: batch });
      isAtEnd = rows.length < batch;
      if (rows.length > 0) yield rows as readonly Row[];
      await new Promise((resolve) => void setImmediate(resolve));
    }
  } finally {
    // Where the connection is gone, so is the walk.
    if (!isAtEnd) await perform({ do: 'leave', cursor }).catch(() => undefined);
  }
}
