import pg from 'pg';
import { AdminError } from '../errors.ts';

/** Milliseconds that a connection is waited for: a host's pool may have no limit of its own. */
export const connectLimit = 5000;

/** Milliseconds that a request to cancel may take. */
const cancelLimit = 3000;

/** A connection of a host's pool. One that comes too late goes back at once. */
export async function connectInTime(pool: pg.Pool): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AdminError('unavailable', { headers: { 'Retry-After': '5' } })), connectLimit);
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    connecting.then((client) => client.release()).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks the server to end what a connection runs, by a connection outside the pool: inside, requests to cancel could wait
 * for one another.
 * @returns whether the server has done so; if not, the connection is not to be used again.
 */
export async function cancelStatement(pool: pg.Pool, client: pg.PoolClient): Promise<boolean> {
  const { processID } = client as unknown as { processID: number };
  const canceler = new pg.Client(pool.options);
  canceler.on('error', () => {});
  const limit = setTimeout(() => void canceler.end().catch(() => undefined), cancelLimit);
  try {
    await canceler.connect();
    await canceler.query('SELECT pg_cancel_backend($1)', [processID]);
    return true;
  } catch {
    // Then the statement ends by itself, or by the statement timeout.
    return false;
  } finally {
    clearTimeout(limit);
    await canceler.end().catch(() => undefined);
  }
}
