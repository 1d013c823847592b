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
  /** Milliseconds of the first request after all have left. */
  readonly after_ms: number;
}

async function crowd(origin: string, token: string, connections: number, seconds: number): Promise<Crowd> {
  const counts = { served: 0, refused: 0, failed: 0, longest: 0 };
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
  return {
    connections,
    served: Math.round(counts.served / result.duration),
    refused: Math.round(counts.refused / result.duration),
    failed: counts.failed + result.errors,
    longest_ms: Math.round(counts.longest),
    after_ms: Math.round(performance.now() - left),
  };
}

/** `npm run overload`: more and more clients ask for one list; how many are served, refused, and how long each waits. */
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
