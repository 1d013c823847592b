import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { AdminError } from '../../errors/errors.ts';
import { batchesAhead } from '../batches-ahead.ts';
import { type Snapshot, transactionOver } from '../database.ts';
import type { AnyTables, RawRow, RawStatement } from '../statement.ts';
import { answerLimit } from './connections/connections.ts';
import { translatePostgresError } from './errors.ts';
import { plainSettingsSql } from './connections/plain-settings.ts';
import type { PostgresStatements } from './connections/statements.ts';
import { beginReadOnlySql, borrowed, hasEnded, timeoutSql } from './transaction.ts';
import { say } from '../../texts/message.ts';

/** Options of a snapshot. */
export interface PostgresSnapshotOptions {
  readonly statements: PostgresStatements;
  readonly milliseconds: number;
  /** Frees the place of this snapshot for the next one. */
  readonly release: () => void;
}

/** A snapshot of a PostgreSQL database, by a transaction that only reads. */
export class PostgresSnapshot implements Snapshot {
  readonly #client: pg.PoolClient;
  readonly #options: PostgresSnapshotOptions;
  readonly #timer: NodeJS.Timeout;
  #kysely: Kysely<AnyTables> | undefined;
  #isOpen = true;
  #isLate = false;
  #cursors = 0;
  /** The error of rows that were read ahead: the server refuses all further statements, and does not say why. */
  #failure: unknown;

  private constructor(client: pg.PoolClient, options: PostgresSnapshotOptions) {
    this.#client = client;
    this.#options = options;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      void this.close();
    }, options.milliseconds);
  }

  /** Begins on a connection of the pool, which is released when the snapshot is closed, or if it cannot begin. */
  static async open(client: pg.PoolClient, options: PostgresSnapshotOptions): Promise<PostgresSnapshot> {
    try {
      await client.query(`${beginReadOnlySql}${timeoutSql(options.milliseconds)}; SELECT ${plainSettingsSql('transaction')}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return new PostgresSnapshot(client, options);
  }

  get queries(): Kysely<AnyTables> {
    this.#kysely ??= new Kysely({
      dialect: new PostgresDialect({
        pool: borrowed(this.#client, {
          refusal: () => (this.#isOpen && !hasEnded(this.#client) ? undefined : transactionOver()),
          follow: (query) => query.catch((error: unknown) => Promise.reject(this.#failure ?? error)),
          answerLimit: answerLimit(this.#options.milliseconds),
        }),
      }),
    });
    return this.#kysely;
  }

  async read(statement: RawStatement): Promise<readonly RawRow[]> {
    if (this.#isLate) throw new AdminError('timeout', { detail: say('fileTooLate') });
    if (!this.#isOpen) throw transactionOver();
    try {
      const [result] = await this.#options.statements.run(this.#client, [statement], { answer: answerLimit(this.#options.milliseconds) });
      return result?.rows ?? [];
    } catch (error) {
      throw translatePostgresError(error);
    }
  }

  /** Uses a cursor, so that client and server hold few rows. */
  async *stream({ sql, parameters }: RawStatement, batch: number): AsyncGenerator<readonly RawRow[]> {
    const name = `grimoire_rows_${++this.#cursors}`;
    await this.read({ sql: `DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, parameters });
    const fetch = async (): Promise<readonly RawRow[]> => {
      try {
        return await this.read({ sql: `FETCH ${batch} FROM ${name}`, parameters: [] });
      } catch (error) {
        this.#failure ??= error;
        throw error;
      }
    };
    yield* batchesAhead(fetch, batch);
    await this.read({ sql: `CLOSE ${name}`, parameters: [] });
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    let isLost = false;
    await this.#client.query('ROLLBACK').catch(() => {
      isLost = true;
    });
    this.#client.release(isLost);
    this.#options.release();
  }
}
