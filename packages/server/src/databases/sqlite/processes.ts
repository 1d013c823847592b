import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { AdminError, StartError } from '../../errors.ts';
import type { RunningIds } from './guard.ts';

/** The error if the program of the processes is not beside this file. */
export const notStarted =
  'A process for SQLite did not start. Keep the package "grimoire" out of bundles, or give sqlite({ file, processes: false }).';

/** Milliseconds for which the guard waits for another process when the last one has ended. */
const idleTime = 10_000;

/** Milliseconds after which the guard is started again if it has ended by itself; if it ends again and again, the pause grows up to the longest. */
const shortestPause = 1000;
const longestPause = 60_000;

/**
 * The variables that SQLite itself uses (the time zone, the folder of temporary files), and Node's folder of compiled modules, with which
 * a process starts in half the time. Addresses and secrets are not passed on.
 */
const passedOn = ['NODE_COMPILE_CACHE', 'TZ', 'TMPDIR', 'TMP', 'TEMP', 'SQLITE_TMPDIR', 'LD_LIBRARY_PATH', 'LANG', 'LC_ALL', 'SystemRoot'];

/** The environment that a process is started with. */
export function environment(): NodeJS.ProcessEnv {
  // With Yarn's Plug'n'Play, packages are found by a module that NODE_OPTIONS names.
  const names = process.versions['pnp'] === undefined ? passedOn : [...passedOn, 'NODE_OPTIONS'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** Starts a program of this folder. */
function start(name: 'child' | 'guard', options: Pick<ForkOptions, 'serialization' | 'stdio'>): ChildProcess {
  // A bundle of CommonJS has no address.
  if (!URL.canParse('.', import.meta.url)) throw new StartError(notStarted);
  const program = new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
  return fork(program, [], { ...options, execArgv: ['--disable-warning=ExperimentalWarning'], env: environment() });
}

/** The channel of a process. Bun's has none of these methods, and does not keep the service's process alive. */
function channelOf({ channel }: ChildProcess): { ref?(): void; unref?(): void } | null | undefined {
  return channel;
}

/** Lets the service's process end although the child process runs. */
export function letServiceEnd(child: ChildProcess): void {
  child.unref();
  channelOf(child)?.unref?.();
}

/** Keeps the service's process alive while the child process runs. */
export function keepServiceAlive(child: ChildProcess): void {
  child.ref();
  channelOf(child)?.ref?.();
}

/**
 * The process that kills those of SQLite connections when the service has ended in any way (docs/explanation/decisions.md). It runs while one
 * of them does. If it can not be started, it is tried again.
 */
class Guard {
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
      started = start('guard', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
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

const running = new Set<ChildProcess>();
const guard = new Guard(running);
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  guard.kill();
});

/** Starts a process for a SQLite connection. It is killed when the service ends. Throws a 503 if the system starts none. */
export function startProcess(): ChildProcess {
  const child = forked();
  child.on('exit', () => {
    if (running.delete(child)) guard.update();
  });
  running.add(child);
  guard.update();
  return child;
}

function forked(): ChildProcess {
  const unavailable = (cause: unknown): AdminError => new AdminError('unavailable', { cause, retryAfter: 2 });
  let child: ChildProcess;
  try {
    child = start('child', { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  } catch (error) {
    throw error instanceof StartError ? error : unavailable(error);
  }
  child.on('error', () => {});
  // It has no channel then, and to kill it would kill another process.
  if (child.pid === undefined)
    throw unavailable(new Error('The system has started no process: its limit of processes or of open files may be reached.'));
  return child;
}
