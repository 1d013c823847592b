import type { Kysely } from 'kysely';
import type { DialectName } from '../model/field-type.ts';

/** Columns of a row as the driver gives them: on PostgreSQL always text. */
export type RawRow = readonly unknown[];

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
  /** Typed queries over the service's own tables. */
  // biome-ignore lint/suspicious/noExplicitAny: each caller says which tables it knows.
  tables<Tables = any>(): Kysely<Tables>;
  close(): Promise<void>;
}

/** How to reach a database; made by `postgres()` and `sqlite()`, opened when the admin starts. */
export interface DatabaseSource {
  readonly dialect: DialectName;
  /** What it is, for people: never with a password. */
  readonly description: string;
  open(): Promise<Database>;
}
