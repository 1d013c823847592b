import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answer, Request, Setup, Usage } from './messages.ts';

/** A server in a process of its own. */
export interface Child {
  readonly origin: string;
  /** What it has used so far. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts a file as a child and waits until it listens. Throws where it ends instead. */
export async function startChild(file: URL, setup: Setup, execArgv: readonly string[] = []): Promise<Child> {
  const child = fork(file, [JSON.stringify(setup)], { execArgv: [...execArgv] });
  const stop = (): Promise<void> => end(child);
  try {
    const first = await answerOf(child, file);
    if (!('origin' in first)) throw new Error(`${file.pathname} did not say where it listens.`);
    return { origin: first.origin, stop, usage: () => askUsage(child, file) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function askUsage(child: ChildProcess, file: URL): Promise<Usage> {
  const answer = answerOf(child, file);
  ask(child, 'usage');
  const message = await answer;
  if (!('cpu' in message)) throw new Error(`${file.pathname} did not say what it used.`);
  return message;
}

function ask(child: ChildProcess, request: Request): void {
  child.send(request);
}

function answerOf(child: ChildProcess, file: URL): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: Answer): void => {
      child.off('exit', onExit);
      resolve(answer);
    };
    const onExit = (code: number | null): void => {
      child.off('message', onMessage);
      reject(new Error(`${file.pathname} ended with ${code}.`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  if (child.connected) ask(child, 'stop');
  else child.kill();
  await ended;
  clearTimeout(timer);
}
