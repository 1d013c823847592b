import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { ChildAnswer, ChildRequest } from './child.ts';
import { environment, keepServiceAlive, letServiceEnd, notStarted, startProcess } from './processes.ts';

/** Milliseconds for which a process without a file waits for the next connection: it uses tens of megabytes. */
const spareTime = 60_000;

/** How many processes wait at most. */
const mostSpares = 4;

/** A process without a file. */
interface Spare {
  readonly child: ChildProcess;
  readonly kind: string;
  readonly timer: NodeJS.Timeout;
}

const spares = new Set<Spare>();

/** What is told about a process. */
export interface ProcessListener {
  readonly answered: (answer: ChildAnswer) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A process for one connection: a new one, or one that was given back and waits. When it is given back, neither of the two reaches the other any more: the
 * process may have another file then (docs/explanation/decisions.md).
 */
export class LeasedProcess {
  readonly #kind: string;
  readonly #listener: ProcessListener;
  #child: ChildProcess | undefined;
  #hasAnswered: boolean;

  constructor(isReadOnly: boolean, listener: ProcessListener) {
    // A lowered priority can not be raised again, and a process keeps the folder and the environment that it was started with.
    this.#kind = JSON.stringify([isReadOnly, process.cwd(), environment()]);
    this.#listener = listener;
    const spare = takeSpare(this.#kind);
    this.#child = spare ?? startProcess();
    this.#hasAnswered = spare !== undefined;
    if (isReadOnly && !spare) yieldProcessors(this.#child);
    this.#child.on('message', this.#answered).on('error', listener.failed).on('exit', this.#exited);
    this.letServiceEnd();
  }

  /** Sends a request. Throws if one of its parameters can't be sent to a process, such as an object with functions. */
  send(request: ChildRequest): void {
    if (!this.#child) throw new Error('The process was given back.');
    this.#child.send(request, (error) => error && this.#listener.failed(error));
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

  /** Calls a function when the process has ended, and its last answers have arrived. */
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
    child.off('message', this.#answered).off('error', this.#listener.failed).off('exit', this.#exited);
    keepSpare(child, this.#kind);
  }

  readonly #answered = (answer: ChildAnswer): void => {
    this.#hasAnswered = true;
    this.#listener.answered(answer);
  };

  readonly #exited = (): void => {
    this.#listener.failed(new Error(this.#hasAnswered ? 'The process of a SQLite connection has ended.' : notStarted));
  };
}

/** Lowers the priority of a read process below the service and the process that writes: a read may use a processor for seconds. */
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
function keepSpare(child: ChildProcess, kind: string): void {
  const [oldest] = spares;
  if (oldest && spares.size >= mostSpares) end(oldest);
  const spare = { child, kind, timer: setTimeout(() => end(spare), spareTime).unref() };
  spares.add(spare);
}

function end(spare: Spare): void {
  if (forget(spare)) spare.child.kill('SIGKILL');
}

/** @returns whether it waited */
function forget(spare: Spare): boolean {
  clearTimeout(spare.timer);
  return spares.delete(spare);
}

function takeSpare(kind: string): ChildProcess | undefined {
  for (const spare of spares) {
    if (spare.kind !== kind || !spare.child.connected || hasExited(spare.child)) continue;
    forget(spare);
    return spare.child;
  }
  return undefined;
}
