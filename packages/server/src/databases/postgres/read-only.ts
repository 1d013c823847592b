import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { transactionOver } from '../database.ts';
import { IdleLimit } from '../idle-limit.ts';
import type { AnyTables } from '../statement.ts';
import { beginReadOnlySql, borrowed, hasEnded, timeoutSql } from './transaction.ts';

/** The limits of queries that only read. */
export interface ReadOnlyLimits {
  /** Milliseconds that a statement may take, and that a connection may be idle before it is taken back. */
  readonly statementTimeout: number;
  /** Whether the connection itself limits its statements. */
  readonly setsSession: boolean;
}

/**
 * Queries that only read, each in its own transaction, in which the server refuses writes.
 * @param connect waits for a connection of the pool.
 */
export function readOnlyQueries(
  connect: () => Promise<pg.PoolClient>,
  { statementTimeout, setsSession }: ReadOnlyLimits,
): Kysely<AnyTables> {
  const beginSql = `${beginReadOnlySql}${timeoutSql(setsSession ? undefined : statementTimeout)}`;
  // Advisory locks of a session outlive its transactions. The service's own connections are not unlocked, only those of a host's pool.
  const endSql = setsSession ? 'ROLLBACK' : 'ROLLBACK; SELECT pg_advisory_unlock_all()';
  const lease = async (): Promise<object> => {
    const client = await connect();
    try {
      await client.query(beginSql);
    } catch (error) {
      client.release(true);
      throw error;
    }
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      idle.stop();
      client.query(endSql).then(
        () => client.release(),
        () => client.release(true),
      );
    };
    const idle = new IdleLimit(statementTimeout, end);
    const refusal = (): Error | undefined => idle.refusal ?? (isOver || hasEnded(client) ? transactionOver() : undefined);
    const lent = await borrowed(client, { refusal, follow: (query) => idle.during(query) }).connect();
    return { ...lent, release: end };
  };
  const pool = { options: {}, connect: lease, end: async () => {} };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as ReturnType<typeof borrowed> }) });
}
