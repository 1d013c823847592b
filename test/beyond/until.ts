import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition. Throws with its name after this many milliseconds. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, milliseconds = 30_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It did not happen within ${milliseconds / 1000} s: ${what}.`);
    await pause(20);
  }
}
