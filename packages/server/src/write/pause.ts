import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets other requests have a turn every so many rows: the work on the rows in between waits for nothing. */
export async function pause(index: number): Promise<void> {
  if (index % 100 === 99) await nextTurn();
}

/** Lets other requests have a turn. */
export async function turnForOthers(): Promise<void> {
  await nextTurn();
}
