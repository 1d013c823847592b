import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Admin, toNodeHandler } from 'grimoire';

/** An admin that answers at an address of this machine. */
export interface Listening extends AsyncDisposable {
  /** Such as `http://127.0.0.1:50123`. */
  readonly origin: string;
  /** Where the API is, with its slash. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Lets a server listen at a free port of this machine; which one. */
export async function listenAtFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Lets an admin and its dashboard listen at a free port; the admin itself stays open when it closes. */
export async function listening(admin: Admin): Promise<Listening> {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, toNodeHandler(admin.withDashboard()));
  const origin = `http://127.0.0.1:${await listenAtFreePort(server)}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
  return { origin, baseUrl: `${origin}${admin.baseUrl}`, close, [Symbol.asyncDispose]: close };
}
