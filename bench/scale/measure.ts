import { headersFor } from '../service-client.ts';
import type { ScaleCase } from './cases.ts';

/** How a case went on one database. */
export interface Timing {
  readonly p50_ms: number;
  readonly max_ms: number;
  /** How many requests there were. */
  readonly requests: number;
  /** The statuses of the answers, if they were not all 2xx. */
  readonly failures: readonly number[];
}

/** Requests before the measured ones: from the sixth on, PostgreSQL may use one plan for all values. */
const warmUp = 10;
const minRequests = 3;

/** A service to ask. */
export interface Asked {
  readonly origin: string;
  readonly token: string;
}

/** Asks one request after the other, for so many seconds. */
export async function timeCase(asked: Asked, one: ScaleCase, seconds: number): Promise<Timing> {
  const failures = new Set<number>();
  const durations: number[] = [];
  let number = 0;
  const until = performance.now() + seconds * 1000;
  const ask = async (): Promise<number> => {
    const started = performance.now();
    const { status } = await send(asked, one, number++);
    if (status >= 300) failures.add(status);
    return performance.now() - started;
  };
  for (let turn = 0; turn < warmUp && (turn < minRequests || performance.now() < until); turn++) await ask();
  const end = performance.now() + seconds * 1000;
  while (durations.length < minRequests || performance.now() < end) durations.push(await ask());
  return timingOf(durations, failures);
}

/** The timing of requests that took so many milliseconds. @param failures the statuses of those that failed. */
export function timingOf(durations: readonly number[], failures: ReadonlySet<number>): Timing {
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    p50_ms: rounded(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN),
    max_ms: rounded(sorted.at(-1) ?? Number.NaN),
    requests: sorted.length,
    failures: [...failures],
  };
}

/** Asks one request, and reads its answer. */
export async function send({ origin, token }: Asked, { method, path, body }: ScaleCase, n: number): Promise<Response> {
  const headers = { ...headersFor(token), ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(`${origin}${path(n)}`, { method, headers, ...(body ? { body: JSON.stringify(body(n)) } : {}) });
  await response.arrayBuffer();
  return response;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
