import type { OptionPlace } from '../model/build/check-options.ts';
import type { Kysely } from 'kysely';
import type { DialectName } from '../model/field-type.ts';
import type { TableName } from '../model/table.ts';
import type { ConstraintError } from './constraint-error.ts';

/** A column as a driver gives it: on PostgreSQL always text. */
export type RawValue = string | number | bigint | Uint8Array | null;

/** The columns of a row. */
export type RawRow = readonly RawValue[];

/** Tables whose columns nobody has typed. */
export type AnyTables = Record<string, Record<string, RawValue | boolean>>;

/** SQL with its parameters; a name makes it a prepared statement. */
export interface RawStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name?: string;
  /** Whether it may look at many rows: it then runs where it blocks nobody and can be ended. */
  readonly isLong?: boolean;
  /** When it is ended at the latest, in milliseconds since 1970: the deadline of its request. */
  readonly until?: number;
}

/** What a statement did. */
export interface Ran {
  readonly rows: readonly RawRow[];
  /** How many rows it wrote. */
  readonly changes: number;
}

/** Statements that stand or fall together. */
export interface Transaction {
  /** Runs one statement. Throws a `ConstraintError` where a rule of the database forbids it. */
  run(statement: RawStatement): Promise<Ran>;
  /** Runs a part of the transaction that may fail alone: what it did is then undone, and its error thrown on. */
  savepoint<T>(job: () => Promise<T>): Promise<T>;
  /** Whether the database has ended the transaction by itself, because of an error: nothing more can be done in it. */
  readonly isOver: boolean;
  /** Queries inside the transaction, for hooks. */
  readonly tables: Kysely<AnyTables>;
}

/** What a transaction is for, and how long its statements may take. */
export interface TransactionOptions {
  /** Milliseconds that one statement may take, where the database can be told; else the database's own limit. */
  readonly statementTimeout?: number;
  /** For how many milliseconds writes of others that come later go first. */
  readonly handicap?: number;
  /** Whether somebody signs in or out: connections are kept free for that. */
  readonly isSignIn?: boolean;
}

/** One state of the database, read without locks until it is closed. */
export interface Snapshot {
  read(statement: RawStatement): Promise<readonly RawRow[]>;
  /** The rows of a statement, so many at a time. */
  stream(statement: RawStatement, batch: number): AsyncIterable<readonly RawRow[]>;
  /** Queries that read, for a host's own code. */
  readonly tables: Kysely<AnyTables>;
  /** Ends it; again is nothing. */
  close(): Promise<void>;
}

/** The transaction that somebody still holds on to is over. */
export function transactionOver(): Error {
  return new Error('The transaction is over: await what is done in it.');
}

/** What is said of such a statement. */
export function transactionGoesOn(): Error {
  return new Error('The transaction of the request goes on: a statement can neither begin nor end one. A part of it is a savepoint.');
}

/** A count that was not had within its time. */
export const overBudget: unique symbol = Symbol('over budget');

/**
 * A connected database. Plans of requests reach it through `run.ts` only; what stands here is for that, for the
 * service's own tables and for reading the catalog.
 */
export interface Database {
  readonly dialect: DialectName;
  /** How many statements of requests that read run at once. */
  readonly readPlaces: number;
  /** How many transactions of requests run at once. */
  readonly writePlaces: number;
  /** Runs one statement that reads. Throws a `timeout` at its deadline. */
  read(statement: RawStatement): Promise<readonly RawRow[]>;
  /** Runs one statement that counts, giving up after so many milliseconds where the database can be told to. */
  readWithin(statement: RawStatement, milliseconds: number): Promise<readonly RawRow[] | typeof overBudget>;
  /**
   * Runs a job in one transaction, in which locks are waited for 5 s at most. Its error undoes everything and is thrown
   * on, translated. Once it is over, the transaction takes no statement any more. Throws a 409 `locked` where others
   * write for 5 s, a 503 where that happens to a sign-in.
   */
  transaction<T>(job: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Begins to read one state of the database, for at most so many milliseconds. At most half of a pool does so at once. */
  openSnapshot(milliseconds: number): Promise<Snapshot>;
  /** The columns, or words among which they are, of the rule that a write to the table broke. */
  constraintColumns(error: ConstraintError, table: TableName): Promise<readonly string[]>;
  /** Queries over the service's own tables. */
  tables(): Kysely<AnyTables>;
  /** Queries that read, of a host's own code: the database refuses those that write. */
  readOnly(): Kysely<AnyTables>;
  /** What an operator should know of how the database is set up, one sentence each. */
  notes(): Promise<readonly string[]>;
  /** What the driver threw, as the `AdminError` that the contract has for it; anything else as it is. */
  translateError(error: unknown): unknown;
  close(): Promise<void>;
}

/** How to reach a database; made by `postgres()` and `sqlite()`, opened when the admin starts. */
export interface DatabaseSource {
  readonly dialect: DialectName;
  /** What it is, for people: never with a password. */
  readonly description: string;
  /** Notes what is wrong with the options that it was made with, before it is opened. */
  check?(at: OptionPlace): void;
  open(): Promise<Database>;
}
