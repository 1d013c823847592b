import { type ChildProcess, fork } from 'node:child_process';
import { AdminError } from '../errors.ts';
import type { ChildAnswer, ChildError, ChildRequest } from './sqlite-child.ts';
import { RefusedValue, type SqliteCommand, type SqliteReply } from './sqlite-connection.ts';
import type { SqliteRunner } from './sqlite-runner.ts';

/** Which file a process opens, and how. */
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

/** Processes without a file that are kept for the next one. */
const maxIdle = 4;
const idle: SqliteProcess[] = [];

/** All that run, so that none outlives the service. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * A SQLite connection in a process of its own, which can be ended in the middle of a statement: the driver is synchronous,
 * and nothing else interrupts it (docs/explanation/decisions.md).
 */
export class SqliteProcess implements SqliteRunner {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isInTransaction = false;
  #end: unknown;

  private constructor() {
    const isSource = import.meta.url.endsWith('.ts');
    const program = new URL(isSource ? './sqlite-child.ts' : './sqlite-child.js', import.meta.url);
    this.#child = fork(program, [], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // The address of another database, or a secret, is none of its business.
      env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.add(this.#child);
    this.#child.on('message', (answer: ChildAnswer) => this.#take(answer));
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.on('exit', () => {
      running.delete(this.#child);
      this.#fail(new Error('The process of a SQLite connection has ended.'));
    });
    this.#rest();
  }

  /** A process that has the file open. Throws where the file can't be opened. */
  static async open(file: SqliteFile): Promise<SqliteProcess> {
    const process = idle.pop() ?? new SqliteProcess();
    try {
      await process.#ask(file, openLimit);
      return process;
    } catch (error) {
      process.kill();
      throw error;
    }
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /** Whether the process has ended: it does nothing any more. */
  get isDead(): boolean {
    return this.#end !== undefined;
  }

  async perform(command: SqliteCommand, milliseconds?: number): Promise<SqliteReply> {
    const { reply } = await this.#ask(command, milliseconds);
    if (!reply) throw new Error('A SQLite process gave no reply.');
    return reply;
  }

  /** Closes the file; the process is kept for another one. */
  async close(): Promise<void> {
    try {
      await this.#ask('close', openLimit);
    } catch {
      return this.kill();
    }
    if (idle.length < maxIdle) idle.push(this);
    else this.kill();
  }

  /** Ends the process, whatever it does; what it has not committed is rolled back. */
  kill(reason: unknown = new AdminError('unavailable', { headers: { 'Retry-After': '2' } })): void {
    this.#fail(reason);
    this.#child.kill('SIGKILL');
  }

  async #ask(asked: Asked, milliseconds?: number): Promise<ChildAnswer> {
    if (this.#end !== undefined) throw this.#end;
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
    this.#pending.set(id, { resolve, reject });
    this.#child.ref();
    this.#child.channel?.ref();
    const request: ChildRequest = asked === 'close' ? { id, close: true } : 'do' in asked ? { id, command: asked } : { id, open: asked };
    const timeout = (): void => this.kill(new AdminError('timeout', { headers: { 'Retry-After': '5' } }));
    const timer = milliseconds === undefined ? undefined : setTimeout(timeout, Math.max(0, milliseconds));
    this.#child.send(request, (error) => error && this.#fail(error));
    try {
      const answer = await promise;
      if (answer.error) throw asError(answer.error);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  #take(answer: ChildAnswer): void {
    this.#isInTransaction = answer.isInTransaction;
    this.#pending.get(answer.id)?.resolve(answer);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#rest();
  }

  /** Without anything to wait for, it does not keep this process from ending. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #fail(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = error instanceof AdminError ? error : new AdminError('unavailable', { cause: error, headers: { 'Retry-After': '2' } });
    this.#isInTransaction = false;
    const place = idle.indexOf(this);
    if (place !== -1) idle.splice(place, 1);
    for (const { reject } of this.#pending.values()) reject(this.#end);
    this.#pending.clear();
    this.#rest();
  }
}

/** The driver's error, as it was there. */
function asError({ message, errcode, isRefusedValue }: ChildError): Error {
  if (isRefusedValue) return new RefusedValue(message);
  return Object.assign(new Error(message), errcode === undefined ? {} : { errcode });
}
