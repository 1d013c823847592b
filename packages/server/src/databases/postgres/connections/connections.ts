import pg from 'pg';
import { AdminError } from '../../../errors/errors.ts';
import { Semaphore, sharedQueue } from '../../../process/semaphore.ts';
import { waitLimit } from '../../../process/wait-limit.ts';
import { translatePostgresError } from '../errors.ts';

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
  const timer = setTimeout(() => reject(noConnection()), connectLimit);
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
  // To end it would wait for the server, which may accept a connection and say nothing.
  const limit = setTimeout(() => breakConnection(canceler), cancelLimit);
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

/** How the connections of a pool are used. */
export interface ConnectionOptions {
  /** Whether the pool is the service's own, and not the host's. */
  readonly ownsPool: boolean;
  /** Whether the server's connection may change between two transactions. */
  readonly isPooled: boolean;
}

/** The connections of a pool. */
export class PostgresConnections {
  readonly #pool: pg.Pool;
  readonly #options: ConnectionOptions;
  /** All connections but one: the last one is reserved for logins and for reading the current user. */
  readonly #requests: Semaphore;

  constructor(pool: pg.Pool, options: ConnectionOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#requests = new Semaphore(Math.max(1, this.most - 1), sharedQueue);
  }

  /** The largest number of connections. */
  get most(): number {
    return this.#pool.options.max ?? 10;
  }

  /** Whether a request would get a place for a connection at once. */
  get hasFree(): boolean {
    return this.#requests.hasFree;
  }

  /** Waits for a connection. Errors are translated. */
  async connect(): Promise<pg.PoolClient> {
    try {
      const client = this.#options.ownsPool ? await this.#pool.connect() : await connectInTime(this.#pool);
      // A connection that breaks between two statements emits an error event; without a listener it would end the process.
      if (client.listenerCount('error') === 0) client.on('error', () => {});
      return client;
    } catch (error) {
      throw translatePostgresError(error);
    }
  }

  /** A place among the connections for requests. Throws a 503 if none is free for 5 s, or until the deadline in milliseconds since 1970. */
  async acquire(until?: number): Promise<() => void> {
    const release = await this.#requests.acquire(waitLimit(), { until });
    if (!release) throw noConnection();
    return release;
  }

  /** Runs a statement of a request on one of the connections for requests. Throws as {@link acquire} does. */
  async asRequest<T>(job: () => Promise<T>, until?: number): Promise<T> {
    const release = await this.acquire(until);
    try {
      return await job();
    } finally {
      release();
    }
  }

  /** @returns whether the statement of the connection has ended; if not, the connection must not be used again. */
  async cancel(client: pg.PoolClient): Promise<boolean> {
    // Behind a pooler, the connection may already run a statement of another client.
    return this.#options.isPooled || cancelStatement(this.#pool, client);
  }

  /** Closes the pool if it is the service's own. */
  async close(): Promise<void> {
    if (this.#options.ownsPool) await this.#pool.end();
  }
}

/** The error if no connection is free in time. */
export function noConnection(): AdminError {
  return new AdminError('unavailable');
}
