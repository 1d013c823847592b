import { startChild } from '../child-process.ts';
import type { Dialect } from '../options.ts';
import { logIn } from '../service-client.ts';
import { type ScaleCase, scaleCases } from './cases.ts';
import { startLargeDatabase } from './data.ts';
import { type Asked, timeCase, type Timing } from './measure.ts';

/** A case on the small database and on the large one. */
export interface ScaleResult {
  readonly case: string;
  readonly dialect: Dialect;
  readonly small: Timing;
  readonly large: Timing;
}

/** Orders of the database that the large one is compared with. */
export const smallScale = 200_000;

/** What a comparison of two sizes is asked for. */
export interface ScaleOptions {
  readonly dialect: Dialect;
  /** Orders of the large database. */
  readonly orders: number;
  readonly seconds: number;
  readonly caseText: string;
}

/** Measures each case on a database of 200,000 orders and on one of so many, with the indexes that the doctor proposes. */
export async function benchScale(
  { dialect, orders, seconds, caseText }: ScaleOptions,
  resources: AsyncDisposableStack,
  say: (text: string) => void,
): Promise<ScaleResult[]> {
  const stop = ({ stop: end }: { stop(): Promise<void> }): Promise<void> => end();
  const sides: { readonly asked: Asked; readonly cases: readonly ScaleCase[] }[] = [];
  for (const size of [smallScale, orders]) {
    say(`${dialect}: filling a database with ${size} orders`);
    const { address } = resources.adopt(await startLargeDatabase(dialect, size), stop);
    const service = resources.adopt(await startChild(new URL('./service.ts', import.meta.url), { dialect, address }), stop);
    const asked = { origin: service.origin, token: await logIn(service.origin) };
    sides.push({ asked, cases: await scaleCases(asked.origin, asked.token, size) });
  }
  const [small, large] = sides;
  const results: ScaleResult[] = [];
  for (const [index, one] of (small?.cases ?? []).entries()) {
    const other = large?.cases[index];
    if (!small || !large || !other || !one.name.includes(caseText)) continue;
    say(`${dialect}: ${one.name}`);
    const timings = { small: await timeCase(small.asked, one, seconds), large: await timeCase(large.asked, other, seconds) };
    results.push({ case: one.name, dialect, ...timings });
  }
  return results;
}
