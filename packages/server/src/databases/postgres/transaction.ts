import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockWait, type Transaction, transactionGoesOn, transactionOver } from '../database.ts';
import type { AnyTables, Ran, RawStatement } from '../statement.ts';
import { endsTransaction } from '../transaction-words.ts';
import { translateWriteError } from './errors.ts';
import type { PostgresStatements } from './statements.ts';

/** Turns the JIT compiler off for one transaction: it takes seconds for statements that run for milliseconds. */
const withoutJit = 'SET LOCAL jit = off';

/** Begins at the isolation level that the service's locks need, regardless of the default of a host's pool. */
export const beginSql: string = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = ${lockWait}; ${withoutJit}`;

/** Begins a transaction that reads a snapshot of the database and cannot write. */
export const beginReadOnlySql: string = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${withoutJit}`;

/** SQL that adds schemas to the search path of a transaction, after those of the connection. */
export function searchPathSql(schemas: readonly string[]): string {
  if (schemas.length === 0) return '';
  const added = pg.escapeLiteral(schemas.map((schema) => pg.escapeIdentifier(schema)).join(', '));
  return `; SELECT set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), ${added}), true)`;
}

/** SQL that limits each statement of a transaction to this many milliseconds. */
export function timeoutSql(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : `; SET LOCAL statement_timeout = ${Math.ceil(milliseconds)}`;
}

/** A transaction on one connection of the pool. */
export class PostgresTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #statements: PostgresStatements;
  #kysely: Kysely<AnyTables> | undefined;
  #savepoints = 0;
  #isOver = false;
  #pendingCalls = 0;

  constructor(client: pg.PoolClient, statements: PostgresStatements) {
    this.#client = client;
    this.#statements = statements;
  }

  /** True after the job has ended. After an error outside a savepoint, the server refuses each further statement. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Refuses all further statements: another request may use the connection now. */
  end(): void {
    this.#isOver = true;
  }

  get queries(): Kysely<AnyTables> {
    this.#kysely ??= new Kysely({
      dialect: new PostgresDialect({
        pool: borrowed(this.#client, { isOver: () => this.#isOver, follow: (query) => this.#follow(query) }),
      }),
    });
    return this.#kysely;
  }

  /** Whether a statement is running that the caller did not await. */
  get isBusy(): boolean {
    return this.#pendingCalls > 0;
  }

  #follow<T>(query: Promise<T>): Promise<T> {
    this.#pendingCalls += 1;
    const over = (): void => void (this.#pendingCalls -= 1);
    query.then(over, over);
    return query;
  }

  async run(statement: RawStatement): Promise<Ran> {
    if (this.#isOver) throw transactionOver();
    try {
      return await this.#follow(this.#statements.run(this.#client, statement));
    } catch (error) {
      throw translateWriteError(error);
    }
  }

  async savepoint<T>(job: () => Promise<T>): Promise<T> {
    if (this.#isOver) throw transactionOver();
    const name = `grimoire_${++this.#savepoints}`;
    await this.#client.query(`SAVEPOINT ${name}`);
    try {
      const result = await job();
      await this.#client.query(`RELEASE ${name}`);
      return result;
    } catch (error) {
      if (this.#isOver) throw error;
      // If the connection is lost, the first error is the more useful one.
      await this.#client.query(`ROLLBACK TO ${name}; RELEASE ${name}`).catch(() => undefined);
      throw error;
    }
  }
}

/** Whether the server reports no transaction on the connection: a statement of the host's code has ended it, in any form. */
export function hasEnded(client: pg.PoolClient): boolean {
  // The host's own `pg` may be an older version.
  return (client as Partial<pg.PoolClient>).getTransactionStatus?.() === 'I';
}

type KyselyPool = Exclude<ConstructorParameters<typeof PostgresDialect>[0]['pool'], () => unknown>;

/** Callbacks of the owner of a lent connection. */
export interface Lender {
  readonly isOver: () => boolean;
  readonly follow?: (query: Promise<unknown>) => Promise<unknown>;
}

/** One connection in the form of a pool: it is never released, and only its owner ends its transaction. */
export function borrowed(client: pg.PoolClient, { isOver, follow = (query) => query }: Lender): KyselyPool {
  const guarded = {
    release: () => {},
    query: (...parameters: unknown[]) => {
      if (isOver() || hasEnded(client)) throw transactionOver();
      const [first, values] = parameters;
      if (typeof first === 'string' && endsTransaction(first)) throw transactionGoesOn();
      // The extended protocol accepts one statement only: a second one after a semicolon could end the transaction.
      const given = typeof first === 'string' ? [{ text: first, values, queryMode: 'extended' }] : parameters;
      const query: unknown = (client.query as (...given: unknown[]) => unknown).apply(client, given);
      return query instanceof Promise ? follow(query) : query;
    },
  };
  return { options: {}, connect: async () => guarded, end: async () => {} } as unknown as KyselyPool;
}
