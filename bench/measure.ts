import type { BenchCase } from './cases.ts';
import type { Child } from './child-process.ts';
import { drive, type Load } from './load.ts';
import type { Dialect } from './options.ts';
import { headersFor } from './service-client.ts';

/** What one server did in one case. */
export interface Figures {
  /** Requests a second. */
  readonly rps: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** Microseconds of CPU of the Node process for a request, user and system; the database's are not in it. */
  readonly cpu_us: number;
}

/** A case with both servers' figures and the service's as a ratio of the floor's. */
export interface CaseResult {
  readonly case: string;
  readonly dialect: Dialect;
  readonly floor: Figures;
  readonly service: Figures;
  readonly ratio_rps: number;
  readonly ratio_cpu: number;
}

/** The servers that take turns. */
export interface Contestants {
  readonly floor: Child;
  readonly service: Child;
  readonly token: string;
}

const warmUpSeconds = 2;
const rounds = 2;

interface Turn extends Load {
  readonly cpu: number;
}

/** Measures one case: floor and service in turn, so that what else the machine does hits both. */
export async function measure(
  { floor, service, token }: Contestants,
  one: BenchCase,
  settings: { readonly dialect: Dialect; readonly seconds: number },
): Promise<CaseResult> {
  const turns = { floor: [] as Turn[], service: [] as Turn[] };
  for (let round = 0; round < rounds; round++) {
    turns.floor.push(await turn(floor, one, { token: null, seconds: settings.seconds }));
    turns.service.push(await turn(service, one, { token, seconds: settings.seconds }));
  }
  const figures = { floor: figuresOf(turns.floor), service: figuresOf(turns.service) };
  return {
    case: one.name,
    dialect: settings.dialect,
    ...figures,
    ratio_rps: rounded(figures.service.rps / figures.floor.rps),
    ratio_cpu: rounded(figures.service.cpu_us / figures.floor.cpu_us),
  };
}

async function turn(
  child: Child,
  { path, changes }: BenchCase,
  { token, seconds }: { token: string | null; seconds: number },
): Promise<Turn> {
  const url = `${child.origin}${path}`;
  await drive(url, headersFor(token), { seconds: warmUpSeconds, changes });
  const { cpu: before } = await child.usage();
  const load = await drive(url, headersFor(token), { seconds, changes });
  return { ...load, cpu: (await child.usage()).cpu - before };
}

function figuresOf(turns: readonly Turn[]): Figures {
  const latencies = Float64Array.from(turns.flatMap((one) => one.latencies)).sort();
  const sum = (of: (one: Turn) => number): number => turns.reduce((total, one) => total + of(one), 0);
  const percentile = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return {
    rps: rounded(latencies.length / sum((one) => one.seconds)),
    p50_ms: rounded(percentile(0.5)),
    p99_ms: rounded(percentile(0.99)),
    cpu_us: rounded(sum((one) => one.cpu) / latencies.length),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
