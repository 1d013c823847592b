import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { StartError } from '../../../errors/errors.ts';

/** The error if the program of the processes is not beside this file. */
export const notStarted =
  'A process for SQLite did not start. Keep the package "grimoire" out of bundles, or give sqlite({ file, processes: false }).';

/**
 * The variables that SQLite itself uses (the time zone, the folder of temporary files), and Node's folder of compiled modules, with which
 * a process starts in half the time. Addresses and secrets are not passed on.
 */
const passedOn = ['NODE_COMPILE_CACHE', 'TZ', 'TMPDIR', 'TMP', 'TEMP', 'SQLITE_TMPDIR', 'LD_LIBRARY_PATH', 'LANG', 'LC_ALL', 'SystemRoot'];

/** The environment that a process is started with. */
function environment(): NodeJS.ProcessEnv {
  // With Yarn's Plug'n'Play, packages are found by a module that NODE_OPTIONS names.
  const names = process.versions['pnp'] === undefined ? passedOn : [...passedOn, 'NODE_OPTIONS'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** The addresses of the programs, each written out: a build that copies only the files that code names finds them. */
function programs(): Readonly<Record<'child' | 'guard', URL>> {
  if (import.meta.url.endsWith('.ts'))
    return { child: new URL('./child.ts', import.meta.url), guard: new URL('./guard.ts', import.meta.url) };
  return { child: new URL('./child.js', import.meta.url), guard: new URL('./guard.js', import.meta.url) };
}

/** Starts a program of this folder. Throws a `StartError` if it is not there. */
export function startProgram(name: 'child' | 'guard', options: Pick<ForkOptions, 'serialization' | 'stdio'>): ChildProcess {
  // A bundle of CommonJS has no address.
  if (!URL.canParse('.', import.meta.url)) throw new StartError(notStarted);
  return fork(programs()[name], [], { ...options, execArgv: ['--disable-warning=ExperimentalWarning'], env: environment() });
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
