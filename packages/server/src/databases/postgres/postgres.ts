import { z } from 'zod';
import { checkOptions, type OptionPlace } from '../../model/build/check-options.ts';
import { count, flag, type Shape, texts } from '../../model/build/option-shapes.ts';
import type { DatabaseAddress } from '../database.ts';

/** Settings of a connection pool that the service creates itself. */
export interface PostgresOptions {
  readonly connectionString: string;
  /** The largest number of connections; 10 by default. */
  readonly max?: number;
  /** Milliseconds after which the server cancels a statement; 15,000 by default. */
  readonly statementTimeout?: number;
  /** Set to false behind a pooler that gives a connection to another client between statements. */
  readonly prepare?: boolean;
  /**
   * Schemas that write transactions search after those of the connection: for triggers and functions that name tables of their application
   * without a schema.
   */
  readonly searchPath?: readonly string[];
}

/** What the service needs of a pool. A `Pool` of `pg`, of any version 8, fits. */
export interface PostgresPool {
  connect(): Promise<object>;
  end(): Promise<void>;
  readonly options: object;
  readonly totalCount: number;
}

/** A host application's own pool. */
export interface PostgresPoolOptions {
  readonly pool: PostgresPool;
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
 * PostgreSQL through `pg`: by an address, by options, or over a pool of the host application.
 * @example postgres(process.env.DATABASE_URL), postgres({ pool })
 */
export function postgres(target: string | undefined | PostgresOptions | PostgresPoolOptions): DatabaseAddress {
  const options = typeof target === 'object' && target !== null ? target : { connectionString: target ?? '' };
  return {
    dialect: 'postgres',
    description: 'pool' in options ? 'PostgreSQL (the host’s pool)' : describe(options.connectionString),
    ...('pool' in options ? {} : { key: JSON.stringify(['postgres', options]) }),
    check: (at) => checkPostgres(options, at),
    // The driver is loaded when a database needs it: a service on SQLite does not need it.
    open: async () => (await import('./open.ts')).openPostgres(options),
  };
}

function checkPostgres(options: PostgresOptions | PostgresPoolOptions, at: OptionPlace): void {
  if ('pool' in options) checkOptions(options, poolShape, at, { pool: 'Give a pool of `pg`.' });
  else checkOptions(options, postgresShape, at);
}

function describe(connectionString: string): string {
  try {
    const url = new URL(connectionString);
    return `PostgreSQL at ${url.host || 'a local socket'}${url.pathname}`;
  } catch {
    return 'PostgreSQL';
  }
}
