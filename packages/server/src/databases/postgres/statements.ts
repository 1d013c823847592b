import type pg from 'pg';
import type { Ran, RawRow, RawStatement } from '../statement.ts';

const maxPreparedStatements = 200;
const cachedPlanChanged = '0A000';

const asText = {
  getTypeParser:
    () =>
    (value: string): string =>
      value,
};

/** Runs statements on connections of a pool, prepared if that is allowed, with every value as text. */
export class PostgresStatements {
  readonly #isPreparing: boolean;
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>();

  constructor(isPreparing: boolean) {
    this.#isPreparing = isPreparing;
  }

  /** Runs one statement; errors are the driver's. */
  async run(client: pg.PoolClient, statement: RawStatement): Promise<Ran> {
    const query = { text: statement.sql, values: [...statement.parameters], rowMode: 'array' as const, types: asText };
    const name = this.#nameOn(client, statement.name);
    if (name === undefined) return ran(await queried(client, query));
    try {
      return ran(await queried(client, { ...query, name }));
    } catch (error) {
      // The table has been altered since the statement was prepared: it is run again, unprepared.
      if ((error as { code?: string }).code !== cachedPlanChanged) throw error;
      return ran(await queried(client, query));
    }
  }

  #nameOn(client: pg.PoolClient, name: string | undefined): string | undefined {
    if (name === undefined || !this.#isPreparing) return undefined;
    let names = this.#prepared.get(client);
    if (!names) this.#prepared.set(client, (names = new Set()));
    if (!names.has(name) && names.size >= maxPreparedStatements) return undefined;
    names.add(name);
    return name;
  }
}

type Result = pg.QueryArrayResult<RawRow & unknown[]>;

/**
 * Uses a callback. The promises that `client.query` creates keep references to one another in a chain of queries, so that reading a million
 * rows in batches would keep a hundred megabytes of garbage.
 */
function queried(client: pg.PoolClient, query: pg.QueryArrayConfig): Promise<Result> {
  return new Promise((resolve, reject) => {
    client.query<RawRow & unknown[]>(query, (error: Error | undefined, result: Result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}

function ran(result: { readonly rows: readonly RawRow[]; readonly rowCount: number | null }): Ran {
  return { rows: result.rows, changes: result.rowCount ?? 0 };
}
