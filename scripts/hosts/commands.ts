import { type ChildProcess, spawn } from 'node:child_process';

/** How a command runs. */
export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Milliseconds that a command may take. */
const limit = 600_000;

/** The characters of a command's output that an error shows. */
const shown = 4000;

/** The arguments that run npm with the Node that runs this script. */
export function npm(...args: readonly string[]): readonly string[] {
  const program = process.env['npm_execpath'];
  if (program === undefined) throw new Error('Run it by `npm run`.');
  return [program, ...args];
}

/** Runs Node with arguments, and returns what it has printed. Throws with the output if it fails. */
export async function run(args: readonly string[], options: CommandOptions): Promise<string> {
  const running = start(args, options);
  const timer = setTimeout(() => void running.stop(), limit);
  const code = await running.ended;
  clearTimeout(timer);
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}:\n${running.output()}`);
  return running.output();
}

/** A process that was started, with its own processes. */
export interface Running {
  /** Its exit code, or null if a signal has ended it. */
  readonly ended: Promise<number | null>;
  /** The last part of what it has printed. */
  output(): string;
  /** Ends it and every process that it has started. */
  stop(): Promise<void>;
}

const groups = new Set<ChildProcess>();

// Also after an error, or Ctrl+C, none of them stays.
process.once('exit', () => groups.forEach((child) => kill(child, 'SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts Node with arguments, in a process group of its own. */
export function start(args: readonly string[], { cwd, env = {} }: CommandOptions): Running {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  groups.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void (text = `${text}${chunk}`.slice(-shown)));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  return {
    ended,
    output: () => text,
    async stop() {
      kill(child, 'SIGTERM');
      const timer = setTimeout(() => kill(child, 'SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
      kill(child, 'SIGKILL');
      groups.delete(child);
    },
  };
}

function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** Calls a function until it returns a value; throws its last error after the limit. */
export async function eventually<T>(job: () => Promise<T>, milliseconds: number): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    try {
      return await job();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
