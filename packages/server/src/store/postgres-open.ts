import pg from 'pg';
import { StartError } from '../errors.ts';
import type { PostgresOptions, PostgresPoolOptions } from './postgres.ts';
import { connectLimit } from './postgres-connections.ts';
import { defaultStatementTimeout, PostgresDatabase } from './postgres-database.ts';

/** Opens a database of PostgreSQL. Throws a `StartError` where its address can not be read. */
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
    // Behind a pooler the connection is that of other clients, too.
    ...(prepare ? { onConnect: setUp } : {}),
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return new PostgresDatabase(pool, { ownsPool: true, prepare, setsSession: prepare, searchPath });
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
