import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { grimoire, stop } from '../support/command.ts';
import { dialects } from '../support/databases.ts';
import { servedLibrary } from '../support/served.ts';

/** Sends a text and then one byte after another, until the other side closes the connection. @returns what it said */
function drip(url: string, begin: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket: Socket = connect(Number(port), hostname);
    // Before the first byte of the interval, however long the connection takes.
    socket.write(begin);
    const sending = setInterval(() => socket.write('x'), 50);
    onTestFinished(() => void socket.destroy());
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    // A byte may still be on its way when the connection is closed.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(sending);
      resolve(answer);
    });
  });
}

describe.each(dialects)('serve on %s, to clients that send slowly', (dialect) => {
  const library = servedLibrary(dialect);

  const host = (url: string): string => `Host: ${new URL(url).host}\r\n`;
  it.each([
    ['headers', 408, (url: string) => `GET /api/config/ HTTP/1.1\r\n${host(url)}X-Slow: `],
    [
      'a body',
      408,
      (url: string) => `POST /api/auth/login/ HTTP/1.1\r\n${host(url)}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"`,
    ],
    [
      'a body that is refused',
      415,
      (url: string) => `POST /api/auth/login/ HTTP/1.1\r\n${host(url)}Content-Type: text/plain\r\nContent-Length: 900000\r\n\r\n{"`,
    ],
  ])('closes their connections, and serves the others meanwhile: %s', async (_, status, begin) => {
    const { child, api, monitor } = await library.serve('--receive-timeout', '1', '--monitor-port', '0');
    const over = new AbortController();
    const slow = Promise.all(Array.from({ length: 40 }, () => drip(api, begin(api)))).finally(() => over.abort());
    const statuses = new Set<number>();
    do statuses.add((await fetch(`${api}config/`)).status);
    while (!over.signal.aborted);
    expect([...statuses]).toEqual([200]);
    for (const answer of await slow) expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(await drip(monitor, `GET /healthz HTTP/1.1\r\n${host(monitor)}X-Slow: `)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await stop(child)).toBe(0);
  });

  it('refuses a limit that is none', async () => {
    const { code, err } = await grimoire(['serve', '--database', library.database.address, '--receive-timeout', '0']);
    expect([code, err]).toEqual([1, expect.stringContaining('"0" is no number of seconds from 1 to 600 (--receive-timeout).')]);
  });
});
