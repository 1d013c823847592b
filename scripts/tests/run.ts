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
}

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
  if (isHanging) return result?.isGreen === true ? 0 : 1;
  return code ?? 1;
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
