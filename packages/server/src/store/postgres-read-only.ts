import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { AnyTables } from './database.ts';
import { beginReadOnlySql, borrowed, timeoutSql } from './postgres-transaction.ts';

/**
 * Queries that read, each in a transaction of its own in which the server refuses to write.
 * @param connect waits for a connection of the pool.
 * @param statementTimeout milliseconds that a statement may take; undefined where the connection has its own limit.
 */
export function readOnlyQueries(connect: () => Promise<pg.PoolClient>, statementTimeout: number | undefined): Kysely<AnyTables> {
  // Locks of a session outlive its transactions; where the connections have no limit of their own, they are a host's, with locks of its own.
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
    const lent = await borrowed(client, { isOver: () => isOver }).connect();
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
