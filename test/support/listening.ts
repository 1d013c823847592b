import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Admin, type DashboardOptions, toNodeHandler } from 'grimoire';

/** An admin that listens on this machine. */
export interface Listening extends AsyncDisposable {
  /** The origin, such as `http://127.0.0.1:50123`. */
  readonly origin: string;
  /** The address of the API, with its slash. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Makes a server listen on a free port of this machine. @returns the port */
export async function listenAtFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Makes an admin and its dashboard listen on a free port; closing the result does not close the admin. */
export async function listening(admin: Admin, dashboard: DashboardOptions = {}): Promise<Listening> {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, toNodeHandler(admin.withDashboard(dashboard)));
  const origin = `http://127.0.0.1:${await listenAtFreePort(server)}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
  return { origin, baseUrl: `${origin}${admin.baseUrl}`, close, [Symbol.asyncDispose]: close };
}
