import pg from 'pg';
import { AdminError } from '../../errors.ts';

/** Milliseconds that the service waits for a connection: a host's pool may have no limit of its own. */
export const connectLimit = 5000;

/** Milliseconds that a cancel request may take. */
const cancelLimit = 3000;

/**
 * Milliseconds after which a connection without an answer counts as lost: longer than the server takes to end a statement and the one before it.
 * A connection whose packets get lost does not report that by itself.
 * @param statementTimeout milliseconds that one statement may take.
 */
export function answerLimit(statementTimeout: number): number {
  return 2 * statementTimeout + 5000;
}

/** Breaks a connection: what waits for its answer fails, and the pool replaces it. */
export function breakConnection(client: object): void {
  (client as { readonly connection?: { readonly stream?: { destroy(): void } } }).connection?.stream?.destroy();
}

/** A connection of a host's pool. One that arrives after the limit is released at once. */
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
 * Asks the server to cancel the statement of a connection. This uses a connection outside the pool: inside the pool, cancel requests could
 * wait for one another.
 * @returns whether the server has done so; if not, the connection must not be used again.
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
    // The statement then ends by itself, or by the statement timeout.
    return false;
  } finally {
    clearTimeout(limit);
    await canceler.end().catch(() => undefined);
  }
}
