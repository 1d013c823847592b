import pg from 'pg';
import { StartError } from '../../errors.ts';
import type { PostgresOptions, PostgresPoolOptions } from './postgres.ts';
import { connectLimit } from './connections.ts';
import { defaultStatementTimeout, PostgresDatabase } from './database.ts';

/** Opens a PostgreSQL database. Throws a `StartError` if its address cannot be read. */
export function openPostgres(options: PostgresOptions | PostgresPoolOptions): PostgresDatabase {
  const { prepare = true, searchPath = [] } = options;
  if ('pool' in options) {
    const pool = options.pool as pg.Pool;
    return new PostgresDatabase(pool, { ownsPool: false, prepare, setsSession: false, searchPath });
  }
  checkAddress(options.connectionString);
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: connectLimit,
    statement_timeout: options.statementTimeout ?? defaultStatementTimeout,
    application_name: 'grimoire',
    // Behind a pooler, other clients use the same connection.
    ...(prepare ? { onConnect: setUp } : {}),
  });
  // The pool replaces a connection that breaks while idle; without a listener, the error event would end the process.
  pool.on('error', () => {});
  return new PostgresDatabase(pool, { ownsPool: true, prepare, setsSession: prepare, searchPath });
}

/**
 * Turns off the JIT compiler: PostgreSQL estimates the cost of list statements too high, and compiles for seconds what runs for
 * milliseconds. @returns a promise that the pool awaits.
 */
function setUp(client: pg.ClientBase): unknown {
  return client.query('SET jit = off');
}

/** Throws if the text is no address. It may contain a password, so no message repeats it. */
function checkAddress(connectionString: string): void {
  // JavaScript of the host application may leave it out.
  if (!connectionString) throw new StartError('postgres() was given no address: is DATABASE_URL set?');
  // The driver would read any other text as the name of a database on the default server.
  if (!/^(postgres(ql)?|socket):/i.test(connectionString) && !connectionString.startsWith('/'))
    throw new StartError('What postgres() was given is no postgres:// address.');
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
    if ((error as { code?: unknown }).code !== 'ERR_INVALID_URL' && !(error instanceof URIError)) throw error;
    return false;
  }
}
