import { Worker } from 'node:worker_threads';
import { hash, type Options, verify } from '@node-rs/argon2';
import { withoutWork } from '../../request-work.ts';
import type { HashingJob } from './hashing-thread.ts';

/** Argon2id is the library's default algorithm; the costs are OWASP's (19 MiB, two passes). */
const costs: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Milliseconds after which a thread that has nothing to do ends. */
const restLimit = 10_000;

/** An argon2id hash of a password. */
export function hashOf(password: string): Promise<string> {
  return inThread({ password, costs }, () => hash(password, costs));
}

/** Whether a hash is that of a password. */
export function isHashOf(encoded: string, password: string): Promise<boolean> {
  return inThread({ password, encoded }, () => verify(encoded, password).catch(() => false));
}

/** Threads that have nothing to do. */
const resting: HashingThread[] = [];

/** Whether threads can be started: a bundle lacks their program, and Node's permissions may forbid them. */
let hasThreads = URL.canParse('.', import.meta.url);

/** @param otherwise does the same in the threads of Node itself, whose priority is that of the service */
async function inThread<T extends string | boolean>(job: HashingJob, otherwise: () => Promise<T>): Promise<T> {
  const thread = resting.pop() ?? startThread();
  const result = await thread?.resultOf(job);
  if (!thread || result === undefined) return otherwise();
  thread.rest();
  return result as T;
}

function startThread(): HashingThread | undefined {
  if (!hasThreads) return undefined;
  try {
    // It outlives the request that needs it first.
    return withoutWork(() => new HashingThread());
  } catch {
    hasThreads = false;
    return undefined;
  }
}

/** A thread that does one job after the other, with a lower priority than the requests of the service. */
class HashingThread {
  readonly #worker: Worker;
  #hasAnswered = false;
  #answer: (result: string | boolean | undefined) => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const program = new URL(import.meta.url.endsWith('.ts') ? './hashing-thread.ts' : './hashing-thread.js', import.meta.url);
    // It needs none of the memory that V8 takes for new objects where there is enough.
    this.#worker = new Worker(program, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 } });
    this.#worker.on('message', (result: string | boolean) => {
      this.#hasAnswered = true;
      this.#answer(result);
    });
    // After an error, a thread ends.
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', () => this.#end());
  }

  /** The result of a job; undefined where the thread ended before. */
  async resultOf(job: HashingJob): Promise<string | boolean | undefined> {
    clearTimeout(this.#timer);
    const { promise, resolve } = Promise.withResolvers<string | boolean | undefined>();
    this.#answer = resolve;
    this.#worker.ref();
    this.#worker.postMessage(job, []);
    return promise;
  }

  /** Keeps the thread for the next job, for a while. It does not keep the process. */
  rest(): void {
    resting.push(this);
    this.#worker.unref();
    this.#timer = setTimeout(() => {
      this.#leave();
      void this.#worker.terminate();
    }, restLimit).unref();
  }

  #end(): void {
    hasThreads &&= this.#hasAnswered;
    this.#leave();
    this.#answer(undefined);
  }

  #leave(): void {
    const place = resting.indexOf(this);
    if (place >= 0) resting.splice(place, 1);
  }
}
