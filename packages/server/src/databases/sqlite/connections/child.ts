import module from 'node:module';
import { TextTooLong } from '../../statement.ts';
import { RefusedValue, type SqliteCommand, SqliteConnection, type SqliteReply } from './connection.ts';

/** A request to the process: to open a file, to close it, or to run a command on it. */
export type ChildRequest =
  | { readonly id: number; readonly open: { readonly file: string; readonly timeout: number; readonly isReadOnly: boolean } }
  | { readonly id: number; readonly close: true }
  | { readonly id: number; readonly command: SqliteCommand };

/** An error of the driver as plain data. */
export interface ChildError {
  readonly message: string;
  readonly errcode: number | undefined;
  /** The class of an error of this package; undefined for one of the driver. */
  readonly kind: 'RefusedValue' | 'TextTooLong' | undefined;
}

/** The answer of the process. */
export interface ChildAnswer {
  readonly id: number;
  readonly isInTransaction: boolean;
  readonly reply?: SqliteReply;
  /** The error of the command, or of a statement of a batch. */
  readonly error?: ChildError;
}

let connection: SqliteConnection | undefined;

function done(request: ChildRequest): SqliteReply | undefined {
  if ('command' in request) {
    if (!connection) throw new Error('No file is open.');
    return connection.perform(request.command);
  }
  if ('close' in request) {
    connection?.close();
    connection = undefined;
    return undefined;
  }
  if (connection) throw new Error('A file is open.');
  const { file, timeout, isReadOnly } = request.open;
  connection = new SqliteConnection(file, timeout);
  if (isReadOnly) connection.perform({ do: 'exec', sql: 'PRAGMA query_only = ON' });
  return undefined;
}

/** Writes what was compiled into the folder of `NODE_COMPILE_CACHE`: Node does that at an exit, and this process is killed. Bun has none. */
function keepCompiled(): void {
  (module as Partial<typeof module>).flushCompileCache?.();
}

function answerTo(request: ChildRequest): ChildAnswer {
  const answered = (): Pick<ChildAnswer, 'reply' | 'error'> => {
    try {
      const reply = done(request);
      if (!reply?.batch || reply.batch.error === undefined) return reply ? { reply } : {};
      const { results, error } = reply.batch;
      return { reply: { ...reply, batch: { results } }, error: plainError(error) };
    } catch (error) {
      return { error: plainError(error) };
    }
  };
  return { id: request.id, ...answered(), isInTransaction: connection?.isInTransaction ?? false };
}

function plainError(error: unknown): ChildError {
  const { message, errcode } = error as Error & { errcode?: number };
  return { message, errcode, kind: kindOf(error) };
}

function kindOf(error: unknown): ChildError['kind'] {
  if (error instanceof RefusedValue) return 'RefusedValue';
  return error instanceof TextTooLong ? 'TextTooLong' : undefined;
}

/** Requests that are not begun. */
const waiting: ChildRequest[] = [];
let isWorking = false;

/** Works on the next request. It begins when the answer to the one before is written: what the service did not receive an answer to was the last one. */
function work(): void {
  const request = waiting.shift();
  isWorking = request !== undefined;
  if (!request) return;
  // If the service has just ended, nobody waits for the answer.
  process.send?.(answerTo(request), (error: Error | null) => {
    if (!error) work();
  });
  if ('open' in request) keepCompiled();
}

process.on('message', (request: ChildRequest) => {
  waiting.push(request);
  if (!isWorking) work();
});
// A signal to the whole group, such as by Ctrl-C or systemd, is for the service: it completes its requests first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// The service has ended: uncommitted changes are rolled back. In the middle of a statement, the guard kills this process.
process.on('disconnect', () => process.exit());
