import { AdminError } from '../../../errors/errors.ts';
import { whenOverdue } from '../../../process/event-loop.ts';
import { databaseAway } from '../../database.ts';
import { TextTooLong } from '../../statement.ts';
import type { ChildAnswer, ChildError, ChildRequest } from './child.ts';
import { RefusedValue, type SqliteCommand, type SqliteReply } from './connection.ts';
import { ConnectionProcess } from './connection-process.ts';
import { counted, type SqliteRunner } from './runner.ts';

/** The file that a process opens, and the options for that. */
export interface SqliteFile {
  readonly file: string;
  /** Milliseconds that a statement waits while another process writes. */
  readonly timeout: number;
  readonly isReadOnly: boolean;
  /** Whether people wait for what it does: otherwise it leaves the processors to others. */
  readonly isUrgent: boolean;
}

/** A request that is not answered. */
interface Pending {
  readonly id: number;
  readonly promise: Promise<ChildAnswer>;
  readonly resolve: (answer: ChildAnswer) => void;
  readonly reject: (error: unknown) => void;
}

type Asked = Extract<ChildRequest, { open: unknown }>['open'] | SqliteCommand | 'close';

/** Milliseconds that a process may take to start and open its file. */
const openLimit = 10_000;

/** Milliseconds that closing a file may take. */
const closeLimit = 5000;

/** No id is used twice, so that an answer belongs to one request of one connection. */
let lastId = 0;

/** SQLite's error code for a file that may only be read. */
const readOnlyFile = 8;

/**
 * A SQLite connection in a separate process, which can be killed in the middle of a statement: the driver is synchronous, and a running
 * statement cannot be interrupted in another way (docs/explanation/decisions/sqlite-processes.md).
 */
export class ProcessRunner implements SqliteRunner {
  readonly #process: ConnectionProcess;
  /** In the order in which they were sent: the process works on one after the other. */
  readonly #pending: Pending[] = [];
  #isInTransaction = false;
  readonly #mayWrite: boolean;
  #end: unknown;
  #closing: Promise<void> | undefined;

  private constructor({ isReadOnly, isUrgent }: SqliteFile) {
    this.#mayWrite = !isReadOnly;
    this.#process = new ConnectionProcess(
      isUrgent,
      (answer) => this.#take(answer),
      (error) => this.#fail(error),
    );
  }

  /** A process that has opened the file. Throws if the file cannot be opened. */
  static async open(file: SqliteFile): Promise<ProcessRunner> {
    const opened = new ProcessRunner(file);
    try {
      await opened.#ask(file, openLimit);
      return opened;
    } catch (error) {
      opened.kill();
      throw error;
    }
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /** The last command that was sent ends the transaction, whatever its answer will be. */
  endTransaction(): void {
    this.#isInTransaction = false;
  }

  /** Whether its process has ended. */
  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Resolves when everything that it was given is answered. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pending.map(({ promise }) => promise));
  }

  perform(command: SqliteCommand, milliseconds?: number): Promise<SqliteReply> {
    return counted(command, () => this.#perform(command, milliseconds));
  }

  #perform(command: SqliteCommand, milliseconds: number | undefined): Promise<SqliteReply> {
    return this.#replyTo(this.#ask(command, milliseconds));
  }

  async #replyTo(answer: Promise<ChildAnswer>): Promise<SqliteReply> {
    const { reply, error } = await answer;
    if (error) this.#failIfReadOnly(error);
    if (!reply) throw new Error('A SQLite process gave no reply.');
    return error && reply.batch ? { ...reply, batch: { ...reply.batch, error: asError(error) } } : reply;
  }

  /** Closes the file after the pending commands, and ends the process. What is given to it from now on is refused. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // If it fails, the process has ended by itself, or the file can not be closed.
    await this.#ask('close', closeLimit).catch(() => undefined);
    this.kill();
  }

  /** The error of what is given to it from now on; undefined as long as it accepts commands. */
  get #refusal(): unknown {
    return this.#end ?? (this.#closing && databaseAway());
  }

  /** Kills the process; uncommitted changes are rolled back. */
  kill(reason: unknown = databaseAway()): void {
    this.#fail(reason);
    this.#process.kill();
  }

  async #ask(asked: Asked, milliseconds?: number): Promise<ChildAnswer> {
    const refusal = this.#refusal;
    if (refusal !== undefined) throw refusal;
    const stopTimer = this.#limit(milliseconds);
    try {
      return await this.#answerTo(asked);
    } finally {
      stopTimer();
    }
  }

  /** Kills the process after so many milliseconds. @returns a function that takes it back */
  #limit(milliseconds = Infinity): () => void {
    if (milliseconds === Infinity) return () => {};
    return whenOverdue(Math.max(0, milliseconds), () => this.kill(new AdminError('timeout')));
  }

  async #answerTo(asked: Asked): Promise<ChildAnswer> {
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
    this.#pending.push({ id, promise, resolve, reject });
    this.#process.keepServiceAlive();
    const request: ChildRequest = asked === 'close' ? { id, close: true } : 'do' in asked ? { id, command: asked } : { id, open: asked };
    this.#send(id, request);
    const answer = await promise;
    if (answer.error && !answer.reply) {
      this.#failIfReadOnly(answer.error);
      throw asError(answer.error);
    }
    return answer;
  }

  #send(id: number, request: ChildRequest): void {
    try {
      this.#process.send(request);
    } catch (error) {
      this.#remove(id);
      if (this.#pending.length === 0) this.#process.letServiceEnd();
      throw error;
    }
  }

  /** SQLite opens a file that may only be read, and goes on to refuse writes when it may be written again: the next write opens it anew. */
  #failIfReadOnly(error: ChildError): void {
    if (!this.#mayWrite || ((error.errcode ?? 0) & 0xff) !== readOnlyFile) return;
    this.kill(databaseAway(asError(error)));
    throw this.#end;
  }

  #take(answer: ChildAnswer): void {
    this.#isInTransaction = answer.isInTransaction && !this.hasEnded;
    this.#remove(answer.id)?.resolve(answer);
    if (this.#pending.length === 0) this.#process.letServiceEnd();
  }

  #remove(id: number): Pending | undefined {
    const place = this.#pending.findIndex((one) => one.id === id);
    return place === -1 ? undefined : this.#pending.splice(place, 1)[0];
  }

  #fail(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = error instanceof AdminError ? error : databaseAway(error);
    this.#isInTransaction = false;
    for (const { reject } of this.#pending.splice(0)) reject(this.#end);
    this.#process.letServiceEnd();
  }
}

/** The driver's error, rebuilt from plain data. */
function asError({ message, errcode, kind }: ChildError): Error {
  if (kind === 'RefusedValue') return new RefusedValue(message);
  if (kind === 'TextTooLong') return new TextTooLong(message);
  return Object.assign(new Error(message), errcode === undefined ? {} : { errcode });
}
