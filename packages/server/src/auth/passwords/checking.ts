import { Worker } from 'node:worker_threads';
import { verify } from '@node-rs/argon2';
import { withoutWork } from '../../process/request-work.ts';
import type { CheckingJob } from './checking-thread.ts';

/** Milliseconds after which a thread that has nothing to do ends. */
const restLimit = 10_000;

/** Milliseconds for which no thread is started after one could not be. */
const startPause = 60_000;

/** Threads that have nothing to do. */
const resting: CheckingThread[] = [];

/** From when on a thread may be started. */
let startsFrom = 0;

/** Whether a hash is that of a password. Where no thread can be started, it is found out in the threads of Node, whose priority is that of requests. */
export async function isHashOf(encoded: string, password: string): Promise<boolean> {
  const thread = resting.pop() ?? startThread();
  const result = await thread?.resultOf({ encoded, password });
  if (!thread || result === undefined) return verify(encoded, password).catch(() => false);
  thread.rest();
  return result;
}

function startThread(): CheckingThread | undefined {
  // A bundle of CommonJS has no address; one of another kind lacks the program.
  if (!URL.canParse('.', import.meta.url) || Date.now() < startsFrom) return undefined;
  try {
    // It outlives the request that needs it first.
    return withoutWork(() => new CheckingThread());
  } catch (error) {
    noteStartFailure(error);
    return undefined;
  }
}

/** Says it once: it is no error, and it will not change while a bundle lacks the program. */
function noteStartFailure(cause: unknown): void {
  if (startsFrom === 0)
    process.emitWarning(`Passwords are checked with the priority of requests: no thread can be started (${String(cause)}).`);
  startsFrom = Date.now() + startPause;
}

/** A thread that checks one password after the other, with a lower priority than the requests of the service. */
class CheckingThread {
  readonly #worker: Worker;
  #hasAnswered = false;
  #hasEnded = false;
  #error: unknown = 'it ended';
  #answer: (result: boolean | undefined) => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const program = new URL(import.meta.url.endsWith('.ts') ? './checking-thread.ts' : './checking-thread.js', import.meta.url);
    // It needs none of the memory that V8 takes for new objects where there is enough.
    const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 };
    this.#worker = new Worker(program, { execArgv: [], env: environment(), resourceLimits });
    this.#worker.on('message', (result: boolean) => {
      this.#hasAnswered = true;
      this.#answer(result);
    });
    // After an error, a thread ends.
    this.#worker.on('error', (error) => (this.#error = error));
    this.#worker.on('exit', () => this.#end());
  }

  /** The result of a job; undefined where the thread has ended. */
  async resultOf(job: CheckingJob): Promise<boolean | undefined> {
    clearTimeout(this.#timer);
    if (this.#hasEnded) return undefined;
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
    this.#answer = resolve;
    this.#worker.ref();
    this.#worker.postMessage(job, []);
    return promise;
  }

  /** Keeps the thread for the next job, for a while. It does not keep the process. */
  rest(): void {
    if (this.#hasEnded) return;
    resting.push(this);
    this.#worker.unref();
    this.#timer = setTimeout(() => {
      this.#leave();
      void this.#worker.terminate();
    }, restLimit);
    this.#timer.unref();
  }

  #end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#leave();
    if (!this.#hasAnswered) noteStartFailure(this.#error);
    this.#answer(undefined);
  }

  #leave(): void {
    const place = resting.indexOf(this);
    if (place >= 0) resting.splice(place, 1);
  }
}

/** What preloads modules into a process is not for this thread, except that of Yarn's Plug'n'Play, by which packages are found. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options, ...others } = process.env;
  return process.versions['pnp'] === undefined || options === undefined ? others : { ...others, NODE_OPTIONS: options };
}
