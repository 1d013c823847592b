import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variable that names the file for the result. */
export const resultFileVariable = 'TEST_RESULT_FILE';

/** What a run reports at its end. */
export interface TestResult {
  /** Whether all tests have passed, and nothing failed outside them. */
  readonly isGreen: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of the tests that failed and passed when they were run again (`retry` in `vitest.config.ts`). */
  readonly unsteady: readonly string[];
}

/** So many unsteady tests may be in a run that passes. */
const mostUnsteady = 3;

/** Milliseconds that a run may take to end after it has reported. */
const endLimit = 60_000;

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a test runner that writes its result to a file. A process that a test has left can hold the output of the runner, which then does not
 * end: it is shown with its processes, and ended.
 * @param args of Node.
 * @returns the exit code: that of the runner, or that of its report if it did not end.
 */
export async function runTests(args: readonly string[], patience = endLimit): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'grimoire-tests-'));
  const file = join(folder, 'result.json');
  // A group of its own, so that all of its processes can be ended; the keys of the terminal are passed on.
  const child = spawn(process.execPath, args, { stdio: 'inherit', detached: true, env: { ...process.env, [resultFileVariable]: file } });
  const passOn = (signal: NodeJS.Signals): void => signalGroup(child, signal);
  for (const signal of passedOn) process.on(signal, passOn);
  let reported: number | undefined;
  let isHanging = false;
  const watch = setInterval(() => {
    if (!existsSync(file)) return;
    reported ??= performance.now();
    if (isHanging || performance.now() - reported < patience) return;
    isHanging = true;
    showProcesses(child);
    signalGroup(child, 'SIGKILL');
  }, 500);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearInterval(watch);
  for (const signal of passedOn) process.off(signal, passOn);
  // Workers of a runner that a signal has ended.
  signalGroup(child, 'SIGKILL');
  const result = resultIn(file);
  rmSync(folder, { recursive: true, force: true });
  if (result) process.stdout.write(`${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped\n`);
  const isSteady = sayUnsteady(result?.unsteady ?? []);
  const ended = isHanging ? Number(result?.isGreen !== true) : (code ?? 1);
  return ended === 0 && !isSteady ? 1 : ended;
}

/** Names the tests that passed only when they were run again. @returns whether they are few. */
function sayUnsteady(names: readonly string[]): boolean {
  if (names.length === 0) return true;
  const list = names.map((name) => `  ${name}`).join('\n');
  process.stdout.write(`Failed, and passed when run again; ${mostUnsteady} at most are let pass:\n${list}\n`);
  return names.length <= mostUnsteady;
}

/** The result in a file; undefined where the runner has not written it whole. */
function resultIn(file: string): TestResult | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestResult;
  } catch {
    return undefined;
  }
}

function showProcesses({ pid }: ChildProcess): void {
  process.stderr.write('The tests have ended, but their process has not. It is ended now. Its group:\n');
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid,pgid,stat,wchan:30,etime,args'], { encoding: 'utf8' });
  const [head = '', ...all] = (stdout ?? '').split('\n');
  const ofGroup = all.filter((line) => line.trim().split(/\s+/)[2] === String(pid));
  process.stderr.write(`${[head, ...ofGroup].map((line) => line.slice(0, 200)).join('\n')}\n`);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
