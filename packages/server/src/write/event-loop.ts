import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets other requests have a turn every so many rows: the work on the rows in between waits for nothing. */
export async function yieldEvery(index: number): Promise<void> {
  if (index % 100 === 99) await nextTurn();
}

/** Lets other requests have a turn. */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
}
