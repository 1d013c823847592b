import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { AnyTables } from '../statement.ts';
import { beginReadOnlySql, borrowed, hasEnded, timeoutSql } from './transaction.ts';

/**
 * Queries that only read, each in its own transaction, in which the server refuses writes.
 * @param connect waits for a connection of the pool.
 * @param statementTimeout milliseconds that a statement may take; undefined if the connection has its own limit.
 */
export function readOnlyQueries(connect: () => Promise<pg.PoolClient>, statementTimeout: number | undefined): Kysely<AnyTables> {
  // Advisory locks of a session outlive its transactions. The service's own connections are not unlocked, only those of a host's pool.
  const endSql = statementTimeout === undefined ? 'ROLLBACK; SELECT pg_advisory_unlock_all()' : 'ROLLBACK';
  const lease = async (): Promise<object> => {
    const client = await connect();
    let isOver = false;
    try {
      await client.query(`${beginReadOnlySql}${timeoutSql(statementTimeout)}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    const lent = await borrowed(client, { isOver: () => isOver || hasEnded(client) }).connect();
    const release = (): void => {
      isOver = true;
      client.query(endSql).then(
        () => client.release(),
        () => client.release(true),
      );
    };
    return { ...lent, release };
  };
  const pool = { options: {}, connect: lease, end: async () => {} };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as ReturnType<typeof borrowed> }) });
}
