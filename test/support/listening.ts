import { createServer } from 'node:http';
import { type Admin, toNodeHandler } from 'grimoire';

/** An admin that answers at an address of this machine. */
export interface Listening extends AsyncDisposable {
  /** Such as `http://127.0.0.1:50123`. */
  readonly origin: string;
  /** Where the API is, with its slash. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Lets an admin and its dashboard listen at a free port; the admin itself stays open when it closes. */
export async function listening(admin: Admin): Promise<Listening> {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, toNodeHandler(admin.withDashboard()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No address.');
  const origin = `http://127.0.0.1:${address.port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
  return { origin, baseUrl: `${origin}${admin.baseUrl}`, close, [Symbol.asyncDispose]: close };
}
