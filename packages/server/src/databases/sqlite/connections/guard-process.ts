import type { ChildProcess } from 'node:child_process';
import type { RunningIds } from './guard.ts';
import { letServiceEnd, startProgram } from './program.ts';

/** Milliseconds for which the guard waits for another process when the last one has ended. */
const idleTime = 10_000;

/** Milliseconds after which the guard is started again if it has ended by itself; if it ends again and again, the pause grows up to the longest. */
const shortestPause = 1000;
const longestPause = 60_000;

/**
 * The process that kills those of SQLite connections when the service has ended in any way (docs/explanation/decisions/sqlite-processes.md). It runs while one
 * of them does. If it can not be started, it is tried again.
 */
export class Guard {
  readonly #guarded: ReadonlySet<ChildProcess>;
  #process: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #started = 0;
  /** Milliseconds before the next start. */
  #pause = shortestPause;

  constructor(guarded: ReadonlySet<ChildProcess>) {
    this.#guarded = guarded;
  }

  /** Called when a process has started or ended. */
  update(): void {
    clearTimeout(this.#timer);
    if (this.#guarded.size === 0) this.#timer = setTimeout(() => this.#end(), idleTime).unref();
    else this.#process ??= this.#start();
    this.#tell();
  }

  /** Ends it: the service ends the processes itself. */
  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  /** Says which processes run. */
  #tell(): void {
    const ids: RunningIds = Array.from(this.#guarded, ({ pid }) => pid).filter((pid) => pid !== undefined);
    if (this.#process?.connected) this.#process.send(ids, () => {});
  }

  #start(): ChildProcess | undefined {
    this.#started = performance.now();
    let started: ChildProcess;
    const ended = (): void => {
      if (this.#process !== started) return;
      this.#process = undefined;
      this.#startLater();
    };
    try {
      started = startProgram('guard', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    } catch {
      this.#startLater();
      return undefined;
    }
    started.once('exit', ended);
    started.on('error', ended);
    letServiceEnd(started);
    return started;
  }

  #startLater(): void {
    const ranLong = performance.now() - this.#started > longestPause;
    if (ranLong) this.#pause = shortestPause;
    const startAgain = (): void => {
      this.#pause = Math.min(2 * this.#pause, longestPause);
      this.update();
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(startAgain, this.#pause).unref();
  }

  #end(): void {
    const ended = this.#process;
    this.#process = undefined;
    if (ended?.connected) ended.disconnect();
  }
}
