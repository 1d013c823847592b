import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { ChildAnswer, ChildRequest } from './child.ts';
import { environment, keepServiceAlive, letServiceEnd, notStarted } from './program.ts';
import { startProcess } from './start-process.ts';

/** Milliseconds for which a process without a file waits for the next connection: it uses tens of megabytes. */
const spareTime = 60_000;

/** How many processes wait at most. */
const mostSpares = 4;

/** A process without a file. */
interface Spare {
  readonly startedWith: string;
  readonly timer: NodeJS.Timeout;
}

const spares = new Map<ChildProcess, Spare>();

/** Whether people wait for what a process does, and whether it may be one that has had another file. */
export interface ProcessOptions {
  readonly isUrgent: boolean;
  readonly mayReuse: boolean;
}

/**
 * A process for one connection: a new one, or one that was given back and waits. Once it is given back, nothing that is sent here reaches the process, and none of its
 * answers arrive here: it may have another file then (docs/explanation/decisions.md).
 */
export class LeasedProcess {
  readonly #startedWith: string;
  readonly #onAnswer: (answer: ChildAnswer) => void;
  readonly #onFailure: (error: unknown) => void;
  #child: ChildProcess | undefined;
  #hasAnswered: boolean;

  /** Throws a 503 if the system starts no process. */
  constructor({ isUrgent, mayReuse }: ProcessOptions, onAnswer: (answer: ChildAnswer) => void, onFailure: (error: unknown) => void) {
    this.#startedWith = circumstances(isUrgent);
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
    const spare = mayReuse ? takeSpare(this.#startedWith) : undefined;
    this.#hasAnswered = spare !== undefined;
    this.#child = spare ?? newProcess(isUrgent);
    this.#child.on('message', this.#answered).on('error', onFailure).on('exit', this.#exited);
    this.letServiceEnd();
  }

  /** Whether it has ever answered. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Sends a request. Throws if one of its parameters can't be sent to a process, such as an object with functions. */
  send(request: ChildRequest): void {
    if (!this.#child) throw new Error('The process was given back.');
    this.#child.send(request, (error) => error && this.#onFailure(error));
  }

  /** Lets the service's process end although this one runs. */
  letServiceEnd(): void {
    if (this.#child) letServiceEnd(this.#child);
  }

  /** Keeps the service's process alive while this one runs. */
  keepServiceAlive(): void {
    if (this.#child) keepServiceAlive(this.#child);
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Calls a function when the process has ended, and its last answers have arrived; perhaps more than once. */
  whenEnded(call: () => void): void {
    const child = this.#child;
    if (!child) return call();
    const check = (): void => {
      if (!child.connected && hasExited(child)) call();
    };
    child.once('exit', check).once('disconnect', check);
    check();
  }

  /** Gives it back. It must have closed its file, and have answered everything. */
  giveBack(): void {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    child.off('message', this.#answered).off('error', this.#onFailure).off('exit', this.#exited);
    keepSpare(child, this.#startedWith);
  }

  readonly #answered = (answer: ChildAnswer): void => {
    this.#hasAnswered = true;
    this.#onAnswer(answer);
  };

  readonly #exited = (): void => {
    this.#onFailure(new Error(this.#hasAnswered ? 'The process of a SQLite connection has ended.' : notStarted));
  };
}

/** What can not be changed once a process has started: its priority if that was lowered, its user and group, and its environment. */
function circumstances(isUrgent: boolean): string {
  return JSON.stringify([isUrgent, process.geteuid?.(), process.getegid?.(), environment()]);
}

function newProcess(isUrgent: boolean): ChildProcess {
  const child = startProcess();
  child.once('exit', () => forget(child));
  if (!isUrgent) yieldProcessors(child);
  return child;
}

/** Lowers the priority of a process below that of the service: a file may take a processor for minutes. */
function yieldProcessors({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If the system refuses, all processes keep the same priority.
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Lets a process wait; of too many, the one that has waited longest is ended. */
function keepSpare(child: ChildProcess, startedWith: string): void {
  const [oldest] = spares.keys();
  if (oldest && spares.size >= mostSpares) end(oldest);
  spares.set(child, { startedWith, timer: setTimeout(() => end(child), spareTime).unref() });
}

function end(child: ChildProcess): void {
  if (forget(child)) child.kill('SIGKILL');
}

/** @returns whether it waited */
function forget(child: ChildProcess): boolean {
  clearTimeout(spares.get(child)?.timer);
  return spares.delete(child);
}

/** The one that has waited shortest, so that others end in time. */
function takeSpare(startedWith: string): ChildProcess | undefined {
  const [child] = [...spares].findLast(([{ connected }, spare]) => connected && spare.startedWith === startedWith) ?? [];
  if (child) forget(child);
  return child;
}
