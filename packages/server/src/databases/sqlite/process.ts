import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { AdminError } from '../../errors.ts';
import { TextTooLong, UnexpectedRow } from '../statement.ts';
import type { ChildAnswer, ChildError, ChildRequest } from './child.ts';
import { RefusedValue, type SqliteCommand, type SqliteReply } from './connection.ts';
import { keepServiceAlive, letServiceEnd, notStarted, startProcess } from './processes.ts';
import { counted, type SqliteRunner } from './runner.ts';

/** The file that a process opens, and the options for that. */
export interface SqliteFile {
  readonly file: string;
  /** Milliseconds that a statement waits while another process writes. */
  readonly timeout: number;
  readonly isReadOnly: boolean;
}

interface Pending {
  readonly resolve: (answer: ChildAnswer) => void;
  readonly reject: (error: unknown) => void;
}

type Asked = Extract<ChildRequest, { open: unknown }>['open'] | SqliteCommand | 'close';

/** Milliseconds that a process may take to start and open its file. */
const openLimit = 10_000;

/** Milliseconds that closing a file may take. */
const closeLimit = 5000;

/** SQLite's error code for a file that may only be read. */
const readOnlyFile = 8;

/**
 * A SQLite connection in a separate process, which can be killed in the middle of a statement: the driver is synchronous, and a running
 * statement cannot be interrupted in another way (docs/explanation/decisions.md).
 */
export class SqliteProcess implements SqliteRunner {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isInTransaction = false;
  #mayWrite = false;
  #hasAnswered = false;
  #end: unknown;

  private constructor() {
    this.#child = startProcess();
    this.#child.on('message', (answer: ChildAnswer) => this.#take(answer));
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.on('exit', () => {
      this.#fail(new Error(this.#hasAnswered ? 'The process of a SQLite connection has ended.' : notStarted));
    });
    this.#rest();
  }

  /** A process that has opened the file. Throws if the file cannot be opened. */
  static async open(file: SqliteFile): Promise<SqliteProcess> {
    const process = new SqliteProcess();
    try {
      process.#mayWrite = !file.isReadOnly;
      if (file.isReadOnly) process.#yieldProcessors();
      await process.#ask(file, openLimit);
      return process;
    } catch (error) {
      process.kill();
      throw error;
    }
  }

  /** Lowers the priority of a read process below the service and the process that writes: a read may use a processor for seconds. */
  #yieldProcessors(): void {
    try {
      if (this.#child.pid !== undefined) setPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // If the system refuses, all processes keep the same priority.
    }
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /** The last command that was sent ends the transaction, whatever its answer will be. */
  endTransaction(): void {
    this.#isInTransaction = false;
  }

  /** Whether the process has ended. */
  get isDead(): boolean {
    return this.#end !== undefined;
  }

  perform(command: SqliteCommand, milliseconds?: number): Promise<SqliteReply> {
    return counted(command, () => this.#perform(command, milliseconds));
  }

  async #perform(command: SqliteCommand, milliseconds: number | undefined): Promise<SqliteReply> {
    const { reply, error } = await this.#ask(command, milliseconds);
    if (error) this.#failIfReadOnly(error);
    if (!reply) throw new Error('A SQLite process gave no reply.');
    return error && reply.batch ? { ...reply, batch: { ...reply.batch, error: asError(error) } } : reply;
  }

  /**
   * Closes the file after the pending commands, and ends the process. A process never opens a second file, so a late command cannot reach
   * one.
   */
  async close(): Promise<void> {
    try {
      if (!this.isDead) await this.#ask('close', closeLimit);
    } catch {
      // The process has ended by itself, or is killed below.
    }
    this.kill();
  }

  /** Kills the process; uncommitted changes are rolled back. */
  kill(reason: unknown = new AdminError('unavailable', { retryAfter: 2 })): void {
    this.#fail(reason);
    this.#child.kill('SIGKILL');
  }

  async #ask(asked: Asked, milliseconds?: number): Promise<ChildAnswer> {
    if (this.#end !== undefined) throw this.#end;
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
    this.#pending.set(id, { resolve, reject });
    keepServiceAlive(this.#child);
    const request: ChildRequest = asked === 'close' ? { id, close: true } : 'do' in asked ? { id, command: asked } : { id, open: asked };
    const timeout = (): void => this.kill(new AdminError('timeout'));
    const timer = milliseconds === undefined ? undefined : setTimeout(timeout, Math.max(0, milliseconds));
    try {
      this.#send(id, request);
      const answer = await promise;
      if (answer.error && !answer.reply) {
        this.#failIfReadOnly(answer.error);
        throw asError(answer.error);
      }
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  #send(id: number, request: ChildRequest): void {
    try {
      this.#child.send(request, (error) => error && this.#fail(error));
    } catch (error) {
      // A parameter can't be sent to a process, such as an object with functions.
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#rest();
      throw error;
    }
  }

  /** SQLite opens a file that may only be read, and goes on to refuse writes when it may be written again: the next write opens it anew. */
  #failIfReadOnly(error: ChildError): void {
    if (!this.#mayWrite || ((error.errcode ?? 0) & 0xff) !== readOnlyFile) return;
    this.kill(new AdminError('unavailable', { cause: asError(error), retryAfter: 2 }));
    throw this.#end;
  }

  #take(answer: ChildAnswer): void {
    this.#isInTransaction = answer.isInTransaction;
    this.#hasAnswered = true;
    this.#pending.get(answer.id)?.resolve(answer);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#rest();
  }

  /** While it has no pending command, the child process does not keep the service's process alive. */
  #rest(): void {
    letServiceEnd(this.#child);
  }

  #fail(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = error instanceof AdminError ? error : new AdminError('unavailable', { cause: error, retryAfter: 2 });
    this.#isInTransaction = false;
    for (const { reject } of this.#pending.values()) reject(this.#end);
    this.#pending.clear();
    this.#rest();
  }
}

/** The driver's error, rebuilt from plain data. */
function asError({ message, errcode, kind }: ChildError): Error {
  if (kind === 'RefusedValue') return new RefusedValue(message);
  if (kind === 'TextTooLong') return new TextTooLong(message);
  if (kind === 'UnexpectedRow') return new UnexpectedRow(message);
  return Object.assign(new Error(message), errcode === undefined ? {} : { errcode });
}
