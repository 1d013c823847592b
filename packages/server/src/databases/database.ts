import type { OptionPlace } from '../model/build/check-options.ts';
import type { Kysely } from 'kysely';
import { AdminError } from '../errors/errors.ts';
import type { TableName } from '../model/table.ts';
import type { ConstraintError } from './constraint-error.ts';
import type { Dialect } from './dialect.ts';
import type { ChangeSetValues, Journal, NotedRows, RecordedSet } from './recording.ts';
import type { Replicas } from './replicas.ts';
import type { AnyTables, Ran, RawRow, RawStatement, StatementReader } from './statement.ts';

/** Statements that are committed or rolled back together. */
export interface Transaction {
  /**
   * Runs one statement. Throws a `ConstraintError` if a constraint of the database forbids it. Statements that are given before the first of
   * them is awaited go to the database together, in one round trip; after one that fails, the others are not run and fail too.
   */
  run(statement: RawStatement): Promise<Ran>;
  /** The same for a statement without a result: it goes with the next one, or with the commit, which then throws its error. */
  runLater(statement: RawStatement): void;
  /** Runs a part of the transaction that may fail alone: its changes are then rolled back, and its error is rethrown. */
  savepoint<T>(job: () => Promise<T>): Promise<T>;
  /** Whether the database has ended the transaction because of an error: it accepts no further statement. */
  readonly isOver: boolean;
  /**
   * Writes what the transaction has changed into the journal of its options. It goes with the next statement, or with the commit.
   * @param isDue whether there is a change set also if no row was changed.
   * @returns when that is about to be sent: the change set, which comes with the next answer; null without one.
   */
  record(values: ChangeSetValues, isDue: boolean): Promise<{ readonly set: Promise<RecordedSet | null> }>;
  /** Records on after a part whose changes were written into the journal was rolled back to its savepoint. */
  recordAgain(): void;
  /** What it is told of the rows that its statements change; null if it is not recorded, or if the database tells by itself. */
  readonly notes: NotedRows | null;
  /** Queries inside the transaction, for the service's own tables and for hooks. */
  readonly queries: Kysely<AnyTables>;
}

/** Options of a transaction. */
export interface TransactionOptions {
  /** Milliseconds that one statement may take, if the database supports a limit; by default the database's own limit. */
  readonly statementTimeout?: number;
  /** Milliseconds during which later writes of other users go first. */
  readonly handicap?: number;
  /** What is recorded of it; by default nothing. */
  readonly journal?: Journal | undefined;
  /** Whether the transaction belongs to a login or logout: connections are reserved for these. */
  readonly isSignIn?: boolean;
}

/** A consistent snapshot of the database, read without locks until it is closed. */
export interface Snapshot {
  read(statement: RawStatement): Promise<readonly RawRow[]>;
  /** The rows of a statement, in batches of this size. */
  stream(statement: RawStatement, batch: number): AsyncIterable<readonly RawRow[]>;
  /** Queries that only read, for the host application's code. */
  readonly queries: Kysely<AnyTables>;
  /** Closes the snapshot; a second call has no effect. */
  close(): Promise<void>;
}

/** The error of a statement on a transaction that has ended. */
export function transactionOver(): Error {
  return new Error('The transaction is over: await what is done in it.');
}

/** The error of a commit, or of a further statement, after the database has rolled the transaction back. */
export function transactionRolledBack(): Error {
  return new Error('The transaction was rolled back, because a statement in it had failed.');
}

/** The error where the database can not be reached, or has ended a connection before it did what was asked. */
export function databaseAway(cause?: unknown): AdminError {
  return new AdminError('unavailable', { cause, retryAfter: 2 });
}

/** The error of a statement that would begin or end a transaction. */
export function transactionGoesOn(): Error {
  return new Error('The transaction of the request goes on: a statement can neither begin nor end one. A part of it is a savepoint.');
}

/** Adds milliseconds to the time that the requests of a user took. */
export type Charge = (milliseconds: number) => void;

/** Runs the jobs of a read when the user of its request has a place for them. */
export interface Turns {
  /** Runs a job that takes a connection for itself. */
  alone<T>(job: () => Promise<T>): Promise<T>;
  /** Runs a job that takes no connection for itself, and reports how long it took; undefined if the user has no place for it soon. */
  sharing<T>(job: (charge: Charge) => Promise<T>): Promise<T | undefined>;
}

/** The turns of reads that have no limit: the service's own, and short ones. */
export const atOnce: Turns = { alone: (job) => job(), sharing: (job) => job(() => {}) };

/** The result of a statement that took longer than its limit. */
export const overBudget: unique symbol = Symbol('over budget');

/**
 * A connected database. Plans of requests reach it only through the store; the methods here are for that, for the service's own tables and
 * for reading the catalog.
 */
export interface Database extends StatementReader {
  readonly dialect: Dialect;
  /** Replicas from which rows may be read; null without any. Every method of the database itself asks the primary. */
  readonly replicas: Replicas | null;
  /** How many read statements of requests run at once. */
  readonly maxReads: number;
  /** How many write transactions of requests run at once. */
  readonly maxWrites: number;
  /**
   * Runs statements that only read, in this order, in one round trip if the database supports that; the first one decides about their
   * deadline, and whether they are long. Those after it read the state of a user: they may be run once for several calls.
   * @param turns what they wait for; nothing by default.
   * @returns the rows of each. Throws as `read` does.
   */
  readAll(statements: readonly [RawStatement, ...RawStatement[]], turns?: Turns): Promise<readonly (readonly RawRow[])[]>;
  /**
   * Runs one statement that reads, and cancels it after this many milliseconds if the database supports that; it is answered by its own deadline in
   * any case.
   * @param turns what it waits for.
   */
  readWithin(statement: RawStatement, milliseconds: number, turns: Turns): Promise<readonly RawRow[] | typeof overBudget>;
  /**
   * Runs a job in one transaction, which waits at most 5 s for each lock. An error of the job rolls everything back and is rethrown,
   * translated. After its end, the transaction accepts no further statement. Throws a 409 `locked` if other writers leave no place for 5 s;
   * for a sign-in that is a 503.
   */
  transaction<T>(job: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Opens a snapshot of the database, for at most this many milliseconds. Snapshots use at most half of a pool. */
  openSnapshot(milliseconds: number): Promise<Snapshot>;
  /** The columns of the constraint that a write to the table violated, or words that contain them. */
  constraintColumns(error: ConstraintError, table: TableName): Promise<readonly string[]>;
  /** Queries on the service's own tables. */
  queries(): Kysely<AnyTables>;
  /** Queries that only read, of the host application's code and of the service: the database refuses those that write. */
  readOnly(): Kysely<AnyTables>;
  /** What an operator should know about the configuration of the database, one sentence each. */
  notes(): Promise<readonly string[]>;
  /** The `AdminError` of the contract for an error of the driver; any other error is returned unchanged. */
  translateError(error: unknown): unknown;
  close(): Promise<void>;
}

/** The address of a database; made by `postgres()` and `sqlite()`, opened when the admin starts. */
export interface DatabaseAddress {
  /** The name of the dialect, for error messages. */
  readonly dialect: string;
  /** A description for users, never with a password. */
  readonly description: string;
  /** The address with all options; absent if the connections must not be shared. It may contain a password. */
  readonly key?: string;
  /** Reports problems of the options, before the database is opened. */
  check?(at: OptionPlace): void;
  open(): Promise<Database>;
}
