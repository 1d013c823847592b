import pg from 'pg';
import { breakConnection } from './connections/connections.ts';
import { Abandoned } from '../../process/request-work.ts';
import type { overBudget } from '../database.ts';
import type { Replica, Replicas } from '../replicas.ts';
import type { RawRow, RawStatement } from '../statement.ts';
import type { PostgresDatabase } from './database.ts';

/** Milliseconds that a replica may take to connect, and to answer a question that costs nothing. */
export const replicaPatience = 1000;

/** Milliseconds after which a replica that does not answer is asked again. */
const retryAfter = 2000;

/** A replica, by a pool of connections that belongs to the service. */
export class PostgresReplica implements Replica {
  readonly name: string;
  readonly #pool: pg.Pool;
  readonly #database: PostgresDatabase;
  readonly #connections = new Set<pg.PoolClient>();
  #probing: Promise<void> | undefined;
  #isAway = false;
  #retryAt = 0;

  constructor(pool: pg.Pool, database: PostgresDatabase) {
    const { host, port } = new pg.Client(pool.options);
    this.name = `${host}:${port}`;
    this.#pool = pool;
    this.#database = database;
    pool.on('connect', (client) => this.#connections.add(client));
    pool.on('remove', (client) => this.#connections.delete(client));
  }

  /** Whether it answered when it was asked last. One that did not, twice in a row, is asked again after a while, without a request that waits for it. */
  get isAnswering(): boolean {
    if (this.#isAway && Date.now() >= this.#retryAt) void this.#probe();
    return !this.#isAway;
  }

  async read(
    statements: readonly RawStatement[],
    milliseconds: number,
  ): Promise<readonly (readonly RawRow[])[] | typeof overBudget | null> {
    // The request may have waited since the replica was chosen.
    if (!this.isAnswering) return null;
    // A server that has stopped, and not ended, would let the request wait until its deadline.
    const watch = setInterval(() => void this.#probe(), replicaPatience);
    try {
      return await this.#database.readAllWithin(statements, milliseconds);
    } catch (error) {
      if (error instanceof Abandoned) throw error;
      void this.#probe();
      return null;
    } finally {
      clearInterval(watch);
    }
  }

  async close(): Promise<void> {
    await this.#probing;
    await this.#database.close();
  }

  /** Finds out whether it answers; several callers ask once. */
  #probe(): Promise<void> {
    this.#probing ??= this.#look();
    return this.#probing;
  }

  /** One lost question may have another reason: it is asked again before what runs is ended. Meanwhile nothing new is read from it. */
  async #look(): Promise<void> {
    const wasAway = this.#isAway;
    this.#isAway = !(await this.#answers());
    if (this.#isAway && !wasAway) this.#isAway = !(await this.#answers());
    this.#retryAt = Date.now() + retryAfter;
    this.#probing = undefined;
    if (this.#isAway) this.#disconnect();
  }

  /** Asks on a connection of its own: all of the pool may be in use. */
  async #answers(): Promise<boolean> {
    const client = new pg.Client({
      ...this.#pool.options,
      connectionTimeoutMillis: replicaPatience,
      query_timeout: replicaPatience,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch (error) {
      // A server that has no connection free for this one answers.
      return (error as { readonly code?: string }).code?.startsWith('53') === true;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  /** Ends the statements that still run: their requests go on at the primary. */
  #disconnect(): void {
    for (const client of this.#connections) breakConnection(client);
  }
}

/** The replicas of one primary. */
export class PostgresReplicas implements Replicas {
  readonly #all: readonly PostgresReplica[];

  constructor(all: readonly PostgresReplica[]) {
    this.#all = all;
  }

  /** One replica for all requests of a user: what they have seen once they see again, also while the replicas differ. */
  of(user: string): Replica | null {
    const start = Array.from(user).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % this.#all.length;
    const inOrder = [...this.#all.slice(start), ...this.#all.slice(0, start)];
    return inOrder.find((replica) => replica.isAnswering) ?? null;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((replica) => replica.close()));
  }
}
