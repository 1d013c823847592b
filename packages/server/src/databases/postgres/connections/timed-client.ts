import pg from 'pg';
import { Batch } from './batch.ts';

/**
 * A connection of the service's own pool, whose `query_timeout` does not count for batches: they have a limit of their own. Under the driver's,
 * a read of a million rows in batches keeps 140 MB of garbage.
 */
export class TimedClient extends pg.Client {
  readonly #limit: number | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const { query_timeout: limit, ...rest } = config;
    super(rest);
    this.#limit = limit;
  }

  // The driver has seven signatures; their results differ.
  override query(query: unknown, ...rest: unknown[]): never {
    return super.query(this.#timed(query) as pg.QueryConfig, ...(rest as [])) as never;
  }

  #timed(query: unknown): unknown {
    if (typeof query === 'string') return { text: query, query_timeout: this.#limit };
    // Other code may give an object to which the driver hands the results.
    if (!(query instanceof Batch) && typeof query === 'object' && query !== null)
      (query as { query_timeout?: number | undefined }).query_timeout ??= this.#limit;
    return query;
  }
}
