import type pg from 'pg';
import { endOfTurn, whenOverdue } from '../../../process/event-loop.ts';
import { currentWork } from '../../../process/request-work.ts';
import { cancelAbandoned } from '../../abandoned.ts';
import { atOnce, type Charge, overBudget, type Turns } from '../../database.ts';
import { LateStatement } from '../../late-statement.ts';
import type { RawStatement, RowsOfEach } from '../../statement.ts';
import { answerLimit, breakConnection, type ConnectionOptions, type PostgresConnections } from './connections.ts';
import { isCanceled, isConnectionLost, translatePostgresError } from '../errors.ts';
import { JoinedReads } from '../joined-reads/joined-reads.ts';
import { lateAfter, type SentReads } from '../joined-reads/read-lane.ts';
import { type BatchLimits, type PostgresStatements, takesBatches } from './statements.ts';

/** What reads need to know of the connections. */
export interface ReadSettings extends Pick<ConnectionOptions, 'isPooled'> {
  /** Whether the service sets up each new connection. */
  readonly setsSession: boolean;
  /** Milliseconds that a statement may take, if the connections have no limit of their own. */
  readonly statementTimeout: number;
}

/** The connections of a pool from which on two of them may run joined reads that are long. */
const largePool = 8;

/** Reads outside of transactions. */
export class PostgresReads {
  readonly #connections: PostgresConnections;
  readonly #statements: PostgresStatements;
  readonly #settings: ReadSettings;
  readonly #joined: JoinedReads;
  /** Whether the pool is known to take no batches: reads that are sent one by one are not joined. */
  #isOneByOne = false;

  constructor(connections: PostgresConnections, statements: PostgresStatements, settings: ReadSettings) {
    this.#connections = connections;
    this.#statements = statements;
    this.#settings = settings;
    this.#joined = new JoinedReads((joined, milliseconds) => this.#runJoined(joined, milliseconds), connections.most >= largePool ? 2 : 1);
  }

  /** Runs statements in one round trip. Throws a `timeout` at the deadline of the first one. @returns the rows of each. */
  async all(statements: readonly [RawStatement, ...RawStatement[]], turns: Turns = atOnce): Promise<RowsOfEach> {
    const mayJoin = !this.#isOneByOne && this.#joined.mayJoin(statements);
    const joined = mayJoin ? await turns.sharing((charge) => this.#joinedRows(statements, charge)) : undefined;
    return joined ?? turns.alone(() => this.#alone(statements));
  }

  async #alone(statements: readonly [RawStatement, ...RawStatement[]]): Promise<RowsOfEach> {
    const [{ until }] = statements;
    if (until === undefined) return this.#run(statements);
    let begun = Date.now();
    const run = (): Promise<RowsOfEach | typeof overBudget> => {
      begun = Date.now();
      return this.#runWithin(statements, until - begun);
    };
    const rows = await this.#connections.asRequest(run, until);
    await endOfTurn();
    if (rows === overBudget) throw new LateStatement(Date.now() - begun);
    return rows;
  }

  /** Runs statements in one round trip, and cancels them after this many milliseconds. @returns the rows of each. */
  allWithin(statements: readonly RawStatement[], milliseconds: number): Promise<RowsOfEach | typeof overBudget> {
    const earliest = Math.min(...statements.map(({ until }) => until ?? Infinity));
    const until = earliest === Infinity ? undefined : earliest;
    return this.#connections.asRequest(() => this.#runWithin(statements, Math.min(milliseconds, earliest - Date.now())), until);
  }

  /** The rows of statements that were sent with those of other requests; undefined if they were not, or failed. */
  async #joinedRows(statements: readonly RawStatement[], charge: Charge): Promise<RowsOfEach | undefined> {
    const read = await this.#joined.read(statements);
    if (!read) return undefined;
    const { rows, milliseconds, share } = read;
    charge(share);
    currentWork()?.count({ sql: statements.map(({ sql }) => sql), milliseconds }, rows?.flat().length ?? 0);
    return rows;
  }

  async #run(statements: readonly RawStatement[]): Promise<RowsOfEach> {
    const client = await this.#connections.connect();
    let failure: unknown;
    try {
      const { isPooled, statementTimeout } = this.#settings;
      return (await this.#statements.run(client, statements, isPooled ? { statement: statementTimeout } : {})).map(({ rows }) => rows);
    } catch (error) {
      failure = error;
      throw translatePostgresError(error);
    } finally {
      client.release(isConnectionLost(failure));
    }
  }

  #runWithin(statements: readonly RawStatement[], milliseconds: number): Promise<RowsOfEach | typeof overBudget> {
    return this.#within(milliseconds, async (client, limits) =>
      (await this.#statements.run(client, statements, limits)).map(({ rows }) => rows),
    );
  }

  /** Runs the statements of several reads in one round trip, unless all places are taken. It never throws. */
  async #runJoined(statements: readonly RawStatement[], milliseconds: number): Promise<SentReads | undefined> {
    if (!this.#connections.hasFree) return undefined;
    let sent: SentReads | undefined;
    const run = async (client: pg.PoolClient, limits: BatchLimits): Promise<void> => {
      this.#isOneByOne = !takesBatches(client);
      if (this.#isOneByOne) return;
      // Behind a pooler the limit is that of each statement.
      const statement = limits.statement === undefined ? undefined : limits.statement / statements.length;
      // Neither the time until there is a connection nor that of a busy event loop is the server's.
      let isLate = false;
      const stopWatch = whenOverdue(lateAfter, () => (isLate = true));
      const { results, error } = await this.#statements.runAll(client, statements, { ...limits, statement, ofSeveralReads: true });
      stopWatch();
      sent = { rows: results.map((result) => result.rows), isStopped: error !== undefined, isLate };
      if (error !== undefined) throw error;
    };
    // Each read that did not run is run alone, and gets its own error.
    await this.#connections.asRequest(() => this.#within(milliseconds, run)).catch(() => undefined);
    return sent;
  }

  /** Runs a job on a connection, whose statement is cancelled after this many milliseconds, or if the client of the request goes. */
  async #within<T>(milliseconds: number, job: (client: pg.PoolClient, limits: BatchLimits) => Promise<T>): Promise<T | typeof overBudget> {
    if (milliseconds <= 0) return overBudget;
    const client = await this.#connections.connect();
    let canceling: Promise<boolean> | undefined;
    let failure: unknown;
    const cancel = (): void => {
      canceling ??= this.#connections.cancel(client).then((isCanceling) => {
        // The server does not answer: nor will it answer the statement.
        if (!isCanceling) breakConnection(client);
        return isCanceling;
      });
    };
    const { isPooled, setsSession } = this.#settings;
    const limits = { statement: isPooled ? milliseconds : undefined, answer: setsSession ? undefined : answerLimit(milliseconds) };
    const stopTimer = isPooled ? undefined : whenOverdue(milliseconds, cancel);
    const stopListening = cancelAbandoned(cancel);
    try {
      return await job(client, limits);
    } catch (error) {
      failure = error;
      // A statement that was cancelled for its client says nothing about its time.
      if (canceling) currentWork()?.requireClient();
      if ((canceling || isPooled) && isCanceled(error)) return overBudget;
      throw translatePostgresError(error);
    } finally {
      stopTimer?.();
      stopListening();
      // The cancel request must have ended before the connection is released: it could cancel the connection's next statement.
      const isSettled = canceling === undefined || (await canceling);
      client.release(!isSettled || isConnectionLost(failure));
    }
  }
}
