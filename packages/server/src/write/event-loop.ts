import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields to the event loop after every 100 rows: between them, the work on the rows does no I/O. */
export async function yieldEvery(index: number): Promise<void> {
  if (index % 100 === 99) await nextTurn();
}

/** Yields to the event loop, so that other requests are served. */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
}
