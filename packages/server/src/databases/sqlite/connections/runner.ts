import { yieldToEventLoop } from '../../../process/event-loop.ts';
import { currentWork } from '../../../process/request-work.ts';
import { batchesAhead } from '../../batches-ahead.ts';
import type { RawRow, RawStatement } from '../../statement.ts';
import { type SqliteCommand, SqliteConnection, type SqliteReply } from './connection.ts';

/** A connection to a SQLite file, in this process or in another one. */
export interface SqliteRunner {
  /**
   * Runs one command. Throws the driver's errors.
   * @param milliseconds the limit, if the connection is in another process; after it the command is cancelled with an `AdminError`
   * `timeout`.
   */
  perform(command: SqliteCommand, milliseconds?: number): Promise<SqliteReply>;
  /** Whether a transaction has begun and not ended, as of the last reply. */
  readonly isInTransaction: boolean;
  /** Whether the process of the connection has ended: nothing is known of a command that it had not answered. */
  readonly hasEnded: boolean;
}

/** A connection in this process: for a database in memory, and for short statements. */
export class LocalRunner implements SqliteRunner {
  readonly hasEnded = false;
  readonly #connection: SqliteConnection;

  constructor(file: string, timeout: number) {
    this.#connection = new SqliteConnection(file, timeout);
  }

  get isInTransaction(): boolean {
    return this.#connection.isInTransaction;
  }

  async perform(command: SqliteCommand): Promise<SqliteReply> {
    return counted(command, async () => this.#connection.perform(command));
  }

  /** The same synchronously, without yielding to the event loop. */
  performNow(command: SqliteCommand): SqliteReply {
    return this.#connection.perform(command);
  }

  close(): void {
    this.#connection.close();
  }
}

/** Performs a command, and counts its statements for the request that has sent them. */
export async function counted(command: SqliteCommand, perform: () => Promise<SqliteReply>): Promise<SqliteReply> {
  const work = currentWork();
  // Statements of Kysely are those of the host's code, which may contain values.
  if (!work || command.do === 'leave' || command.do === 'query') return perform();
  const started = performance.now();
  let rows = 0;
  try {
    const reply = await perform();
    rows = reply.rows.length + (reply.batch?.results.reduce((sum, result) => sum + result.rows.length, 0) ?? 0);
    return reply;
  } finally {
    work.count({ sql: textsOf(command), milliseconds: performance.now() - started }, rows);
  }
}

/** Counts a statement that goes on for the request that does not wait for it any longer. */
export function countLate(command: SqliteCommand, milliseconds: number): void {
  currentWork()?.count({ sql: textsOf(command), milliseconds }, 0);
}

function textsOf(command: SqliteCommand): string[] {
  if (command.do === 'batch') return command.statements.map(({ sql }) => sql);
  if (command.do === 'walk' && command.asObjects) return [];
  return 'sql' in command ? [command.sql] : [];
}

/** How the rows of a statement are read. */
interface WalkOptions extends Pick<Extract<SqliteCommand, { do: 'walk' }>, 'asObjects' | 'isReadAtOnce'> {
  /** The number of rows that are asked for at once. */
  readonly batch: number;
}

let lastCursor = 0;

/** The rows of a statement in batches of this size; it yields to the event loop after each batch. */
export async function* walk<Row = RawRow>(
  perform: (command: SqliteCommand) => Promise<SqliteReply>,
  { sql, parameters }: Pick<RawStatement, 'sql' | 'parameters'>,
  { batch, asObjects, isReadAtOnce }: WalkOptions,
): AsyncGenerator<readonly Row[]> {
  const cursor = ++lastCursor;
  await perform({ do: 'walk', cursor, sql, parameters, asObjects, isReadAtOnce });
  let isAtEnd = false;
  const fetch = async (): Promise<readonly Row[]> => {
    const { rows } = await perform({ do: 'fetch', cursor, count: batch });
    isAtEnd = rows.length < batch;
    return rows as readonly Row[];
  };
  try {
    for await (const rows of batchesAhead(fetch, batch)) {
      yield rows;
      await yieldToEventLoop();
    }
  } finally {
    // If the connection is lost, there is nothing to close.
    if (!isAtEnd) await perform({ do: 'leave', cursor }).catch(() => undefined);
  }
}
