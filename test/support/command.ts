import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

const command = fileURLToPath(new URL('../../packages/server/bin/grimoire.js', import.meta.url));

/** The root folder of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** The result of a command. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command, without a terminal. A variable of the environment that is undefined is not set. */
export function grimoire(args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}, cwd = root): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd, env: { ...process.env, DATABASE_URL: '', ...env } }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const main = fileURLToPath(new URL('../../packages/server/src/cli/main.ts', import.meta.url));
let runs = 0;

/**
 * Runs the command in this process, in the root folder of the repository: for tests with many cases, where starting a process for
 * each case would take most of the time. Its output is collected, and its exit code is reset.
 */
export async function grimoireInProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const printed = { log: '', error: '' };
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...values: unknown[]) => void (printed[name] += `${values.join(' ')}\n`)),
  );
  const { argv, env: environment, exitCode } = process;
  process.argv = [process.execPath, command, ...args];
  process.env = { ...environment, DATABASE_URL: '', ...env };
  process.exitCode = undefined;
  try {
    // The module runs the command in `process.argv` when it is imported: a different address imports it again.
    runs += 1;
    await import(/* @vite-ignore */ `${main}?run=${runs}`);
    return { code: exitCodeNow(), out: printed.log, err: printed.error };
  } finally {
    Object.assign(process, { argv, env: environment, exitCode });
    for (const spy of spies) spy.mockRestore();
  }
}

function exitCodeNow(): number {
  return Number(process.exitCode ?? 0);
}

/** Starts a server and waits for the address that it prints. */
export async function serve(
  args: readonly string[],
  { databaseUrl = '', cwd = root }: { readonly databaseUrl?: string; readonly cwd?: string } = {},
): Promise<{ child: ChildProcess; api: string; output: string; printed: () => string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', ...args], { cwd, env });
  let output = '';
  const api = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /API: (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(output)));
  });
  return { child, api, output, printed: () => output };
}

/** Ends a server. @returns its exit code, after all of its output is read */
export async function stop(child: ChildProcess): Promise<number | null> {
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  return code;
}
