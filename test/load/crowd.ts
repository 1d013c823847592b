import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { dialects } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { LoadClient, type Timed } from './clients.ts';
import { makeDatabase } from './data.ts';
import { percentile } from './figures.ts';
import { serve } from './load.ts';
import type { Figures } from './server.ts';

/**
 * `npm run try -- load --crowd` comes here: connections that send nothing or a part of their headers, and queries that differ from all
 * earlier ones. What each of them costs in memory, and how long lists take beside them.
 */
export async function runCrowd(given: readonly string[]): Promise<void> {
  const options = {
    connections: { type: 'string', default: '10000' },
    queries: { type: 'string', default: '100000' },
    dialect: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...given], options });
  const server = await startPostgres();
  try {
    for (const dialect of dialects.filter((name) => values.dialect === undefined || name === values.dialect)) {
      const database = await makeDatabase(dialect, server.url, 1);
      const service = await serve(database.address);
      try {
        await crowd({ ...service, connections: Number(values.connections), queries: Number(values.queries), dialect });
      } finally {
        const ended = once(service.child, 'exit');
        service.child.disconnect();
        await ended;
        await database.close();
      }
    }
  } finally {
    await server.stop();
  }
}

const readers = 4;

const halfOfHeaders = 'GET /api/ HTTP/1.1\r\nHost: x';

interface Crowd extends Awaited<ReturnType<typeof serve>> {
  readonly dialect: string;
  readonly connections: number;
  readonly queries: number;
}

async function crowd({ child, base, connections, queries, dialect }: Crowd): Promise<void> {
  const figures = (): Promise<Figures> =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send('figures');
    });
  const answers: Timed[] = [];
  const clients = Array.from({ length: readers }, () => new LoadClient(base, 0, (answer) => answers.push(answer)));
  for (const client of clients) await client.signIn();
  const lists = async (count: number, path: (index: number) => string): Promise<number> => {
    answers.length = 0;
    let next = 0;
    const ask = async (client: LoadClient): Promise<void> => {
      while (next < count) await client.send('list', { method: 'GET', path: path(next++) });
    };
    await Promise.all(clients.map(ask));
    const failed = answers.filter(({ status }) => status !== 200);
    if (failed.length > 0) throw new Error(`${failed.length} lists failed, the first with ${failed[0]?.status}.`);
    return percentile(
      answers.map(({ milliseconds }) => milliseconds),
      0.99,
    );
  };
  const plain = (): string => '/r/l.Ticket/?page_size=25';
  await lists(200, plain);
  const alone = await lists(500, plain);
  const before = await figures();
  const port = Number(new URL(base).port);
  const sockets: Socket[] = [];
  // Not all at once: the queue of a listening socket has 511 places.
  while (sockets.length < connections)
    sockets.push(...(await Promise.all(Array.from({ length: 200 }, (_, index) => opened(port, index % 2 === 0 ? '' : halfOfHeaders)))));
  const beside = await lists(500, plain);
  const during = await figures();
  const started = performance.now();
  await Promise.all(sockets.map(closed));
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${dialect}: ${connections} connections without a request: ${((during.rss - before.rss) / connections / 1000).toFixed(1)} kB each; lists p99 ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside them; closed by the service within ${seconds.toFixed(0)} s\n`,
  );
  const heaps: number[] = [];
  for (let part = 0; part < 4; part++) {
    // Values, combinations of filters, columns to sort by: parts of statements, of cursors, and of counts that are remembered.
    await lists(queries / 4, (index) => queryOf(part * (queries / 4) + index));
    heaps.push((await figures()).heap / 1e6);
  }
  process.stdout.write(
    `${dialect}: objects in use after each quarter of ${queries} different queries: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB\n`,
  );
  for (const client of clients) client.close();
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}

function queryOf(index: number): string {
  const states = ['open', 'done', 'lost'];
  const filters = [
    `id=${index}`,
    `state=${states[index % 3]}`,
    `title__contains=t${index % 97}`,
    `note__startswith=n${index}`,
    `customer=${index % 5000}`,
  ];
  const chosen = filters.filter((_, place) => place === 0 || (index >> place) % 2 === 1);
  const ordering = ['id', '-id', 'title', '-title', 'note', 'state', '-state'][index % 7];
  return `/r/l.Ticket/?page_size=${1 + (index % 25)}&ordering=${ordering}&${chosen.join('&')}`;
}

/** A connection that sends these bytes, and nothing after them. */
function opened(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      socket.resume();
      if (bytes !== '') socket.write(bytes);
      resolve(socket);
    });
  });
}
