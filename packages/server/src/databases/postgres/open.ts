import pg from 'pg';
import { StartError } from '../../errors/errors.ts';
import { databaseAway } from '../database.ts';
import { asOptions, hasReplicas, type PostgresOptions, type PostgresPoolOptions, type PostgresTarget } from './postgres.ts';
import { driverTls, readParameters } from './tls.ts';
import { PostgresReplica, PostgresReplicas, replicaPatience } from './replica.ts';
import { answerLimit, connectLimit } from './connections/connections.ts';
import { plainSettingsSql } from './connections/plain-settings.ts';
import { TimedClient } from './connections/timed-client.ts';
import { defaultStatementTimeout, PostgresDatabase, type PostgresDatabaseOptions } from './database.ts';

/** Opens a PostgreSQL database. Throws a `StartError` if its address cannot be read. */
export function openPostgres(target: PostgresTarget): PostgresDatabase {
  if (!hasReplicas(target)) return openOne(target);
  const replicas = target.replicas.map((replica) => openReplica(asOptions(replica)));
  return openOne(asOptions(target.primary), replicas.length > 0 ? new PostgresReplicas(replicas) : undefined);
}

function openOne(options: PostgresOptions | PostgresPoolOptions, replicas?: PostgresReplicas): PostgresDatabase {
  const settings = { ...settingsOf(options), replicas };
  if ('pool' in options) return new PostgresDatabase(options.pool as pg.Pool, settings);
  return new PostgresDatabase(openPool(options, settings, { patience: connectLimit, check: replicas && requirePrimary }), settings);
}

function openReplica(options: PostgresOptions): PostgresReplica {
  const settings = settingsOf(options);
  const pool = openPool(options, settings, { patience: replicaPatience });
  return new PostgresReplica(pool, new PostgresDatabase(pool, settings));
}

/** What the options of one server mean, with the defaults. The limits of a host's pool are those of the host. */
function settingsOf(options: PostgresOptions | PostgresPoolOptions): PostgresDatabaseOptions {
  const ownsPool = !('pool' in options);
  const isBehindPooler = ownsPool && Boolean(options.connectionString) && readParameters(options.connectionString, false).isPooled;
  const { prepare = !isBehindPooler, pooler: isPooled = !prepare, searchPath = [] } = options;
  const statementTimeout = (ownsPool ? options.statementTimeout : undefined) ?? defaultStatementTimeout;
  return { ownsPool, prepare, isPooled, setsSession: ownsPool && !isPooled, statementTimeout, searchPath };
}

/** How a pool of the service connects. */
interface Connecting {
  /** Milliseconds that a connection may take. */
  readonly patience: number;
  /** Called with each new connection, unless a pooler stands between. */
  readonly check?: ((client: pg.ClientBase) => Promise<void>) | undefined;
}

function openPool(
  { connectionString: address, ssl, max = 10 }: PostgresOptions,
  { setsSession, statementTimeout }: PostgresDatabaseOptions,
  { patience, check }: Connecting,
): pg.Pool {
  checkForm(address);
  const { connectionString, schema } = readParameters(address, ssl !== undefined);
  checkAddress(connectionString);
  if (schema !== null && schema !== 'public' && !setsSession) throw new StartError(pooledSchema(schema));
  // The pool awaits what it returns.
  const onConnect = (client: pg.ClientBase): unknown => client.query(setUp).then(() => check?.(client));
  const pool = new pg.Pool({
    Client: TimedClient,
    connectionString: schema === null || !setsSession ? connectionString : withSearchPath(connectionString, schema),
    ...(ssl === undefined ? {} : { ssl: driverTls(ssl) as pg.PoolConfig['ssl'] }),
    max,
    connectionTimeoutMillis: patience,
    query_timeout: answerLimit(statementTimeout),
    application_name: 'grimoire',
    // Behind a pooler, other clients use the same connection, and PgBouncer refuses the parameter.
    ...(setsSession ? { statement_timeout: statementTimeout, onConnect } : {}),
  });
  // The pool replaces a connection that breaks while idle; without a listener, the error event would end the process.
  pool.on('error', () => {});
  return pool;
}

/**
 * The settings of each connection: those that the service's statements are written for. Without the JIT compiler: PostgreSQL estimates the cost of list statements too high, and compiles for seconds
 * what runs for milliseconds. With parallel workers for large tables and indexes only, unless the operator has configured the sizes
 * (docs/explanation/decisions/parallel-workers.md).
 */
const setUp = `SET jit = off; SET default_transaction_isolation = 'read committed'; SELECT ${plainSettingsSql('session')};
  SELECT pg_catalog.set_config(name, size, false) FROM pg_catalog.pg_settings
    JOIN (VALUES ('min_parallel_table_scan_size', '128MB'), ('min_parallel_index_scan_size', '64MB')) AS own (name, size) USING (name)
    WHERE source = 'default'`;

/** Throws a 503 if the server is a replica: rights and writes belong to the primary, and after a failover it may not be promoted yet. */
async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows');
  if (rows[0]?.follows) throw databaseAway();
}

function pooledSchema(schema: string): string {
  return `The address names the schema "${schema}", and a pooler stands between, which keeps no search path for a session. Leave "schema" out of the address, and let the role look there: ALTER ROLE … SET search_path = "${schema}".`;
}

/** Throws if the text is no address. It may contain a password, so no message repeats it. */
function checkForm(connectionString: string): void {
  // JavaScript of the host application may leave it out.
  if (!connectionString) throw new StartError('postgres() was given no address: is DATABASE_URL set?');
  // The driver would read any other text as the name of a database on the default server.
  if (!/^(postgres(ql)?|socket):/i.test(connectionString) && !connectionString.startsWith('/'))
    throw new StartError('What postgres() was given is no postgres:// address.');
}

/** Throws if the driver can not read the address, or a file that it names. */
function checkAddress(connectionString: string): void {
  if (isReadable(connectionString)) return;
  throw new StartError(
    'The address that postgres() was given can not be read. Write postgres://user:password@host:5432/database, characters such as # and / in the password percent-encoded.',
  );
}

/** Whether the driver can parse an address. It does not connect. */
function isReadable(connectionString: string): boolean {
  try {
    return new pg.Client({ connectionString }) instanceof pg.Client;
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall !== undefined)
      throw new StartError(`A certificate or key that the address names can not be read: ${message}`, { cause: error });
    if ((error as { code?: unknown }).code !== 'ERR_INVALID_URL' && !(error instanceof URIError)) throw error;
    return false;
  }
}

/** The address with the schema that Prisma names as the search path of the session: tables without a schema are looked for in it alone. */
function withSearchPath(connectionString: string, schema: string): string {
  const [server = '', query = ''] = connectionString.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  // In this parameter, a backslash stands before spaces and backslashes.
  const path = pg.escapeIdentifier(schema).replaceAll(/[\\\s]/g, '\\$&');
  parameters.set('options', [parameters.get('options'), `-c search_path=${path}`].filter(Boolean).join(' '));
  return `${server}?${parameters.toString()}`;
}
