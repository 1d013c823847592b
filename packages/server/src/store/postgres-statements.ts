import type pg from 'pg';
import type { Ran, RawRow, RawStatement } from './database.ts';

const maxPreparedStatements = 200;
const cachedPlanChanged = '0A000';

const asText = {
  getTypeParser:
    () =>
    (value: string): string =>
      value,
};

/** Runs statements on connections of a pool, prepared where that is allowed, every value as text. */
export class PostgresStatements {
  readonly #isPreparing: boolean;
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>();

  constructor(isPreparing: boolean) {
    this.#isPreparing = isPreparing;
  }

  /** Runs one statement; its errors are the driver's. */
  async run(client: pg.PoolClient, statement: RawStatement): Promise<Ran> {
    const query = { text: statement.sql, values: [...statement.parameters], rowMode: 'array' as const, types: asText };
    const name = this.#nameOn(client, statement.name);
    if (name === undefined) return ran(await queried(client, query));
    try {
      return ran(await queried(client, { ...query, name }));
    } catch (error) {
      // The table was altered since the statement was prepared: once more, unprepared.
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
 * By a callback: of the promises that `client.query` makes itself, each holds on to the next where one follows on another,
 * so that of a million rows read in batches a hundred megabytes of garbage are kept.
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
