import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon, { type Result } from 'autocannon';
import { startChild } from './child-process.ts';
import { startDatabase } from './databases.ts';
import { readOptions } from './options.ts';
import { headersFor, logIn } from './service-client.ts';

/** How many connections ask at once, each one request after the other, without a pause after a refusal. */
const crowds = [8, 200, 500, 1000];

/** A list with labels and the exact count, whose statements are long. */
const path = '/api/r/sales.Order/?status=paid';

interface Crowd {
  readonly connections: number;
  readonly served: number;
  readonly refused: number;
  readonly failed: number;
  readonly longest_ms: number;
  /** The longest time of a request for one row on a new connection, in milliseconds. */
  readonly newcomer_ms: number;
  /** Milliseconds of the first request after all have left. */
  readonly after_ms: number;
}

/** Milliseconds of a request on a connection of its own. Throws where it is not answered 200. */
function newcomer(url: string, token: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: headersFor(token), agent: false }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`A new connection was answered ${response.statusCode}.`));
      });
    });
    asking.on('error', reject).end();
  });
}

/** The longest time of a newcomer, of which one comes every 50 ms for so many seconds, after the first two. */
async function newcomers(origin: string, token: string, seconds: number): Promise<number> {
  await pause(2000);
  const asked: Promise<number>[] = [];
  for (let left = (seconds - 2) * 20; left > 0; left--) {
    asked.push(newcomer(`${origin}/api/r/sales.Order/5/`, token));
    await pause(50);
  }
  return Math.max(0, ...(await Promise.all(asked)));
}

async function crowd(origin: string, token: string, connections: number, seconds: number): Promise<Crowd> {
  const counts = { served: 0, refused: 0, failed: 0, longest: 0 };
  const arriving = newcomers(origin, token, seconds);
  // Thrown where it is awaited.
  arriving.catch(() => undefined);
  const result = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(
      { url: `${origin}${path}`, headers: headersFor(token), connections, duration: seconds, timeout: 30 },
      (error: Error | null, end) => (error ? reject(error) : resolve(end)),
    );
    instance.on('response', (_client, status, _size, milliseconds) => {
      if (status === 200) counts.served += 1;
      else if (status === 503) counts.refused += 1;
      else counts.failed += 1;
      counts.longest = Math.max(counts.longest, milliseconds);
    });
  });
  const left = performance.now();
  const { status } = await fetch(`${origin}${path}`, { headers: headersFor(token) });
  if (status !== 200) throw new Error(`The first request after ${connections} connections had left was answered ${status}.`);
  const after = performance.now() - left;
  return {
    connections,
    served: Math.round(counts.served / result.duration),
    refused: Math.round(counts.refused / result.duration),
    failed: counts.failed + result.errors,
    longest_ms: Math.round(counts.longest),
    newcomer_ms: Math.round(await arriving),
    after_ms: Math.round(after),
  };
}

/** `npm run try -- overload`: more and more clients ask for one list; how many are served, refused, and how long each waits. */
const options = readOptions(process.argv.slice(2));
for (const dialect of options.dialects) {
  await using resources = new AsyncDisposableStack();
  const stop = ({ stop: end }: { stop(): Promise<void> }): Promise<void> => end();
  const { address } = resources.adopt(await startDatabase(dialect), stop);
  const service = resources.adopt(await startChild(new URL('./service.ts', import.meta.url), { dialect, address }, []), stop);
  const token = await logIn(service.origin);
  await crowd(service.origin, token, 4, 2);
  console.log(dialect);
  const results: Crowd[] = [];
  for (const connections of crowds) results.push(await crowd(service.origin, token, connections, options.seconds));
  console.table(results);
}
