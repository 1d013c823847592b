import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets other requests have a turn every so many rows: on SQLite nothing of a long write waits for anything. */
export async function pause(index: number): Promise<void> {
  if (index % 100 === 99) await nextTurn();
}

/** Lets other requests have a turn. */
export async function turnForOthers(): Promise<void> {
  await nextTurn();
}
