import { z } from 'zod';
import { checkOptions, type OptionPlace } from '../../model/build/check-options.ts';
import { anything, count, flag, type Shape, text, texts, timeLimit } from '../../model/build/option-shapes.ts';
import type { DatabaseAddress } from '../database.ts';

/** How a connection is encrypted. Each certificate and key is its text or bytes (PEM), or the path of its file. */
export interface PostgresTls {
  /** The certificate of the authority that has signed the server's; those that Node knows by default. */
  readonly ca?: string | Uint8Array;
  readonly caFile?: string | URL;
  /** The client's own certificate, with its key. */
  readonly cert?: string | Uint8Array;
  readonly certFile?: string | URL;
  readonly key?: string | Uint8Array;
  readonly keyFile?: string | URL;
  /** The name in the server's certificate; the host of the address by default. */
  readonly servername?: string;
  /** Set to false to encrypt without a check of the certificate: an attacker on the network path can then read everything. */
  readonly rejectUnauthorized?: boolean;
}

/** Settings of a connection pool that the service creates itself. */
export interface PostgresOptions {
  readonly connectionString: string;
  /** Whether and how connections are encrypted, in place of what the address says. True checks the certificate of the server. */
  readonly ssl?: boolean | PostgresTls;
  /** The largest number of connections; 10 by default. */
  readonly max?: number;
  /** Milliseconds after which the server cancels a statement; 15,000 by default. */
  readonly statementTimeout?: number;
  /** Set to false if a pooler stands between that does not support prepared statements, such as PgBouncer before 1.21. */
  readonly prepare?: boolean;
  /**
   * Whether a pooler stands between that gives a connection of the server to another client after each transaction. By default it is true
   * with `prepare: false`. The service then keeps nothing in a session, and sets limits in each transaction.
   */
  readonly pooler?: boolean;
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
  readonly pooler?: boolean;
  readonly searchPath?: readonly string[];
}

/** A primary with streaming replicas. */
export interface PostgresReplicaOptions {
  /** The server that is written; also users, permissions and everything that decides about rights are read from it. */
  readonly primary: string | PostgresOptions | PostgresPoolOptions;
  /** Servers that follow it. Lists, counts and searches are read from one that has the last write of the user, otherwise from the primary. */
  readonly replicas: readonly (string | Omit<PostgresOptions, 'searchPath'>)[];
}

/** What {@link postgres} opens. */
export type PostgresTarget = PostgresOptions | PostgresPoolOptions | PostgresReplicaOptions;

const session = { prepare: flag, pooler: flag };
const shared = { ...session, searchPath: texts };
const server = { connectionString: z.string(), ssl: anything, max: count, statementTimeout: timeLimit };

const pem = z.union([z.string(), z.instanceof(Uint8Array)], 'Expected the text or the bytes of a certificate or key.');
const file = z.union([text, z.instanceof(URL)], 'Expected the path of a file.');

const tlsShape: Shape<PostgresTls> = {
  ca: pem,
  caFile: file,
  cert: pem,
  certFile: file,
  key: pem,
  keyFile: file,
  servername: text,
  rejectUnauthorized: flag,
};

const postgresShape: Shape<PostgresOptions> = { ...shared, ...server };

/** A replica has no search path: it runs no write. */
const replicaShape: Shape<Omit<PostgresOptions, 'searchPath'>> = { ...session, ...server };

const hostPool = z.custom(
  (value) => typeof (value as { readonly connect?: unknown } | null)?.connect === 'function',
  'Expected a pool of `pg`.',
);

const poolShape: Shape<PostgresPoolOptions> = { ...shared, pool: hostPool };

const replicasShape: Shape<PostgresReplicaOptions> = { primary: anything, replicas: z.array(anything) };

/**
 * PostgreSQL through `pg`: by an address, by options, over a pool of the host application, or a primary with replicas.
 * @example postgres(process.env.DATABASE_URL), postgres({ pool }), postgres({ primary, replicas: [address] })
 */
export function postgres(target: string | undefined | PostgresTarget): DatabaseAddress {
  const options = asOptions(target ?? '');
  const main = hasReplicas(options) ? asOptions(options.primary) : options;
  return {
    dialect: 'postgres',
    description: 'pool' in main ? 'PostgreSQL (the host’s pool)' : describe(main.connectionString),
    ...('pool' in main ? {} : { key: JSON.stringify(['postgres', options]) }),
    check: (at) => checkPostgres(options, at),
    // The driver is loaded when a database needs it: a service on SQLite does not need it.
    open: async () => (await import('./open.ts')).openPostgres(options),
  };
}

/** The options that an address alone stands for. */
export function asOptions<T extends object>(target: string | T): T | PostgresOptions {
  return typeof target === 'object' && target !== null ? target : { connectionString: target };
}

/** Whether options name a primary and its replicas. */
export function hasReplicas(options: PostgresTarget): options is PostgresReplicaOptions {
  return 'primary' in options || 'replicas' in options;
}

function checkPostgres(options: PostgresTarget, at: OptionPlace): void {
  if (hasReplicas(options)) checkReplicas(options, at);
  else if ('pool' in options) checkOptions(options, poolShape, at, { pool: 'Give a pool of `pg`.' });
  else checkServer(options, postgresShape, at);
}

function checkServer(options: unknown, shape: Shape<Omit<PostgresOptions, 'searchPath'>>, at: OptionPlace): void {
  const ssl = checkOptions(options, shape, at)?.['ssl'];
  if (ssl !== undefined && typeof ssl !== 'boolean') checkOptions(ssl, tlsShape, { ...at, place: `${at.place} ssl` });
}

function checkReplicas(options: PostgresReplicaOptions, at: OptionPlace): void {
  const checkedOptions = checkOptions(options, replicasShape, at, {
    primary: 'Name the address of the server that is written.',
    replicas: 'List the addresses of the servers that follow it.',
  });
  const { primary, replicas } = checkedOptions ?? {};
  const part = (name: string): OptionPlace => ({ ...at, place: `${at.place} ${name}` });
  if (primary !== undefined) checkPostgres(asOptions(primary as PostgresReplicaOptions['primary']), part('primary'));
  if (!Array.isArray(replicas)) return;
  for (const [index, replica] of (replicas as PostgresReplicaOptions['replicas']).entries())
    checkServer(asOptions(replica ?? ''), replicaShape, part(`replicas[${index}]`));
}

function describe(connectionString: string): string {
  try {
    const url = new URL(connectionString);
    return `PostgreSQL at ${url.host || 'a local socket'}${url.pathname}`;
  } catch {
    return 'PostgreSQL';
  }
}
