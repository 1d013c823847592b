import type { Kysely } from 'kysely';
import type { DialectName } from '../model/field-type.ts';

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
}

/** A count that was not had within its time. */
export const overBudget: unique symbol = Symbol('over budget');

/**
 * A connected database. Plans of requests reach it through `run.ts` only; what stands here is for that, for the
 * service's own tables and for reading the catalog.
 */
export interface Database {
  readonly dialect: DialectName;
  /** Runs one statement that reads. */
  read(statement: RawStatement): Promise<readonly RawRow[]>;
  /** Runs one statement that counts, giving up after so many milliseconds where the database can be told to. */
  readWithin(statement: RawStatement, milliseconds: number): Promise<readonly RawRow[] | typeof overBudget>;
  /** Queries over the service's own tables. */
  tables(): Kysely<AnyTables>;
  /** What the driver threw, as the `AdminError` that the contract has for it; anything else as it is. */
  translateError(error: unknown): unknown;
  close(): Promise<void>;
}

/** How to reach a database; made by `postgres()` and `sqlite()`, opened when the admin starts. */
export interface DatabaseSource {
  readonly dialect: DialectName;
  /** What it is, for people: never with a password. */
  readonly description: string;
  open(): Promise<Database>;
}
