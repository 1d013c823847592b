import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type AnyTables, type Ran, type RawStatement, type Transaction, transactionGoesOn, transactionOver } from './database.ts';
import { endsTransaction } from './transaction-words.ts';
import { translateWriteError } from './postgres-errors.ts';
import type { PostgresStatements } from './postgres-statements.ts';

/** Without the JIT compiler, which takes seconds for statements that run for milliseconds; for one transaction. */
const withoutJit = 'SET LOCAL jit = off';

/** Begins at the isolation that the service's locks are made for, whatever a host's pool has as its default. */
export const beginSql: string = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = '5s'; ${withoutJit}`;

/** Begins a transaction that reads one state of the database and can't write. */
export const beginReadOnlySql: string = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${withoutJit}`;

/** What adds schemas to the search path of a transaction, after those of the connection. */
export function searchPathSql(schemas: readonly string[]): string {
  if (schemas.length === 0) return '';
  const added = pg.escapeLiteral(schemas.map((schema) => pg.escapeIdentifier(schema)).join(', '));
  return `; SELECT set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), ${added}), true)`;
}

/** What gives each statement of a transaction so many milliseconds. */
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

  /** Without its savepoint an error ends it for everybody; with it, for nobody. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lets nothing more be done in it: the connection is somebody else's from here on. */
  end(): void {
    this.#isOver = true;
  }

  get tables(): Kysely<AnyTables> {
    this.#kysely ??= new Kysely({
      dialect: new PostgresDialect({
        pool: borrowed(this.#client, { isOver: () => this.#isOver, follow: (query) => this.#follow(query) }),
      }),
    });
    return this.#kysely;
  }

  /** Whether a statement is under way that nobody has waited for. */
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
      // Where the connection is gone, the first error says more.
      await this.#client.query(`ROLLBACK TO ${name}; RELEASE ${name}`).catch(() => undefined);
      throw error;
    }
  }
}

/** Whether the server knows of no transaction on the connection: a statement of a host's code has ended it, however it was written. */
export function hasEnded(client: pg.PoolClient): boolean {
  // A host's own `pg` may be an older one.
  return (client as Partial<pg.PoolClient>).getTransactionStatus?.() === 'I';
}

type KyselyPool = Exclude<ConstructorParameters<typeof PostgresDialect>[0]['pool'], () => unknown>;

/** Who looks after a connection that is lent. */
export interface Lender {
  readonly isOver: () => boolean;
  readonly follow?: (query: Promise<unknown>) => Promise<unknown>;
}

/** The one connection as a pool that never lets it go, and whose transaction only its owner ends. */
export function borrowed(client: pg.PoolClient, { isOver, follow = (query) => query }: Lender): KyselyPool {
  const guarded = {
    release: () => {},
    query: (...parameters: unknown[]) => {
      if (isOver() || hasEnded(client)) throw transactionOver();
      const [first, values] = parameters;
      if (typeof first === 'string' && endsTransaction(first)) throw transactionGoesOn();
      // The extended protocol takes one statement: a second one behind a semicolon could end the transaction.
      const given = typeof first === 'string' ? [{ text: first, values, queryMode: 'extended' }] : parameters;
      const query: unknown = (client.query as (...given: unknown[]) => unknown).apply(client, given);
      return query instanceof Promise ? follow(query) : query;
    },
  };
  return { options: {}, connect: async () => guarded, end: async () => {} } as unknown as KyselyPool;
}
