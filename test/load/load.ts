import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '../support/databases.ts';
import { LoadClient, type Timed, work } from './clients.ts';
import { makeDatabase } from './data.ts';
import { type ListsBesideSignIns, listsBesideSignIns } from './sign-ins.ts';
import { percentile, type Sample, Sampler, slopeOf } from './figures.ts';

/** How many clients work, for how long, on what. */
export interface Load {
  readonly dialect: Dialect;
  /** The address of a PostgreSQL server. */
  readonly server: string;
  readonly clients: number;
  readonly minutes: number;
}

/** What came of a load. */
export interface LoadResult extends Load {
  readonly answers: readonly Timed[];
  readonly samples: readonly Sample[];
  readonly lists: ListsBesideSignIns;
}

/** Lets clients work on a service of their own. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const database = await makeDatabase(load.dialect, load.server, load.clients);
  const { child, base } = await serve(database.address);
  try {
    const answers: Timed[] = [];
    const sampler = new Sampler(child, Math.min(10_000, load.minutes * 6000));
    const until = Date.now() + load.minutes * 60_000;
    const clients = Array.from({ length: load.clients }, (_, index) => new LoadClient(base, index, (answer) => answers.push(answer)));
    await Promise.all(clients.map((client, index) => work(client, index * arrivalPause, until)));
    await sampler.stop();
    const lists = await listsBesideSignIns(database, base, Math.min(15_000, load.minutes * 20_000));
    return { ...load, answers, samples: sampler.samples, lists };
  } finally {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
    await database.close();
  }
}

/** Starts the service in a process of its own. @returns the address of its API */
export async function serve(address: string): Promise<{ readonly child: ChildProcess; readonly base: string }> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [address], { execArgv: ['--expose-gc'] });
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('The service ended.')));
  });
  return { child, base: `http://127.0.0.1:${String(port)}/api` };
}

/** Milliseconds between the first sign-ins of two clients: more than a hundred at once from one address are refused for a moment. */
const arrivalPause = 50;

/** Megabytes a minute that the objects in use may grow after the first fifth of a load of at least five minutes. */
const maxSlope = 1;

/** What is wrong, one sentence each. @param mayRefuse whether a 503 is not wrong: the machine may be too slow for so many clients. */
export function problemsOf({ answers, samples, minutes, lists }: LoadResult, mayRefuse = false): string[] {
  const failed = answers.filter(({ status }) => (status < 200 || status >= 300) && !(mayRefuse && status === 503));
  const slope = heapSlope(samples);
  return [
    ...(answers.length === 0 ? ['Nothing was answered.'] : []),
    ...(failed.length > 0 ? [`${failed.length} requests failed: ${statuses(failed)}.`] : []),
    ...(lists.failed > 0 && !mayRefuse ? [`${lists.failed} lists failed beside sign-ins.`] : []),
    ...(minutes >= 5 && slope > maxSlope ? [`Objects in use grew by ${slope.toFixed(2)} MB a minute.`] : []),
  ];
}

/** Megabytes a minute by which the objects in use grew, after the first fifth: caches are filled in it. */
export function heapSlope(samples: readonly Sample[]): number {
  const end = samples.at(-1)?.minutes ?? 0;
  return slopeOf(samples.filter(({ minutes }) => minutes >= end / 5).map(({ minutes, heap }) => [minutes, heap / 1e6]));
}

function statuses(answers: readonly Timed[]): string {
  const groups = Map.groupBy(answers, ({ what, status }) => `${what} ${status}`);
  return [...groups].map(([name, { length }]) => `${name}: ${length}`).join(', ');
}

const megabytes = (bytes: number | undefined): string => ((bytes ?? 0) / 1e6).toFixed(0);

/** Tables in Markdown: all requests, and each kind of them. */
export function reportOf(result: LoadResult): string {
  const { dialect, clients, minutes, answers, samples, lists } = result;
  const [first, middle, last] = [samples[0], samples[Math.floor(samples.length / 2)], samples.at(-1)];
  const times = (some: readonly Timed[]): string =>
    [0.5, 0.99, 1]
      .map((part) =>
        percentile(
          some.map(({ milliseconds }) => milliseconds),
          part,
        ).toFixed(0),
      )
      .join(' | ');
  const failed = (some: readonly Timed[]): number => some.filter(({ status }) => status < 200 || status >= 300).length;
  const cpu = last && first ? (last.cpu - first.cpu) / ((last.minutes - first.minutes) * 60e6) : 0;
  const row = (name: string, some: readonly Timed[]): string => `| ${name} | ${some.length} | ${failed(some)} | ${times(some)} |`;
  return [
    `${dialect}: ${clients} clients, ${minutes} minutes, ${(answers.length / minutes / 60).toFixed(0)} requests a second`,
    '',
    '| request | answers | errors | p50 ms | p99 ms | longest ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...[...Map.groupBy(answers, ({ what }) => what)].map(([what, some]) => row(what, some)),
    row('all', answers),
    '',
    '| | start | middle | end |',
    '| --- | ---: | ---: | ---: |',
    `| objects in use, MB | ${[first, middle, last].map((sample) => megabytes(sample?.heap)).join(' | ')} |`,
    `| process, MB | ${[first, middle, last].map((sample) => megabytes(sample?.rss)).join(' | ')} |`,
    '',
    `Objects in use: ${heapSlope(samples).toFixed(3)} MB a minute after the first fifth. CPU of the service: ${(cpu * 100).toFixed(0)} % of a core.`,
    `Lists: p99 ${lists.quiet.toFixed(0)} ms, and ${lists.beside.toFixed(0)} ms beside ${lists.signIns} sign-ins, ${lists.atOnce} at once, of which ${lists.refused} were refused with 503.`,
    '',
  ].join('\n');
}
