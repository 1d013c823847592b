import { startChild } from '../child-process.ts';
import { startDatabase } from '../databases.ts';
import type { Dialect } from '../options.ts';
import { type Asked, send, timeCase, type Timing, timingOf } from '../scale/measure.ts';
import { logIn } from '../service-client.ts';
import { changingOne, historyOfOne, manyRows, marking, writes } from './cases.ts';

/** How long requests of one user take, one after the other. */
export interface JournalResult {
  readonly case: string;
  readonly dialect: Dialect;
  readonly timing: Timing;
}

const undoCase = 'undo of 10,000 rows';

/** Measures writes with their change sets, the history of a row with many changes, and an undo of many rows. */
export async function benchJournal(
  { dialect, seconds, caseText }: { readonly dialect: Dialect; readonly seconds: number; readonly caseText: string },
  resources: AsyncDisposableStack,
  say: (text: string) => void,
): Promise<JournalResult[]> {
  const stop = ({ stop: end }: { stop(): Promise<void> }): Promise<void> => end();
  say(`${dialect}: filling the database`);
  const { address } = resources.adopt(await startDatabase(dialect), stop);
  const service = resources.adopt(await startChild(new URL('../service.ts', import.meta.url), { dialect, address }), stop);
  const asked = { origin: service.origin, token: await logIn(service.origin) };
  const results: JournalResult[] = [];
  const measure = async (name: string, time: () => Promise<Timing>): Promise<void> => {
    if (!name.includes(caseText)) return;
    say(`${dialect}: ${name}`);
    results.push({ case: name, dialect, timing: await time() });
  };
  for (const one of writes) await measure(one.name, () => timeCase(asked, one, seconds));
  await measure(historyOfOne.name, async () => {
    for (let n = 0; n < manyRows; n++) await send(asked, changingOne, n);
    return timeCase(asked, historyOfOne, seconds);
  });
  await measure(undoCase, () => timeUndo(asked));
  return results;
}

/** Takes actions back; only the undo is timed. */
async function timeUndo(asked: Asked): Promise<Timing> {
  const durations: number[] = [];
  const failures = new Set<number>();
  // Behind the numbers of the action alone: each note is new.
  for (let n = 1_000_000; n < 1_000_005; n++) {
    const { headers } = await send(asked, marking, n);
    const set = headers.get('x-change-set') ?? '';
    const started = performance.now();
    const { status } = await send(asked, { name: undoCase, method: 'POST', path: () => `/api/changes/${set}/undo/`, body: () => ({}) }, n);
    durations.push(performance.now() - started);
    if (status >= 300) failures.add(status);
  }
  return timingOf(durations, failures);
}
