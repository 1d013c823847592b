import pg from 'pg';

/**
 * A pool of a host application, which its test ends. It has a listener for errors of idle connections, as each application needs one: a test
 * drops its database while the server may still be ending a connection of the pool, which is such an error.
 */
export function hostPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, ...options });
  pool.on('error', () => {});
  return pool;
}
