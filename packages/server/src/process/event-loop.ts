import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The number of callers that go on together. The event loop accepts one connection in a turn: the turns of a busy service must be short. */
const most = 32;

interface Group {
  callers: number;
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** The callers that wait; the first group goes on at the end of this turn, each other one a turn later. */
const groups: Group[] = [];

/** When the event loop has gone on, as far as it is known here, in milliseconds of `performance.now()`. */
let lastTurn = 0;

/**
 * Resolves when the event loop has received what there is to receive in this turn, for up to 32 callers one directly after another; further
 * ones go on in the next turns. Their work then alternates in small steps, and the code of a step is still in the processor's caches for the
 * next caller. Under load, this takes half of the time of working on one request after the other (docs/explanation/decisions/work-together.md).
 */
export function endOfTurn(): Promise<void> {
  const last = groups.at(-1);
  const group = last && last.callers < most ? last : newGroup();
  group.callers += 1;
  return group.promise;
}

function newGroup(): Group {
  const group = { callers: 0, ...Promise.withResolvers<void>() };
  if (groups.push(group) === 1) setImmediate(releaseGroup);
  return group;
}

function releaseGroup(): void {
  lastTurn = performance.now();
  groups.shift()?.resolve();
  if (groups.length > 0) setImmediate(releaseGroup);
}

/** Milliseconds after which work on rows lets the event loop go on; it looks at the time after each 100 rows. */
const longest = 2;

/**
 * Yields to the event loop after 100 rows, if it has not gone on for 2 ms: between them, the work on the rows does no I/O. Otherwise it returns
 * undefined, because a promise takes time, and a transaction that is open keeps its locks while others are served.
 */
export function yieldEvery(index: number): Promise<void> | undefined {
  return index % 100 === 99 && performance.now() - lastTurn > longest ? yieldToEventLoop() : undefined;
}

/** Yields to the event loop, if it has not gone on for 2 ms: for work of which each step may take as long as 100 rows. */
export function yieldIfLong(): Promise<void> | undefined {
  return performance.now() - lastTurn > longest ? yieldToEventLoop() : undefined;
}

/** Yields to the event loop, so that other requests are served. */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  lastTurn = performance.now();
}

/**
 * Calls back after so many milliseconds, when the event loop has also received what arrived in them. A plain timer of a busy service may end
 * first, while an answer that came in time is still to be read.
 * @param keepsAlive whether the process goes on until then.
 * @returns a function after which it does not call back.
 */
export function whenOverdue(milliseconds: number, callback: () => void, keepsAlive = true): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (turn = setImmediate(callback)), milliseconds);
  if (!keepsAlive) timer.unref();
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

/** Whether a promise is fulfilled within so many milliseconds. Throws its error, if it is rejected in that time. */
export async function endsWithin(promise: Promise<void> | undefined, milliseconds: number): Promise<boolean> {
  if (!promise) return true;
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const stop = whenOverdue(Math.max(0, milliseconds), () => resolve(false));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    stop();
  }
}
