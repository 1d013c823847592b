import pg from 'pg';
import { z } from 'zod';
import { StartError } from '../errors.ts';
import { checkOptions, type OptionPlace } from '../model/check-options.ts';
import { count, flag, type Shape, texts } from '../model/option-shapes.ts';
import type { DatabaseSource } from './database.ts';
import { connectLimit } from './postgres-connections.ts';
import { defaultStatementTimeout, PostgresDatabase } from './postgres-database.ts';

/** Settings of a connection pool that the service makes itself. */
export interface PostgresOptions {
  readonly connectionString: string;
  /** Most connections; 10 by default. */
  readonly max?: number;
  /** Milliseconds after which the server ends a statement; 15,000 by default. */
  readonly statementTimeout?: number;
  /** False behind a pooler that hands a connection to another client between statements. */
  readonly prepare?: boolean;
  /**
   * Schemas that a transaction which writes searches after those of the connection: for triggers and functions that name
   * tables of their application without a schema.
   */
  readonly searchPath?: readonly string[];
}

/** A host's own pool. */
export interface PostgresPoolOptions {
  readonly pool: pg.Pool;
  readonly prepare?: boolean;
  readonly searchPath?: readonly string[];
}

const shared = { prepare: flag, searchPath: texts };

const postgresShape: Shape<PostgresOptions> = { ...shared, connectionString: z.string(), max: count, statementTimeout: count };

const hostPool = z.custom(
  (value) => typeof (value as { readonly connect?: unknown } | null)?.connect === 'function',
  'Expected a pool of `pg`.',
);

const poolShape: Shape<PostgresPoolOptions> = { ...shared, pool: hostPool };

/**
 * PostgreSQL through `pg`: by an address, by options, or over a pool that the host already has.
 * @example postgres(process.env.DATABASE_URL), postgres({ pool })
 */
export function postgres(target: string | undefined | PostgresOptions | PostgresPoolOptions): DatabaseSource {
  const options = typeof target === 'object' && target !== null ? target : { connectionString: target ?? '' };
  return {
    dialect: 'postgres',
    description: 'pool' in options ? 'PostgreSQL (the host’s pool)' : describe(options.connectionString),
    check: (at) => checkPostgres(options, at),
    async open() {
      const { prepare = true, searchPath = [] } = options;
      if ('pool' in options) return new PostgresDatabase(options.pool, { ownsPool: false, prepare, setsSession: false, searchPath });
      checkAddress(options.connectionString);
      const pool = new pg.Pool({
        connectionString: options.connectionString,
        max: options.max ?? 10,
        connectionTimeoutMillis: connectLimit,
        statement_timeout: options.statementTimeout ?? defaultStatementTimeout,
        application_name: 'grimoire',
        // Behind a pooler the connection is that of other clients, too.
        ...(prepare ? { onConnect: setUp } : {}),
      });
      // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
      pool.on('error', () => {});
      return new PostgresDatabase(pool, { ownsPool: true, prepare, setsSession: prepare, searchPath });
    },
  };
}

function checkPostgres(options: PostgresOptions | PostgresPoolOptions, at: OptionPlace): void {
  if ('pool' in options) checkOptions(options, poolShape, at, { pool: 'Give a pool of `pg`.' });
  else checkOptions(options, postgresShape, at);
}

/** The JIT compiler takes seconds for statements of lists that run for milliseconds: PostgreSQL guesses their cost too high. @returns a promise, which the pool waits for. */
function setUp(client: pg.ClientBase): unknown {
  return client.query('SET jit = off');
}

/** Throws where this is no address. What it is may hold a password: no message repeats it. */
function checkAddress(connectionString: string): void {
  // A host's own JavaScript may leave it out.
  if (!connectionString) throw new StartError('postgres() was given no address: is DATABASE_URL set?');
  // The driver takes what is no address for a name of the default server.
  if (!/^(postgres(ql)?|socket):/i.test(connectionString) && !connectionString.startsWith('/'))
    throw new StartError('What postgres() was given is no postgres:// address.');
  if (isReadable(connectionString)) return;
  throw new StartError(
    'The address that postgres() was given can not be read. Write postgres://user:password@host:5432/database, characters such as # and / in the password percent-encoded.',
  );
}

/** Whether the driver can read an address. Nothing is connected to. */
function isReadable(connectionString: string): boolean {
  try {
    return new pg.Client({ connectionString }) instanceof pg.Client;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_INVALID_URL' && !(error instanceof URIError)) throw error;
    return false;
  }
}

function describe(connectionString: string): string {
  try {
    const url = new URL(connectionString);
    return `PostgreSQL at ${url.host || 'a local socket'}${url.pathname}`;
  } catch {
    return 'PostgreSQL';
  }
}
