import autocannon, { type Options, type Result } from 'autocannon';
import { type ChangeKind, makeChanges } from './changes.ts';

/** Connections that ask at once, each one request after the other. */
const connections = 16;

/** How long, and how rows are changed below the address instead of asking for it. */
export interface Stretch {
  readonly seconds: number;
  readonly changes?: ChangeKind | undefined;
}

/** What autocannon is to do so that each request is another change. */
function changing(url: string, kind: ChangeKind): Pick<Options, 'requests'> {
  const next = makeChanges(new URL(url).pathname, kind);
  return {
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...next(), headers: { ...request.headers, 'content-type': 'application/json' } }),
      },
    ],
  };
}

/** What a stretch of load got. */
export interface Load {
  readonly seconds: number;
  /** Milliseconds of each answer. */
  readonly latencies: readonly number[];
}

/** Asks for one address for so long. Throws where an answer failed, or was of another size than the others. */
export async function drive(url: string, headers: Readonly<Record<string, string>>, { seconds, changes }: Stretch): Promise<Load> {
  const latencies: number[] = [];
  const sizes = new Set<number>();
  const { errors, timeouts, non2xx, duration } = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(
      { url, headers: { ...headers }, connections, duration: seconds, timeout: 30, ...(changes ? changing(url, changes) : {}) },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    );
    // The tool's own histogram has whole milliseconds only.
    instance.on('response', (_client, _status, size, milliseconds) => {
      latencies.push(milliseconds);
      sizes.add(size);
    });
  });
  if (errors > 0 || timeouts > 0 || non2xx > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} of them timeouts, ${non2xx} answers that are not 2xx.`);
  }
  if (latencies.length === 0) throw new Error(`${url}: no answer in ${seconds} s.`);
  if (sizes.size !== 1 && !changes) throw new Error(`${url}: answers of ${[...sizes].join(', ')} bytes, where all should be the same.`);
  return { seconds: duration, latencies };
}
