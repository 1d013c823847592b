import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { ChildAnswer, ChildRequest } from './child.ts';
import { keepServiceAlive, letServiceEnd, notStarted } from './program.ts';
import { startProcess } from './start-process.ts';

/** The process of one connection, for as long as that has its file open. */
export class ConnectionProcess {
  readonly #child: ChildProcess;
  #hasAnswered = false;

  /**
   * Throws a 503 if the system starts no process.
   * @param isUrgent whether people wait for what it does; if not, it leaves the processors to others.
   */
  constructor(isUrgent: boolean, onAnswer: (answer: ChildAnswer) => void, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.#child = startProcess();
    if (!isUrgent) yieldProcessors(this.#child);
    this.#child
      .on('message', (answer) => {
        this.#hasAnswered = true;
        onAnswer(answer as ChildAnswer);
      })
      .on('error', onFailure)
      .on('exit', () => onFailure(new Error(this.#hasAnswered ? 'The process of a SQLite connection has ended.' : notStarted)));
    this.letServiceEnd();
  }

  readonly #onFailure: (error: unknown) => void;

  /** Sends a request. Throws if one of its parameters can't be sent to a process, such as an object with functions. */
  send(request: ChildRequest): void {
    this.#child.send(request, (error) => error && this.#onFailure(error));
  }

  /** Lets the service's process end although this one runs. */
  letServiceEnd(): void {
    letServiceEnd(this.#child);
  }

  /** Keeps the service's process alive while this one runs. */
  keepServiceAlive(): void {
    keepServiceAlive(this.#child);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** Lowers the priority of a process below that of the service: a file may take a processor for minutes. */
function yieldProcessors({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If the system refuses, all processes keep the same priority.
  }
}
