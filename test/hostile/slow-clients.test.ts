import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { exportCsv, model, toNodeHandler } from 'grimoire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

const rows = {
  sqlite: 'WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 30000) SELECT i',
  postgres: 'SELECT i',
};
const from = { sqlite: 'FROM s', postgres: 'FROM generate_series(1, 30000) AS s(i)' };
const filler = { sqlite: 'hex(zeroblob(500))', postgres: "repeat('00', 500)" };

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}

describe.each(dialects)('a client that does not read its answer on %s', (dialect) => {
  let service: TestService;
  let root: Client;
  let server: Server;
  let port = 0;
  const clients: Socket[] = [];
  beforeEach(async () => {
    service = await startService({
      processes: true,
      dialect,
      setup: `CREATE TABLE thing (id integer PRIMARY KEY, data text); INSERT INTO thing ${rows[dialect]}, ${filler[dialect]} ${from[dialect]}`,
      models: [model('thing', 't.Thing')],
      adminActions: [exportCsv('t.Thing')],
    });
    root = await service.superuser();
    server = createServer(toNodeHandler(service.admin, { stallTimeout: 500 }));
    port = await listenAtFreePort(server);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
    await service.close();
  });

  /** Sends an export, and reads nothing, but goes on to send. @returns the server's side of the connection */
  const askForExport = async (): Promise<Socket> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    client.on('error', () => undefined);
    client.pause();
    const body = JSON.stringify({ all_filtered: true });
    client.write(
      `POST /api/r/t.Thing/action/export_thing/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${root.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const [socket] = await accepted;
    // Between two requests, a server reads over empty lines.
    const sending = setInterval(() => client.write('\r\n'), 100);
    client.once('close', () => clearInterval(sending));
    return socket;
  };

  it('is cut off, and what it held is free again', async () => {
    // More than may be made at once.
    const sockets = [await askForExport(), await askForExport(), await askForExport(), await askForExport()];
    await Promise.all(sockets.map(closed));
    const file = await root.post('/r/t.Thing/action/export_thing/', { ids: [1] });
    expect([file.status, file.text.split('\r\n').length]).toEqual([200, 3]);
  });
});
